import { useEffect, useMemo, useState } from 'preact/hooks';
import { formFields, mistakesOf, valueOfField } from '../state/form.ts';
import { parseJson } from '../state/json.ts';
import type { KnownType } from '../state/knowledge.ts';
import { patternMistakes } from '../state/patterns.ts';
import { isSame } from '../state/preview.ts';
import { usePage } from './use-page.ts';
import { whileCurrent } from './while-current.ts';

/** The form whose button was pressed: the one with the URL, or that of the document. */
export type Place = 'bar' | 'document';

const none: ReadonlyMap<string, string> = new Map();

/**
 * Checks a form while the user types. `check` checks the present text, also with patterns, which need a moment.
 *
 * @param type Undefined if there is no form.
 */
function useMistakes(type: KnownType | undefined) {
  const { address, draft, checkPatterns } = usePage();
  const { text, base } = draft;
  const isNew = address.method === 'POST';
  // A value that has not changed since the user has read the resource is that of the server, and not sent.
  const read = base?.version.resource;
  const [ofPatterns, setOfPatterns] = useState(none);
  const others = useMemo(() => (type === undefined ? none : mistakesOf(type, text, isNew)), [type, text, isNew]);
  useEffect(() => {
    if (type !== undefined) return whileCurrent(patternMistakes(type, text, checkPatterns), setOfPatterns);
    setOfPatterns(none);
    return undefined;
  }, [type, text]);
  const joined = (found: ReadonlyMap<string, string>): ReadonlyMap<string, string> => {
    const all = new Map([...found, ...others]);
    if (type === undefined || all.size === 0) return none;
    const document = parseJson(text);
    const wrong = formFields(type).filter((field) => {
      if (!all.has(field.name)) return false;
      return read === undefined || !isSame(valueOfField(document, field), valueOfField({ data: read }, field));
    });
    return new Map(wrong.map(({ name }) => [name, all.get(name) ?? '']));
  };
  return {
    /** The mistakes by the names of their fields, in the order of the form. */
    mistakes: joined(ofPatterns),
    check: async () => joined(type === undefined ? none : await patternMistakes(type, text, checkPatterns)),
  };
}

/** The check of a form before it is sent, and why it was not sent. */
export type Submission = ReturnType<typeof useSubmission>;

/** @param type The type of the form. Undefined if there is no form, or the form is that of a relationship. */
export function useSubmission(type: KnownType | undefined, isForm: boolean) {
  const { address, draft, submit: send } = usePage();
  // The place of the button that was pressed, and why nothing was sent.
  const [rejection, setRejection] = useState<{ at: Place; text: string; control: HTMLElement | null }>();
  // Whether to show the mistakes of fields that the user has not changed, too.
  const [showsAll, setShowsAll] = useState(false);
  const clear = (): void => setRejection(undefined);
  const reject = (at: Place, text: string, control: HTMLElement | null = null): void => {
    setRejection({ at, text, control });
    control?.focus();
  };
  // The text can be below a long form, out of sight. If the window cannot show both, it shows the control.
  useEffect(() => {
    if (rejection === undefined) return;
    document.querySelector('.rejection')?.scrollIntoView({ block: 'nearest' });
    rejection.control?.scrollIntoView({ block: 'nearest' });
  }, [rejection]);
  useEffect(() => setShowsAll(false), [address.method, address.target]);
  useEffect(clear, [address, draft.text]);
  const form = useMistakes(type);
  /** Ends an action with the reason why it did nothing. */
  const end = (at: Place, reason: string | undefined): void => (reason === undefined ? clear() : reject(at, reason));
  /** Sends the request. A form is checked before. The server of an API that the page does not know well decides in the end. */
  const submit = async (at: Place, isChecked = true): Promise<void> => {
    setShowsAll(true);
    // A date that is not complete, or a string in a search that is not chosen, would be missing in the document.
    const unfinished = isForm ? document.querySelector<HTMLInputElement>('.document input:invalid') : null;
    if (unfinished !== null && isChecked) return reject(at, unfinished.validationMessage, unfinished);
    const mistakes = isForm && isChecked ? await form.check() : new Map<string, string>();
    if (mistakes.size > 0) {
      const [name] = mistakes.keys();
      const text = `${mistakes.size === 1 ? 'One field does' : `${mistakes.size} fields do`} not fit the description.`;
      return reject(at, text, document.getElementById(`field-${name}`));
    }
    end(at, send());
  };
  return { mistakes: form.mistakes, showsAll, rejection, submit, end, clear };
}
