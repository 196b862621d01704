import { type Awaitable, inSteps, ready, type Steps } from '@linkage/core/internal';
import type { DataSource, SourceCall, SourceRecord } from '@linkage/server';
import { idTaken, unstorableId } from '../failures/source-errors.ts';
import { idOfKey, type Key, keyNames } from '../mapping/key.ts';
import type { Table } from '../mapping/table.ts';
import { selectByKeys } from '../reading/select-page.ts';
import type { Execute } from '../statements/execute-write.ts';
import { keptStatement, writeWithValues } from '../statements/kept-statements.ts';
import { keyValues } from '../statements/key-columns.ts';
import { mustReadAfterWrite } from '../statements/scope.ts';
import {
  allFields,
  expressionsOf,
  recordsOf,
  type SourceRow,
  selectedColumns,
} from '../statements/selected-columns.ts';
import type { Executor } from '../statements/transaction.ts';
import { addLinks, insertOf, type NewInput, type NewRow, newRowOf, noId } from './create-record.ts';
import { originsOf, runWrite } from './write.ts';
import { slotsFor, startWrite } from './write-row.ts';

type Values = Readonly<Record<string, unknown>>;

/** The maximum number of parameters of one statement. Databases accept more, but such a statement is large. */
export const MAX_PARAMETERS = 10_000;

/** Whether the ids of new rows are known before they are inserted, so that one insert of several rows can be told apart. */
export function knowsNewIds({ newId }: Table): boolean {
  return newId !== undefined;
}

/**
 * Divides writes into those of one statement each: one after the other, with the same columns.
 *
 * @param valuesOf Returns the values of a write, or undefined if it cannot share a statement.
 * @param mostOf Returns the maximum number of writes with a number of columns.
 */
export function groupsOf<Write>(
  writes: readonly Write[],
  valuesOf: (write: Write) => Values | undefined,
  mostOf: (columns: number) => number,
): readonly (readonly Write[])[] {
  const groups: Write[][] = [];
  let columns: string | undefined;
  for (const write of writes) {
    const values = valuesOf(write);
    const names = values && Object.keys(values).sort();
    const same = names && JSON.stringify(names);
    const last = groups.at(-1);
    const isNext = last !== undefined && names !== undefined && same === columns;
    if (isNext && last.length < Math.floor(mostOf(names.length))) last.push(write);
    else groups.push([write]);
    columns = same;
  }
  return groups;
}

/** Inserts rows and returns their records, in any order. */
function* insertRows(
  executor: Executor,
  table: Table,
  rows: readonly NewRow[],
  execute: Execute,
): Steps<{ readonly keys: readonly Key[]; readonly records: readonly SourceRow[] }> {
  const records: SourceRow[] = [];
  const keys: Key[] = [];
  const values = rows.map(({ key, values: own }) => {
    if (key === undefined) throw noId(table);
    keys.push(key);
    return { ...own, ...keyValues(keyNames(table), key) };
  });
  const sent = Object.assign({}, ...rows.map(({ origins }) => origins.sent));
  const origins = originsOf(sent, Object.assign({}, ...rows.map((row) => row.origins.own)));
  const { returning } = table.dialect;
  const columns = selectedColumns(table, allFields(table));
  const isRead = !returning || mustReadAfterWrite(table);
  const groups = groupsOf(
    values,
    (row) => row,
    (count) => MAX_PARAMETERS / count,
  );
  for (const group of groups) {
    if (!returning) yield* ready(execute(insertOf(executor, table, group, false), origins));
    else {
      const [first = {}] = group;
      const shape = startWrite(executor, table, `insert ${group.length}, ${isRead}`, first);
      const names = Object.keys(first);
      // The statement is kept for the columns in the order of the first row.
      const slots = group.map((row) => slotsFor(shape, Object.fromEntries(names.map((name) => [name, row[name]]))));
      const kept = keptStatement(table, shape, () => {
        const returned = isRead ? { ...columns, list: columns.list.slice(0, 1) } : columns;
        return { columns, statement: insertOf(executor, table, slots, true).returning(expressionsOf(returned)) };
      });
      const { rows: found } = yield* ready(execute(writeWithValues(kept, executor, shape), origins));
      // The id of a row is taken.
      if (found.length < group.length) throw idTaken(table.type.name, false);
      if (!isRead) records.push(...recordsOf(columns, found));
    }
  }
  const run = { executor, call: undefined, conditions: undefined, lock: undefined };
  return { keys, records: isRead ? yield* ready(selectByKeys(run, table, keys, allFields(table))) : records };
}

/**
 * Creates several resources by one insert for each set of columns, and more statements for to-many relationships. Returns their
 * records in the order of the inputs. If one cannot be created, none is.
 */
export function createRecords(
  db: Executor,
  table: Table,
  inputs: readonly NewInput[],
  call: SourceCall,
): Awaitable<readonly SourceRow[]> {
  if (inputs.length === 0) return [];
  const write = { table, call, hasFields: false, isSeveral: true };
  const run = function* (executor: Executor, execute: Execute): Steps<readonly SourceRow[]> {
    const rows: NewRow[] = [];
    for (const input of inputs) rows.push(yield* newRowOf(executor, table, input, call, execute));
    const { keys, records } = yield* insertRows(executor, table, rows, execute);
    const byId = new Map(records.map((record) => [String(record.id), record]));
    const ordered = keys.map((key, index) => {
      const record = byId.get(idOfKey(table, key));
      if (record === undefined && rows[index]?.hasId === true) throw unstorableId();
      if (record === undefined) throw noId(table);
      return record;
    });
    for (const [index, input] of inputs.entries())
      yield* addLinks({ executor, table, key: keys[index] as Key, execute, isNew: true }, input.relationships);
    return ordered;
  };
  return runWrite(db, write, (executor, execute) => inSteps(() => run(executor, execute)));
}

type Creations = Required<Pick<DataSource, 'create' | 'createAll'>>;

/** Returns `createAll` of a source. A copy of the source can have another `create`, which then creates each resource. */
export function createAllOf(create: unknown, createAll: Creations['createAll']): Creations['createAll'] {
  return async function (this: unknown, inputs, call) {
    const { create: other } = Object(this) as Partial<Creations>;
    if (other === undefined || other === create) return createAll(inputs, call);
    const records: SourceRecord[] = [];
    for (const input of inputs) records.push((await other.call(this, input, call)) as SourceRecord);
    return records;
  };
}
