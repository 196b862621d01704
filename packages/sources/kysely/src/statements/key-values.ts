import type { JsonApiError } from '@linkage/core';
import { rejection } from '@linkage/core/internal';
import { type AliasedRawBuilder, type Expression, sql } from 'kysely';
import type { ColumnType } from '../columns/column-type.ts';
import type { KeyValues } from '../dialects/key-values.ts';
import { keyOf, partsOf } from '../mapping/key.ts';
import type { Table } from '../mapping/table.ts';
import type { Row } from './selected-columns.ts';

/** A position: the values of the keys as `KeyValues` writes them, and last the id as text. */
export type Position = readonly (null | number | string)[];

const alias = (index: number): string => `p${index}`;

/** Selects the values of the keys before those of the id, which is always selected. */
export function positionColumns(
  table: Pick<Table, 'dialect' | 'key'>,
  keys: readonly { readonly expression: Expression<unknown>; readonly type: ColumnType | undefined }[],
): AliasedRawBuilder<unknown, string>[] {
  const { write } = table.dialect.keyValues;
  return keys
    .slice(0, -table.key.length)
    .map(({ expression, type }, index) => sql`${write(expression, type)}`.as(alias(index)));
}

/** Returns the position of a row that has the columns of `positionColumns`. */
export function positionOf({ key }: Pick<Table, 'key'>, row: Row, id: unknown, keyCount: number): Position {
  const values = Array.from(
    { length: keyCount - key.length },
    (_, index) => row[alias(index)] as null | number | string,
  );
  return [...values, String(id)];
}

/** Returns the position of a row that has the columns of an order, whose number is not known. */
export function positionIn(table: Pick<Table, 'dialect' | 'key'>, row: Row, id: unknown): Position {
  let count = table.key.length;
  while (Object.hasOwn(row, alias(count - table.key.length))) count++;
  return positionOf(table, row, id, count);
}

/** Creates the error for a position that does not belong to the order of a page. */
export function positionError(name: 'after' | 'before', cause?: unknown): JsonApiError {
  const source = { parameter: `page[${name}]` };
  return rejection('PAGE_INVALID.position', source, source, { cause });
}

/**
 * Reads a position: the values of the keys as a statement compares them.
 *
 * @throws {JsonApiError} 400 if the position does not belong to this order.
 */
export function readPosition(
  { read }: KeyValues,
  table: Table,
  position: unknown,
  keyCount: number,
  name: 'after' | 'before',
): readonly unknown[] {
  const given: readonly unknown[] = Array.isArray(position) ? position : [];
  const id = given.at(-1);
  const values = given
    .slice(0, -1)
    .map((it) => (it === null || typeof it === 'number' || typeof it === 'string' ? read(it) : undefined));
  const key = typeof id === 'string' ? keyOf(table, id) : undefined;
  const isComplete = given.length === keyCount - table.key.length + 1;
  if (isComplete && key !== undefined && !values.includes(undefined)) return [...values, ...partsOf(key)];
  // The order can have changed: if a user can no longer read a related type, the server does not sort by it.
  throw positionError(name);
}
