import type { DocumentRole } from '@linkage/core';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { usePage } from '../hooks/use-page.ts';
import type { Address } from '../state/address.ts';
import { errorsOf, member } from '../state/json.ts';
import type { KnownType } from '../state/knowledge.ts';
import { shortText } from '../state/preview.ts';
import type { Answer } from '../state/send.ts';
import { createEditor, type Editor, type Problem } from '../text/editor.ts';

const MAX_PROBLEMS = 100;

/** The role of a document in a request. */
function roleOf({ method, target }: Address): DocumentRole | undefined {
  if (target.includes('/relationships/')) return method === 'PATCH' ? 'update-relationship' : 'relationship';
  return method === 'POST' ? 'create' : 'update';
}

/** Returns the errors of the response that point into the document that was sent. */
export function problemsOf(answer: Answer | undefined, { method, target }: Address): readonly Problem[] {
  if (answer === undefined || answer.address.method !== method || answer.address.target !== target) return [];
  return errorsOf(answer.document)
    .slice(0, MAX_PROBLEMS)
    .flatMap((error): readonly Problem[] => {
      const pointer = member(member(error, 'source'), 'pointer');
      if (typeof pointer !== 'string') return [];
      const message = shortText(member(error, 'detail') ?? member(error, 'title') ?? 'Error', 500);
      return [{ pointer, message, source: shortText(member(error, 'code') ?? '', 100) }];
    });
}

interface BodyEditorProperties {
  readonly type: KnownType | undefined;
  readonly onSubmit: () => void;
}

/** The document of a request, validated while the user types. */
export function BodyEditor({ type, onSubmit }: BodyEditorProperties): JSX.Element {
  const page = usePage();
  const { address, draft, requests } = page;
  const { answer } = requests;
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);
  const latest = useRef({ ...page, type, onSubmit });
  latest.current = { ...page, type, onSubmit };
  useEffect(() => {
    if (parent.current === null) return undefined;
    // Browsers accept the style sheets of the editor under the content security policy only in a shadow tree.
    const root = parent.current.shadowRoot ?? parent.current.attachShadow({ mode: 'open' });
    const created = createEditor(root, draft.text, {
      onChange: (text) => latest.current.draft.setText(text),
      onSubmit: () => latest.current.onSubmit(),
      validate: (text) => {
        const isAtomic = text.includes('"atomic:operations"');
        const as = isAtomic ? undefined : roleOf(latest.current.address);
        return latest.current.validate({ text, as, isSparse: false, isAtomic });
      },
      known: () => latest.current.known,
      type: () => latest.current.type,
    });
    editor.current = created;
    return () => created.destroy();
  }, []);
  useEffect(() => editor.current?.setText(draft.text), [draft.text]);
  useEffect(() => editor.current?.setProblems(problemsOf(answer, address)), [answer]);
  return (
    <div class="editor">
      <div ref={parent} />
      <p class="dim keys">Ctrl+Space completes names. Ctrl+Enter sends the request.</p>
    </div>
  );
}
