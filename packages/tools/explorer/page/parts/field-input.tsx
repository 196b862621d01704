import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { type Json, parseJson } from '../state/json.ts';
import { isSame } from '../state/preview.ts';
import { type Shape, shapeOf } from '../state/schema.ts';
import { Choice } from './controls.tsx';

interface Properties {
  readonly id: string;
  readonly schema: Json | undefined;
  /** `undefined` if the document does not contain the attribute. */
  readonly value: Json | undefined;
  /** Whether an empty control means that the document does not contain the attribute. */
  readonly canBeAbsent: boolean;
  readonly isInvalid: boolean;
  readonly describedBy: string | undefined;
  readonly onValue: (value: Json | undefined) => void;
}

/** A longer text gets several lines. */
const MAX_LINE = 80;

/** Returns the text of a value in a control. */
function textOf(value: Json | undefined, { kind }: Shape): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' && kind !== 'json' ? value : JSON.stringify(value, null, 2);
}

/** Returns the value that a string means. A string that means none stays a string, so that the check can say so. */
function readValue(text: string, { kind, isNullable, format }: Shape, canBeAbsent: boolean): Json | undefined {
  if (text === '') {
    if (canBeAbsent) return undefined;
    return isNullable && (kind !== 'text' || format !== '') ? null : '';
  }
  if (kind === 'integer' || kind === 'number')
    return Number.isFinite(Number(text)) && text.trim() !== '' ? Number(text) : text;
  return kind === 'json' ? (parseJson(text) ?? text) : text;
}

/** The control for a value of an attribute, as its schema describes it. */
export function FieldInput(properties: Properties): JSX.Element {
  const { id, schema, value, isInvalid, describedBy, canBeAbsent, onValue } = properties;
  const shape = shapeOf(schema);
  const common = { id, 'aria-invalid': isInvalid, 'aria-describedby': describedBy };
  if (shape.kind === 'enum' || shape.kind === 'boolean') {
    const values = shape.kind === 'boolean' ? [true, false] : shape.values;
    const options: readonly Json[] = shape.isNullable ? [...values, null] : values;
    const index = value === undefined ? -1 : options.findIndex((it) => isSame(it, value));
    const isOther = value !== undefined && index === -1;
    const none = canBeAbsent || index === -1 ? [['-1', '–'] as const] : [];
    const other = isOther ? [['other', JSON.stringify(value)] as const] : [];
    const known = options.map((it, place) => [`${place}`, typeof it === 'string' ? it : JSON.stringify(it)] as const);
    return (
      <Choice
        {...common}
        value={isOther ? 'other' : `${index}`}
        options={[...none, ...other, ...known]}
        onChoose={(place) => onValue(options[Number(place)])}
      />
    );
  }
  return <TextInput {...properties} shape={shape} />;
}

function TextInput({ shape, ...properties }: Properties & { readonly shape: Shape }): JSX.Element {
  const { id, value, canBeAbsent, isInvalid, describedBy, onValue } = properties;
  // The text can be incomplete while the user types, such as "1." or "[": the control keeps the text, and the document the value.
  const [text, setText] = useState(() => textOf(value, shape));
  // Before the page is painted: the text and the value are never seen apart.
  useLayoutEffect(() => {
    if (!isSame(readValue(text, shape, canBeAbsent), value)) setText(textOf(value, shape));
  }, [value]);
  // A control must not be replaced while the user types in it.
  const [isLongAtFirst] = useState(text.length > MAX_LINE || text.includes('\n'));
  const { kind, isNullable, format, maxLength } = shape;
  const common = {
    id,
    value: text,
    'aria-invalid': isInvalid,
    'aria-describedby': describedBy,
    autocomplete: 'off',
    spellcheck: false,
    // A string can be in a language that is written from right to left.
    dir: 'auto' as const,
    placeholder: placeholderOf(value, shape),
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }): void => {
      setText(currentTarget.value);
      onValue(readValue(currentTarget.value, shape, canBeAbsent));
    },
  };
  const inputMode = kind === 'integer' ? 'numeric' : kind === 'number' ? 'decimal' : 'text';
  const hasLines = (maxLength > 255 && Number.isFinite(maxLength)) || isLongAtFirst;
  const isLong = kind === 'json' || (kind === 'text' && format === '' && hasLines);
  const isDate = kind === 'date' && (text === '' || /^\d{4}-\d\d-\d\d$/.test(text));
  return (
    <>
      {isLong ? (
        <textarea
          {...common}
          rows={Math.min(Math.max(text.split('\n').length, 2), 12)}
          class={kind === 'json' ? 'mono' : ''}
        />
      ) : (
        <input {...common} {...(isDate ? ({ type: 'date' } as const) : ({ type: 'text', inputMode } as const))} />
      )}
      {isNullable && (
        <label class="is-null">
          <input
            type="checkbox"
            checked={value === null}
            aria-label={`${id.replace(/^(?:field|cell|change)-/, '')} is null`}
            onChange={(event) =>
              onValue(event.currentTarget.checked ? null : readValue('', { ...shape, isNullable: false }, canBeAbsent))
            }
          />{' '}
          null
        </label>
      )}
    </>
  );
}

function placeholderOf(value: Json | undefined, { kind, format }: Shape): string {
  if (value === null) return 'null';
  if (format === 'date-time') return '2026-01-31T12:00:00Z';
  return kind === 'json' ? 'JSON' : '';
}
