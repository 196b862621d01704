import type { JSX, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { createEditor, type Editor } from '../../../../../tools/explorer/page/text/editor.ts';
import { MAX_DECLARATION, MAX_RECORDS } from '../model/limits.ts';
import type { Mistake } from '../model/mistake.ts';
import type { RecordsMistake } from '../model/question.ts';
import { createCodeEditor, frame, type Language, lengthLimit } from './code-editor.ts';

/** Something that lives in a shadow tree until its element is removed. */
interface Living {
  readonly destroy: () => void;
}

/**
 * Creates an editor in the shadow tree of an element. Browsers accept the style sheets of the editor under the content
 * security policy only in a shadow tree.
 */
function useShadow<Created extends Living>(
  create: (root: ShadowRoot) => Created,
): { readonly parent: RefObject<HTMLDivElement | null>; readonly created: RefObject<Created | null> } {
  const parent = useRef<HTMLDivElement>(null);
  const created = useRef<Created | null>(null);
  useEffect(() => {
    if (parent.current === null) return undefined;
    const made = create(parent.current.shadowRoot ?? parent.current.attachShadow({ mode: 'open' }));
    created.current = made;
    return () => made.destroy();
  }, []);
  return { parent, created };
}

/** Moves the cursor to a mistake. */
export type Select = () => void;

interface TextProperties {
  readonly text: string;
  /**
   * Changes when the text does not come from the editor. After typing, the editor keeps its own text, which can be newer: both
   * would replace each other without end.
   */
  readonly version: number;
  readonly onText: (text: string) => void;
  readonly onTooLong: (message: string) => void;
}

interface EditorProperties<Found> extends TextProperties {
  readonly mistake: Found | undefined;
  readonly onSelect: (select: Select) => void;
}

/** The editor of the declaration. */
export function DeclarationEditor(properties: EditorProperties<Mistake>): JSX.Element {
  const latest = useRef(properties);
  latest.current = properties;
  const { parent, created } = useShadow((root) =>
    createCodeEditor(root, latest.current.text, {
      ...{ label: 'Declaration', language: 'typescript', maxHeight: 'var(--input-height, 26rem)' },
      maxLength: MAX_DECLARATION,
      onChange: (text) => latest.current.onText(text),
      onTooLong: () =>
        latest.current.onTooLong(`The declaration must not be longer than ${MAX_DECLARATION} characters.`),
    }),
  );
  useEffect(() => created.current?.setText(latest.current.text), [properties.version]);
  useEffect(() => created.current?.setMistake(properties.mistake), [properties.mistake, properties.text]);
  useEffect(() => {
    properties.onSelect(() => {
      const { mistake } = latest.current;
      if (mistake !== undefined) created.current?.select(mistake);
    });
  }, []);
  return <div ref={parent} />;
}

/** Creates the editor of the explorer for JSON without a schema. */
function useJsonEditor(
  label: string,
  { text, version, onText, onTooLong }: TextProperties,
): ReturnType<typeof useShadow<Editor>> {
  const latest = useRef({ text, onText, onTooLong });
  latest.current = { text, onText, onTooLong };
  const tooLong = `The ${label.toLowerCase()} must not be longer than ${MAX_RECORDS} characters.`;
  const shadow = useShadow((root) =>
    createEditor(root, latest.current.text, {
      onChange: (next) => latest.current.onText(next),
      onSubmit: () => undefined,
      validate: async () => ({}),
      known: () => new Map(),
      type: () => undefined,
      extensions: [
        frame(label, 'var(--input-height, 18rem)'),
        lengthLimit(MAX_RECORDS, () => latest.current.onTooLong(tooLong)),
      ],
    }),
  );
  useEffect(() => shadow.created.current?.setText(latest.current.text), [version]);
  return shadow;
}

/** The editor of the records. */
export function RecordsEditor(properties: EditorProperties<RecordsMistake>): JSX.Element {
  const latest = useRef(properties);
  latest.current = properties;
  const { parent, created } = useJsonEditor('Records', properties);
  useEffect(() => {
    const { mistake } = properties;
    // The editor marks itself where the text stops to be JSON.
    const isShown = mistake !== undefined && mistake.location === undefined;
    created.current?.setProblems(isShown ? [{ ...mistake, source: 'records' }] : []);
  }, [properties.mistake, properties.text]);
  useEffect(() => {
    properties.onSelect(() => {
      const { mistake } = latest.current;
      if (mistake?.location !== undefined) created.current?.selectSyntaxError();
      else created.current?.select(mistake ?? { pointer: '' });
    });
  }, []);
  return <div ref={parent} />;
}

/** The editor of the document of a request. */
export function BodyEditor(properties: TextProperties): JSX.Element {
  return <div ref={useJsonEditor('Request document', properties).parent} />;
}

interface CodeViewProperties {
  readonly text: string;
  readonly language: Language;
  /** As CSS writes it. */
  readonly maxHeight?: string | undefined;
}

/** A string that cannot be changed. */
export function CodeView({ text, language, maxHeight = '44rem' }: CodeViewProperties): JSX.Element {
  const { parent, created } = useShadow((root) =>
    createCodeEditor(root, text, { label: 'Result', language, maxHeight, isReadOnly: true }),
  );
  useEffect(() => created.current?.setText(text, language), [text, language]);
  return <div ref={parent} />;
}
