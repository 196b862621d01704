import { useEffect, useMemo, useState } from 'preact/hooks';
import { formFields, mistakesOf, valueOfField } from '../state/form.ts';
import { type JsonObject, parseJson } from '../state/json.ts';
import type { KnownType } from '../state/knowledge.ts';
import { type CheckPatterns, patternMistakes } from '../state/patterns.ts';
import { isSame } from '../state/preview.ts';
import { whileCurrent } from './while-current.ts';

/** The mistakes in a form. */
export interface Mistakes {
  /** The mistakes by the names of their fields, in the order of the form. */
  readonly shown: ReadonlyMap<string, string>;
  /** Returns the mistakes of the present text, also those of patterns, which need a moment. */
  readonly check: () => Promise<ReadonlyMap<string, string>>;
}

const none: ReadonlyMap<string, string> = new Map();

/**
 * Checks a form while the user types.
 *
 * @param type Undefined if there is no form.
 * @param read The resource as the user has read it. A value that has not changed is that of the server, and not sent.
 */
export function useMistakes(
  type: KnownType | undefined,
  text: string,
  isNew: boolean,
  read: JsonObject | undefined,
  checkPatterns: CheckPatterns,
): Mistakes {
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
    shown: joined(ofPatterns),
    check: async () => joined(type === undefined ? none : await patternMistakes(type, text, checkPatterns)),
  };
}
