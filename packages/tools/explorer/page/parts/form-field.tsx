import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { usePage } from '../hooks/use-page.ts';
import type { Submission } from '../hooks/use-submission.ts';
import { pointerOf, valueOfField, withField, wordsOfField } from '../state/form.ts';
import { cut, type Json } from '../state/json.ts';
import type { KnownField } from '../state/knowledge.ts';
import { isSame } from '../state/preview.ts';
import { problemsOf } from './body-editor.tsx';
import { Small } from './controls.tsx';
import { FieldInput } from './field-input.tsx';
import { MembersReader } from './members-reader.tsx';
import { RelationshipInput } from './relationship-input.tsx';

const MAX_NAME = 200;
const MAX_DESCRIPTION = 500;

/** A field of a form: its control, its description, and what is wrong with its value. */
export function Field({
  field,
  value,
  isNew,
  submission: { mistakes, showsAll },
}: {
  readonly field: KnownField;
  readonly value: Json | undefined;
  readonly isNew: boolean;
  readonly submission: Submission;
}): JSX.Element {
  const { address, draft, requests } = usePage();
  const [isTouched, touch] = useState(false);
  const { name, kind, required, schema } = field;
  const read = draft.base?.version.resource;
  const id = `field-${name}`;
  const place = pointerOf(field);
  const answered = problemsOf(requests.answer, address).find(({ pointer }) => `${pointer}/`.startsWith(`${place}/`));
  const mistake = isTouched || showsAll ? mistakes.get(name) : undefined;
  const message = mistake ?? answered?.message;
  const before = read === undefined ? undefined : valueOfField({ data: read }, field);
  const isChanged = read !== undefined && value !== undefined && !isSame(before, value);
  const set = (next: Json | undefined): void => {
    touch(true);
    draft.setText(withField(draft.text, field, next));
  };
  const described = [message === undefined ? '' : `${id}-mistake`, `${id}-words`].filter(Boolean).join(' ');
  const label = (
    <>
      {cut(name, MAX_NAME)}
      {required && <span aria-hidden="true"> *</span>}
    </>
  );
  const notes = <FieldNotes field={field} message={message} />;
  const change = isChanged && (
    <Small aria-label={`Restore ${name}`} onClick={() => set(before)}>
      Restore
    </Small>
  );
  if (kind !== 'attribute') {
    return (
      <fieldset class={isChanged ? 'field changed' : 'field'} aria-describedby={described}>
        <legend class="name">{label}</legend>
        {kind === 'to-many' && draft.base !== undefined && read !== undefined && value === undefined ? (
          <MembersReader field={field} base={draft.base} resource={read} />
        ) : (
          <RelationshipInput field={field} value={value} onValue={set} />
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

/** What a field contains, and what is wrong with it. The control refers to both by their ids. */
function FieldNotes({
  field,
  message,
}: {
  readonly field: KnownField;
  readonly message: string | undefined;
}): JSX.Element {
  const { name, required } = field;
  return (
    <>
      <span class="dim words" id={`field-${name}-words`}>
        {required && <span class="hidden">required, </span>}
        {cut(wordsOfField(field), MAX_DESCRIPTION)}
      </span>
      {message !== undefined && (
        <span class="bad" id={`field-${name}-mistake`}>
          {message}
        </span>
      )}
    </>
  );
}
