import type { MessagePart } from '@linkage/core';
import { columnKinds } from './column-kinds.ts';
import type { ColumnType } from './column-type.ts';
import { expected } from './kind-facts.ts';

/** Returns what a value must be that a column rejected, for example "an integer from 0 to 255". */
export function describeColumn(type: ColumnType | undefined, value: unknown): MessagePart {
  if (typeof value === 'string' && (value.includes('\u0000') || type?.kind === 'json'))
    return expected('withoutNul', {});
  if (typeof value === 'string' && value.startsWith('\ufeff')) return expected('withoutMark', {});
  if (typeof value === 'string' && type?.characters?.test(value) === false) return expected('storable', {});
  return columnKinds[type?.kind ?? 'other'].expected(type ?? { kind: 'other' }, value);
}
