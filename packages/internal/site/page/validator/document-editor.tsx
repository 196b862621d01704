import { EditorState } from '@codemirror/state';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { createEditor, type Editor } from '../../../../tools/explorer/page/text/editor.ts';
import type { Validation } from './check-text.ts';
import { createEchoes } from './echoes.ts';

/** The maximum length of a document in the editor, in UTF-16 code units. */
export const MAX_TEXT = 20_000_000;

interface Properties {
  readonly text: string;
  /** Changes when the same text must be checked again. */
  readonly version: unknown;
  readonly validate: (text: string) => Promise<Validation>;
  /** Receives the text after a change by the reader, and whether another document has replaced the whole text. */
  readonly onText: (text: string, isOther: boolean) => void;
  readonly onTooLong: (length: number) => void;
  readonly onEditor: (editor: Editor) => void;
}

/** The editor of the explorer, with a limit. */
export function DocumentEditor(properties: Properties): JSX.Element {
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);
  const latest = useRef(properties);
  const echoes = useRef(createEchoes());
  latest.current = properties;
  useEffect(() => {
    if (parent.current === null) return undefined;
    // Browsers accept the style sheets of the editor under the content security policy only in a shadow tree.
    const root = parent.current.shadowRoot ?? parent.current.attachShadow({ mode: 'open' });
    const limit = EditorState.transactionFilter.of((transaction) => {
      if (!transaction.docChanged || transaction.newDoc.length <= MAX_TEXT) return transaction;
      latest.current.onTooLong(transaction.newDoc.length);
      return [];
    });
    const created = createEditor(root, latest.current.text, {
      onChange: (text, isOther) => {
        echoes.current.note(text);
        latest.current.onText(text, isOther);
      },
      onSubmit: () => undefined,
      validate: (text) => latest.current.validate(text),
      known: () => new Map(),
      type: () => undefined,
      extensions: [limit],
    });
    editor.current = created;
    latest.current.onEditor(created);
    return () => created.destroy();
  }, []);
  useEffect(() => {
    if (!echoes.current.isEcho(properties.text)) editor.current?.setText(properties.text);
  }, [properties.text]);
  useEffect(() => editor.current?.setProblems([]), [properties.version]);
  return <div ref={parent} />;
}
