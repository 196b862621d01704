import type { ColumnType } from './column-type.ts';

function describeArray({ of }: ColumnType, value: unknown): string {
  const isArray = Array.isArray(value) && of !== undefined && of.kind !== 'other';
  return isArray ? `an array, each element of which is ${describeColumn(of, undefined)}` : 'an array';
}

/** Returns what a value must be that a column rejected, for example "an integer from 0 to 255". */
export function describeColumn(type: ColumnType | undefined, value: unknown): string {
  if (typeof value === 'string' && (value.includes('\u0000') || type?.kind === 'json'))
    return 'without the character U+0000';
  if (typeof value === 'string' && value.startsWith('\ufeff')) return 'without U+FEFF at its beginning';
  switch (type?.kind) {
    case 'text':
      return type.maxLength === undefined
        ? `a text of at most ${type.maxBytes} bytes`
        : `a text of at most ${type.maxLength} characters`;
    case 'integer':
      return type.range === undefined ? 'an integer' : `an integer from ${type.range[0]} to ${type.range[1]}`;
    case 'numeric': {
      if (type.digits === undefined) return 'a decimal number';
      const [all, fraction] = type.digits;
      return `a decimal number with at most ${all - fraction} digits before the point and ${fraction} after it`;
    }
    case 'float':
      return 'a number in the range of its type';
    case 'uuid':
      return 'a UUID';
    case 'date':
      return 'a date, for example 2026-02-28';
    case 'timestamp':
      return 'a date with a time, for example 2026-02-28T10:00:00Z';
    case 'array':
      return describeArray(type, value);
    case 'binary':
      return 'bytes in base64, for example "aGk="';
    default:
      return 'a value that can be stored';
  }
}
