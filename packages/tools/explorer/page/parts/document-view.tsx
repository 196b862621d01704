import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../hooks/use-page.ts';
import type { Submission } from '../hooks/use-submission.ts';
import { formFields, valueOfField } from '../state/form.ts';
import { cut, isObject, type Json, member, objectAt, parseJson, toText } from '../state/json.ts';
import type { KnownField, KnownType } from '../state/knowledge.ts';
import { draftOfCreate, emptyDraft } from '../text/draft.ts';
import { BodyEditor } from './body-editor.tsx';
import { ignoreRepeats, Small, submits, TextBox } from './controls.tsx';
import { Field } from './form-field.tsx';
import { RejectionNote } from './rejection-note.tsx';
import { RelationshipInput } from './relationship-input.tsx';

const MAX_FIELDS = 100;
const MAX_NAME = 200;

/** The resource of a request as a form: a control for each field that a request can contain. The form and the text always agree. */
function ResourceForm({
  type,
  isNew,
  submission,
}: Pick<Properties, 'submission'> & { readonly type: KnownType; readonly isNew: boolean }): JSX.Element {
  const { text: body, setText } = usePage().draft;
  const document = parseJson(body);
  const [shown, setShown] = useState(MAX_FIELDS);
  if (body.trim() !== '' && !isObject(document)) return <NotObject />;
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
  /** The relationship whose members the request contains. */
  readonly field: KnownField | undefined;
  readonly view: View;
  readonly onView: (view: View) => void;
  /** The editor of the text has received the focus. */
  readonly onEditor: () => void;
  readonly submission: Submission;
}

/** The members in a request to the URL of a relationship. */
function MembersForm({ field }: { readonly field: KnownField }): JSX.Element {
  const { text, setText } = usePage().draft;
  const document = parseJson(text);
  if (text.trim() !== '' && !isObject(document)) return <NotObject />;
  const set = (data: Json | undefined): void =>
    setText(toText({ ...(isObject(document) && document), data: data ?? [] }));
  return (
    <fieldset class="field">
      <legend class="name">{cut(field.name, MAX_NAME)}</legend>
      <RelationshipInput field={field} value={member(document, 'data')} onValue={set} />
    </fieldset>
  );
}

function NotObject(): JSX.Element {
  return <p class="bad">The text is not a JSON object. Choose “JSON” to correct it.</p>;
}

const words = { POST: 'Add the members', PATCH: 'Replace the members', DELETE: 'Remove the members' } as const;

/** The document of a request: as a form, if it is a resource or a relationship of a type that the page knows, or as JSON. */
export function DocumentView({ type, field, view, onView, onEditor, submission }: Properties): JSX.Element {
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
  const hasForm = (type ?? field) !== undefined;
  const word = isNew ? 'Create' : 'Save the changes';
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
        // The page itself says what is wrong, beside the button.
        <form noValidate onSubmit={submits(submit)} onKeyDown={ignoreRepeats}>
          {type !== undefined && (
            <ResourceForm
              key={`${address.method} ${type.name} ${address.target}`}
              type={type}
              isNew={isNew}
              submission={submission}
            />
          )}
          {type === undefined && field !== undefined && <MembersForm key={address.target} field={field} />}
          <button type="submit" class="primary">
            {type === undefined ? words[address.method as keyof typeof words] : word}
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
