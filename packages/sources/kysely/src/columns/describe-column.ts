import type { TextPart } from '@linkage/core';
import { expectedTexts, textPart, type ValuesOf } from '@linkage/core/internal';
import type { ColumnType } from './column-type.ts';

type Name = keyof typeof expectedTexts.expected;

function expected<const It extends Name>(name: It, values: ValuesOf<`expected.${It}`>): TextPart {
  return textPart(expectedTexts, `expected.${name}`, values);
}

function describeArray({ of }: ColumnType, value: unknown): TextPart {
  const isArray = Array.isArray(value) && of !== undefined && of.kind !== 'other';
  return isArray ? expected('arrayOf', { expected: describeColumn(of, undefined) }) : expected('array', {});
}

/** Returns what a value must be that a column rejected, for example "an integer from 0 to 255". */
export function describeColumn(type: ColumnType | undefined, value: unknown): TextPart {
  if (typeof value === 'string' && (value.includes('\u0000') || type?.kind === 'json'))
    return expected('withoutNul', {});
  if (typeof value === 'string' && value.startsWith('\ufeff')) return expected('withoutMark', {});
  if (typeof value === 'string' && type?.characters?.test(value) === false) return expected('storable', {});
  switch (type?.kind) {
    case 'text':
      return type.maxLength === undefined
        ? expected('textOfBytes', { limit: String(type.maxBytes) })
        : expected('text', { limit: type.maxLength });
    case 'integer': {
      const [least, greatest] = type.range ?? [];
      return least === undefined || greatest === undefined
        ? expected('integer', {})
        : expected('integerInRange', { least: String(least), greatest: String(greatest) });
    }
    case 'numeric': {
      if (type.digits === undefined) return expected('decimal', {});
      const [all, fraction] = type.digits;
      return expected('decimalOfDigits', { digits: all - fraction, fraction });
    }
    case 'float':
      return expected('number', {});
    case 'uuid':
    case 'date':
    case 'timestamp':
      return expected(type.kind, {});
    case 'array':
      return describeArray(type, value);
    case 'binary':
      return expected('bytes', {});
    default:
      return expected('storable', {});
  }
}
