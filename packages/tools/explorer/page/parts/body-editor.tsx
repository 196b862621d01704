import type { DocumentRole } from '@linkage/core';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Address } from '../state/address.ts';
import { isObject, member } from '../state/json.ts';
import type { Knowledge, KnownType } from '../state/knowledge.ts';
import { shortText } from '../state/preview.ts';
import type { Answer } from '../state/send.ts';
import type { Validate } from '../state/validate.ts';
import { createEditor, type Editor, type Problem } from '../text/editor.ts';

interface Properties {
  readonly known: Knowledge;
  readonly type: KnownType | undefined;
  readonly address: Address;
  readonly body: string;
  readonly answer: Answer | undefined;
  readonly validate: Validate;
  readonly onBody: (body: string) => void;
  readonly onSubmit: () => void;
}

const MAX_PROBLEMS = 100;

/** The role of a document in a request. */
function roleOf({ method, target }: Address): DocumentRole | undefined {
  if (target.includes('/relationships/')) return method === 'PATCH' ? 'update-relationship' : 'relationship';
  return method === 'POST' ? 'create' : 'update';
}

/** Returns the errors of the response that point into the document that was sent. */
export function problemsOf(answer: Answer | undefined, { method, target }: Address): readonly Problem[] {
  if (answer === undefined || answer.address.method !== method || answer.address.target !== target) return [];
  const errors = member(answer.document, 'errors');
  return (Array.isArray(errors) ? errors : [])
    .filter(isObject)
    .slice(0, MAX_PROBLEMS)
    .flatMap((error) => {
      const pointer = member(member(error, 'source'), 'pointer');
      const message = member(error, 'detail') ?? member(error, 'title');
      return typeof pointer === 'string'
        ? [
            {
              pointer,
              message: shortText(message ?? 'Error', 500),
              source: shortText(member(error, 'code') ?? '', 100),
            },
          ]
        : [];
    });
}

/** The document of a request, validated while the user types. */
export function BodyEditor({
  known,
  type,
  address,
  body,
  answer,
  validate,
  onBody,
  onSubmit,
}: Properties): JSX.Element {
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);
  const latest = useRef({ known, type, address, validate, onBody, onSubmit });
  latest.current = { known, type, address, validate, onBody, onSubmit };
  useEffect(() => {
    if (parent.current === null) return undefined;
    // Browsers accept the style sheets of the editor under the content security policy only in a shadow tree.
    const root = parent.current.shadowRoot ?? parent.current.attachShadow({ mode: 'open' });
    const created = createEditor(root, body, {
      onChange: (text) => latest.current.onBody(text),
      onSubmit: () => latest.current.onSubmit(),
      validate: (text) => {
        const isAtomic = text.includes('"atomic:operations"');
        return latest.current.validate({
          text,
          as: isAtomic ? undefined : roleOf(latest.current.address),
          isSparse: false,
          isAtomic,
        });
      },
      known: () => latest.current.known,
      type: () => latest.current.type,
    });
    editor.current = created;
    return () => created.destroy();
  }, []);
  useEffect(() => editor.current?.setText(body), [body]);
  useEffect(() => editor.current?.setProblems(problemsOf(answer, address)), [answer]);
  return (
    <div class="editor">
      <div ref={parent} />
      <p class="dim keys">
        Ctrl+Space completes names. Ctrl+Enter sends the request. Escape, then Tab leaves the editor.
      </p>
    </div>
  );
}
