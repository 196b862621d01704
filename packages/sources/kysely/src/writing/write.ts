import type { JsonApiError } from '@linkage/core';
import { type Awaitable, assertNotAborted, ready, rejection, type Steps } from '@linkage/core/internal';
import type { SourceCall } from '@linkage/server';
import { sql } from 'kysely';
import { assertStorable } from '../columns/assert-storable.ts';
import { relatedNotFound } from '../failures/source-errors.ts';
import { valueInCall, type WrittenInput } from '../mapping/call-value.ts';
import { idOfKey, type Key } from '../mapping/key.ts';
import { boundTo, type Column, columnOf, parameterOf, type Table } from '../mapping/table.ts';
import { type Execute, executeOf, type StatementValues } from '../statements/execute-write.ts';
import { inCall } from '../statements/in-call.ts';
import { type Executor, runInTransaction, runStatement } from '../statements/transaction.ts';
import { foreignKeysOf, type uncheckedLinkageOf } from './linkage.ts';
import { doExist } from './members.ts';

/** The common part of create and update requests. */
export interface WrittenFields {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: Readonly<Record<string, unknown>>;
}

/** A write of one resource. */
export interface Write {
  readonly table: Table;
  readonly call: SourceCall;
  /** Whether more is written than the row of the resource, or read before. */
  readonly isSeveral: boolean;
  /** The fields of the resource in the request document, so that errors can point to them. Undefined: it contains no resource. */
  readonly sent?: WrittenFields | undefined;
}

/** Runs a write of one statement directly, and a write of several statements completely or not at all. */
export function runWrite<Result>(
  db: Executor,
  write: Write,
  run: (executor: Executor, execute: Execute) => Awaitable<Result>,
): Awaitable<Result> {
  const { table, call, isSeveral, sent } = write;
  assertNotAborted(call);
  const isOne = !isSeveral && table.dialect.returning;
  const execute = executeOf({ table, call, sent });
  const runCall = (executor: Executor): Awaitable<Result> =>
    run(table.usesCall || table.variesByRequest ? inCall(executor, table, call) : executor, execute);
  return isOne ? runStatement(db, call, runCall) : runInTransaction(db, call, runCall);
}

/** Returns the values in a call that the mapping determines, by column. `input` is the document of the write. */
export function valuesInCall(
  values: Readonly<Record<string, unknown>>,
  call: SourceCall,
  input?: WrittenInput,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(values);
  return Object.fromEntries(entries.map(([column, value]) => [column, valueInCall(value, call, input)]));
}

/** Returns the values of a row by their origin: the mapping overwrites values of the request. */
export function originsOf(
  sent: Readonly<Record<string, unknown>>,
  own: Readonly<Record<string, unknown>>,
  keys: readonly Key[] = [],
): StatementValues {
  const kept = Object.entries(sent).filter(([column]) => !Object.hasOwn(own, column));
  return { sent: Object.fromEntries(kept), own, keys, linkage: [] };
}

/** Creates the error for a write after which the row would not be a resource of its type. */
export function rowExcluded({ type }: Table): JsonApiError {
  return rejection('VALUE_REJECTED.rowFilter', { type: type.name });
}

/**
 * Checks that related resources exist, with one statement for each type.
 *
 * @throws {JsonApiError} 404 if one does not.
 */
export function* assertRelatedExist(
  executor: Executor,
  unchecked: ReturnType<typeof uncheckedLinkageOf>,
  execute: Execute,
): Steps<void> {
  for (const [target, some] of Map.groupBy(unchecked, ([it]) => it)) {
    const keys = new Map(some.map(([, key]) => [idOfKey(target, key), key]));
    if (!(yield* ready(doExist(executor, target, [...keys.values()], execute)))) throw relatedNotFound();
  }
}

/** Returns what null becomes in a column: NULL, or the null of JSON if the column cannot be NULL. */
function nullOf({ type, nullable }: Column): string | null {
  return type?.kind === 'json' && !nullable ? 'null' : null;
}

/**
 * Returns the values that a request writes into the type's own row, by column.
 *
 * @param kept Receives the other columns of an update: null, which a client sends back, keeps a value that responses show as null.
 */
export function valuesOf(
  table: Table,
  { attributes, relationships }: WrittenFields,
  kept?: Record<string, unknown>,
): Readonly<Record<string, unknown>> {
  const stored = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        [name, value === null ? nullOf(columnOf(table, name)) : columnOf(table, name).encode(value)] as const,
    );
  assertStorable(Object.fromEntries(stored), (name) => columnOf(table, name).type, table.dialect.values);
  const values: Record<string, unknown> = foreignKeysOf(table, relationships);
  for (const [name, value] of stored) {
    const column = columnOf(table, name);
    if (column.name === undefined)
      throw new TypeError(`\`${table.type.name}.${name}\` is computed and cannot be written.`);
    const { readable } = column;
    if (kept !== undefined && readable !== undefined && attributes[name] === null) {
      const own = sql.id(column.name);
      kept[column.name] = sql`case when ${readable(own)} then ${sql.lit(value)} else ${own} end`;
    } else values[column.name] = value === null ? null : boundTo(column, parameterOf(column, value));
  }
  return values;
}
