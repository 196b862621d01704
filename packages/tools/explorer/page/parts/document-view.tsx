import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Settings } from '../settings.ts';
import type { Address } from '../state/address.ts';
import type { Knowledge, KnownType } from '../state/knowledge.ts';
import type { Answer, HeaderField } from '../state/send.ts';
import type { Validate } from '../state/validate.ts';
import { draftOfCreate, emptyDraft } from '../text/draft.ts';
import { BodyEditor, problemsOf } from './body-editor.tsx';
import { ResourceForm } from './resource-form.tsx';
import type { Draft } from './use-draft.ts';

/** How the user edits a document. */
export type View = 'form' | 'json';

interface Properties {
  readonly settings: Settings;
  readonly known: Knowledge;
  /** The type of the resource of the request. */
  readonly type: KnownType | undefined;
  readonly address: Address;
  readonly draft: Draft;
  readonly headers: readonly HeaderField[];
  readonly answer: Answer | undefined;
  readonly validate: Validate;
  readonly view: View;
  readonly onView: (view: View) => void;
  /** The editor of the text has received the focus. */
  readonly onEditor: () => void;
  readonly mistakes: ReadonlyMap<string, string>;
  readonly showsAll: boolean;
  readonly onSubmit: () => void;
  /** Why the last press of the button at the end sent nothing. */
  readonly refusal: JSX.Element | null;
}

/** The document of a request: as a form, if it is a resource of a type that the page knows, or as JSON. */
export function DocumentView(properties: Properties): JSX.Element {
  const { settings, known, type, address, draft, headers, answer, view, onView, mistakes, showsAll } = properties;
  const isNew = address.method === 'POST';
  const hasForm = type !== undefined;
  // A form begins empty, and a text with the names of all fields. What the user has written stays as it is.
  useEffect(() => {
    if (type === undefined || !isNew) return;
    const [full, empty] = [draftOfCreate(type), emptyDraft(type)];
    if (view === 'form' && draft.text === full) draft.setText(empty);
    if (view === 'json' && draft.text === empty) draft.setText(full);
  }, [view, address, type, draft.text]);
  return (
    <div class="document">
      {hasForm && (
        <fieldset class="views">
          <legend class="hidden">Edit the document as</legend>
          {(['form', 'json'] as const).map((it) => (
            <label key={it}>
              <input type="radio" name="view" checked={view === it} onChange={() => onView(it)} />{' '}
              {it === 'form' ? 'Form' : 'JSON'}
            </label>
          ))}
        </fieldset>
      )}
      {hasForm && view === 'form' ? (
        <form
          // The page itself says what is wrong, beside the button.
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            properties.onSubmit();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && event.repeat) event.preventDefault();
          }}
        >
          <ResourceForm
            key={`${address.method} ${type.name} ${address.target}`}
            type={type}
            body={draft.text}
            isNew={isNew}
            base={draft.base}
            mistakes={mistakes}
            showsAll={showsAll}
            problems={problemsOf(answer, address)}
            context={{ settings, known, headers }}
            onBody={draft.setText}
            onMembers={draft.addMembers}
          />
          <button type="submit" class="primary">
            {isNew ? 'Create' : 'Save the changes'}
          </button>
          {properties.refusal}
        </form>
      ) : (
        <div onFocusIn={properties.onEditor}>
          <BodyEditor {...properties} body={draft.text} onBody={draft.setText} />
        </div>
      )}
    </div>
  );
}
