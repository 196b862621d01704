import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../hooks/use-page.ts';
import type { Submission } from '../hooks/use-submission.ts';
import { formFields, valueOfField } from '../state/form.ts';
import { isObject, type Json, member, objectAt, parseJson, toText } from '../state/json.ts';
import type { KnownType } from '../state/knowledge.ts';
import { draftOfCreate, emptyDraft } from '../text/draft.ts';
import { BodyEditor } from './body-editor.tsx';
import { ignoreRepeats, Small, submits, TextBox } from './controls.tsx';
import { Field } from './form-field.tsx';
import { RejectionNote } from './rejection-note.tsx';

const MAX_FIELDS = 100;

/** The resource of a request as a form: a control for each field that a request can contain. The form and the text always agree. */
function ResourceForm({
  type,
  isNew,
  submission,
}: Pick<Properties, 'submission'> & { readonly type: KnownType; readonly isNew: boolean }): JSX.Element {
  const { text: body, setText } = usePage().draft;
  const document = parseJson(body);
  const [shown, setShown] = useState(MAX_FIELDS);
  if (body.trim() !== '' && !isObject(document))
    return <p class="bad">The text is not a JSON object. Choose “JSON” to correct it.</p>;
  const fields = formFields(type);
  return (
    <div class="form">
      {isNew && type.clientIds && (
        <label class="field" for="field-id">
          <span class="name">id</span>
          <TextBox id="field-id" value={idOf(document)} onText={(id) => setText(withId(document, id))} />
        </label>
      )}
      {fields.slice(0, shown).map((field) => (
        <Field key={field.name} {...{ field, isNew, submission }} value={valueOfField(document, field)} />
      ))}
      {fields.length > shown && (
        <Small onClick={() => setShown(shown + MAX_FIELDS)}>{fields.length - shown} more fields</Small>
      )}
      {fields.some(({ required }) => required) && <p class="dim">* required</p>}
    </div>
  );
}

function idOf(document: Json | undefined): string {
  const id = member(member(document, 'data'), 'id');
  return typeof id === 'string' ? id : '';
}

function withId(document: Json | undefined, id: string): string {
  const { type, id: _, ...fields } = objectAt(document, 'data');
  const data = { ...(type !== undefined && { type }), ...(id !== '' && { id }), ...fields };
  return toText({ ...(isObject(document) && document), data });
}

/** How the user edits a document. */
export type View = 'form' | 'json';

interface Properties {
  /** The type of the resource of the request. */
  readonly type: KnownType | undefined;
  readonly view: View;
  readonly onView: (view: View) => void;
  /** The editor of the text has received the focus. */
  readonly onEditor: () => void;
  readonly submission: Submission;
}

/** The document of a request: as a form, if it is a resource of a type that the page knows, or as JSON. */
export function DocumentView({ type, view, onView, onEditor, submission }: Properties): JSX.Element {
  const { address, draft } = usePage();
  const isNew = address.method === 'POST';
  // A form begins empty, and a string with the names of all fields. What the user has written stays as it is.
  useEffect(() => {
    if (type === undefined || !isNew) return;
    const [full, empty] = [draftOfCreate(type), emptyDraft(type)];
    if (view === 'form' && draft.text === full) draft.setText(empty);
    if (view === 'json' && draft.text === empty) draft.setText(full);
  }, [view, address, type, draft.text]);
  const submit = (): void => void submission.submit('document');
  return (
    <div class="document">
      {type !== undefined && (
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
      {type !== undefined && view === 'form' ? (
        // The page itself says what is wrong, beside the button.
        <form noValidate onSubmit={submits(submit)} onKeyDown={ignoreRepeats}>
          <ResourceForm
            key={`${address.method} ${type.name} ${address.target}`}
            type={type}
            isNew={isNew}
            submission={submission}
          />
          <button type="submit" class="primary">
            {isNew ? 'Create' : 'Save the changes'}
          </button>
          <RejectionNote at="document" submission={submission} />
        </form>
      ) : (
        <div onFocusIn={onEditor}>
          <BodyEditor type={type} onSubmit={submit} />
        </div>
      )}
    </div>
  );
}
