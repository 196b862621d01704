import type { DraftAttribute, DraftValue } from '../model/model.ts';
import { textCode } from './text-code.ts';

/** The text of an integer. */
export const LARGE_INTEGER: RegExp = /^-?\d+$/;

const codes: Readonly<Record<Exclude<DraftValue['kind'], 'text' | 'integer' | 'enum' | 'array'>, string>> = {
  'large integer': `z.string().regex(${LARGE_INTEGER})`,
  decimal: 'z.string()',
  number: 'z.number()',
  boolean: 'z.boolean()',
  uuid: 'z.guid()',
  date: 'z.iso.date()',
  instant: 'z.iso.datetime({ offset: true })',
  'local time': 'z.iso.datetime({ local: true })',
  json: 'z.json()',
};

function limitCode(name: string, limit: number | undefined): string {
  return limit === undefined ? '' : `.${name}(${limit})`;
}

function valueCode(value: DraftValue): string {
  switch (value.kind) {
    case 'text':
      return `z.string()${limitCode('max', value.maxLength)}`;
    case 'integer':
      return `z.int()${limitCode('min', value.min)}${limitCode('max', value.max)}`;
    case 'enum':
      return `z.enum([${value.labels.map(textCode).join(', ')}])`;
    case 'array':
      return `z.array(${valueCode(value.of)}.nullable())`;
    default:
      return codes[value.kind];
  }
}

/** Writes the schema of an attribute, which `attributeSchema` returns as a value. */
export function schemaCode({ value, nullable, hasDefault }: DraftAttribute): string {
  const code = valueCode(value) + (nullable ? '.nullable()' : '');
  if (hasDefault) return `${code}.optional()`;
  return nullable ? `${code}.default(null)` : code;
}
