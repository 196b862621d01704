import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { formFields, pointerOf, valueOfField, withField } from '../state/form.ts';
import { cut, isObject, type Json, type JsonObject, member, parseJson } from '../state/json.ts';
import type { KnownField, KnownType } from '../state/knowledge.ts';
import { isSame } from '../state/preview.ts';
import { wordsOf } from '../state/schema.ts';
import type { Base } from '../state/versions.ts';
import type { Problem } from '../text/editor.ts';
import { FieldInput } from './field-input.tsx';
import { MembersReader, relationshipTarget } from './members-reader.tsx';
import { RelationshipInput } from './relationship-input.tsx';
import type { PickerContext } from './resource-picker.tsx';

const MAX_NAME = 200;
const MAX_DESCRIPTION = 500;
const MAX_FIELDS = 100;

interface Properties {
  readonly type: KnownType;
  /** The text of the document. The form and the text always agree. */
  readonly body: string;
  readonly isNew: boolean;
  /** The resource as the user has read it. */
  readonly base: Base | undefined;
  readonly mistakes: ReadonlyMap<string, string>;
  /** Whether to show the mistakes of fields that the user has not changed, too. */
  readonly showsAll: boolean;
  readonly problems: readonly Problem[];
  readonly context: PickerContext;
  readonly onBody: (body: string) => void;
  /** Receives the members of a relationship that the resource did not contain. */
  readonly onMembers: (name: string, members: readonly JsonObject[]) => void;
}

/** The resource of a request as a form: a control for each field that a request can contain. */
export function ResourceForm(properties: Properties): JSX.Element {
  const { type, body, isNew, onBody } = properties;
  const document = parseJson(body);
  const [shown, setShown] = useState(MAX_FIELDS);
  if (body.trim() !== '' && !isObject(document))
    return <p class="bad">The text is not a JSON object. Choose “JSON” to correct it.</p>;
  const fields = formFields(type);
  return (
    <div class="form">
      {isNew && type.clientIds && (
        <label class="field">
          <span class="name">id</span>
          <input
            id="field-id"
            value={idOf(document)}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => onBody(withId(document, event.currentTarget.value))}
          />
        </label>
      )}
      {fields.slice(0, shown).map((field) => (
        <Field key={field.name} {...properties} field={field} value={valueOfField(document, field)} />
      ))}
      {fields.length > shown && (
        <button type="button" class="small" onClick={() => setShown(shown + MAX_FIELDS)}>
          {fields.length - shown} more fields
        </button>
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
  const data = member(document, 'data');
  const { id: _, ...others } = isObject(data) ? data : {};
  const { type, ...fields } = others as JsonObject;
  return JSON.stringify(
    {
      ...(isObject(document) && document),
      data: { ...(type !== undefined && { type }), ...(id !== '' && { id }), ...fields },
    },
    null,
    2,
  );
}

function Field({
  field,
  value,
  body,
  isNew,
  base,
  mistakes,
  showsAll,
  problems,
  context,
  onBody,
  onMembers,
}: Properties & { readonly field: KnownField; readonly value: Json | undefined }): JSX.Element {
  const [isTouched, touch] = useState(false);
  const { name, kind, required, description, schema } = field;
  const read = base?.version.resource;
  const id = `field-${name}`;
  const answered = problems.find(
    ({ pointer }) => pointer === pointerOf(field) || pointer.startsWith(`${pointerOf(field)}/`),
  );
  const mistake = isTouched || showsAll ? mistakes.get(name) : undefined;
  const message = mistake ?? answered?.message;
  const before = read === undefined ? undefined : valueOfField({ data: read }, field);
  const isChanged = read !== undefined && value !== undefined && !isSame(before, value);
  const set = (next: Json | undefined): void => {
    touch(true);
    onBody(withField(body, field, next));
  };
  const words = kind === 'attribute' ? wordsOf(schema) : [kind, field.targets.join(', ')].filter(Boolean).join(' ');
  const described = [message === undefined ? '' : `${id}-mistake`, `${id}-words`].filter(Boolean).join(' ');
  const label = (
    <>
      {cut(name, MAX_NAME)}
      {required && <span aria-hidden="true"> *</span>}
    </>
  );
  const notes = (
    <>
      <span class="dim words" id={`${id}-words`}>
        {required && <span class="hidden">required, </span>}
        {cut(words, MAX_DESCRIPTION)}
        {description !== undefined && ` – ${cut(description, MAX_DESCRIPTION)}`}
      </span>
      {message !== undefined && (
        <span class="bad" id={`${id}-mistake`}>
          {message}
        </span>
      )}
    </>
  );
  const change = isChanged && (
    <button type="button" class="small" aria-label={`Restore ${name}`} onClick={() => set(before)}>
      Restore
    </button>
  );
  if (kind !== 'attribute') {
    return (
      <fieldset class={isChanged ? 'field changed' : 'field'} aria-describedby={described}>
        <legend class="name">{label}</legend>
        {kind === 'to-many' && base !== undefined && read !== undefined && value === undefined ? (
          <MembersReader
            name={name}
            target={relationshipTarget(context.settings.api, base.target, name, read)}
            context={context}
            onMembers={(members) => {
              onMembers(name, members);
              onBody(withField(body, field, members));
            }}
          />
        ) : (
          <RelationshipInput field={field} value={value} context={context} onValue={set} />
        )}
        {change}
        {notes}
      </fieldset>
    );
  }
  return (
    <div class={isChanged ? 'field changed' : 'field'}>
      <label class="name" for={id}>
        {label}
      </label>
      <div class="control">
        <FieldInput
          id={id}
          schema={schema}
          value={value}
          canBeAbsent={isNew && !required}
          isInvalid={message !== undefined}
          describedBy={described}
          onValue={set}
        />
        {change}
      </div>
      {notes}
    </div>
  );
}
