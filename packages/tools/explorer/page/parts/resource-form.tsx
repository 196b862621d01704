import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { usePage } from '../hooks/use-page.ts';
import type { Submission } from '../hooks/use-submission.ts';
import { formFields, valueOfField } from '../state/form.ts';
import { isObject, type Json, member, objectAt, parseJson, toText } from '../state/json.ts';
import type { KnownType } from '../state/knowledge.ts';
import { Small, TextBox } from './controls.tsx';
import { Field } from './form-field.tsx';

const MAX_FIELDS = 100;

interface Properties {
  readonly type: KnownType;
  readonly isNew: boolean;
  readonly submission: Submission;
}

/** The resource of a request as a form: a control for each field that a request can contain. The form and the text always agree. */
export function ResourceForm({ type, isNew, submission }: Properties): JSX.Element {
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
