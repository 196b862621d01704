import type { JSX } from 'preact';
import { cut, type Json } from '../state/json.ts';
import type { KnownField } from '../state/knowledge.ts';
import { FieldInput } from './field-input.tsx';
import { RelationshipInput } from './relationship-input.tsx';

const MAX_NAME = 200;

interface ValueInputProperties {
  readonly id: string;
  readonly field: KnownField;
  readonly value: Json | undefined;
  /** The id of the element that says what is wrong. Undefined if nothing is. */
  readonly mistake: string | undefined;
  readonly onValue: (value: Json | undefined) => void;
}

/** The control for the value of a field outside of a form, with the name of the field. */
export function ValueInput({ id, field, value, mistake, onValue }: ValueInputProperties): JSX.Element {
  if (field.kind !== 'attribute')
    return (
      <fieldset class="field">
        <legend class="name">{cut(field.name, MAX_NAME)}</legend>
        <RelationshipInput field={field} value={value} onValue={onValue} />
      </fieldset>
    );
  return (
    <div class="field">
      <label class="name" for={id}>
        {cut(field.name, MAX_NAME)}
      </label>
      <div class="control">
        <FieldInput
          {...{ id, value, onValue }}
          schema={field.schema}
          canBeAbsent={false}
          isInvalid={mistake !== undefined}
          describedBy={mistake}
        />
      </div>
    </div>
  );
}
