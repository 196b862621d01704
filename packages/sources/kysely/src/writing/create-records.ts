import { type Awaitable, inSteps, ready, type Steps } from '@linkage/core/internal';
import type { DataSource, SourceCall, SourceRecord } from '@linkage/server';
import { notCreated, unstorableId } from '../failures/source-errors.ts';
import { idOfKey, type Key, keyNames, keysOf } from '../mapping/key.ts';
import type { Table } from '../mapping/table.ts';
import { selectByKeys } from '../reading/select-page.ts';
import type { Execute } from '../statements/execute-write.ts';
import { keptStatement, writeWithValues } from '../statements/kept-statements.ts';
import { keyValues } from '../statements/key-columns.ts';
import { isView, mustReadAfterInsert } from '../statements/row-filter.ts';
import {
  allFields,
  expressionsOf,
  recordsOf,
  type SourceRow,
  selectedColumns,
} from '../statements/selected-columns.ts';
import type { Executor } from '../statements/transaction.ts';
import { addLinks, insertOf, type NewInput, type NewRow, newRowOf, noId } from './create-record.ts';
import { uncheckedLinkageOf } from './linkage.ts';
import { assertRelatedExist, originsOf, rowExcluded, runWrite } from './write.ts';
import { slotsFor, startWrite } from './write-row.ts';

type Values = Readonly<Record<string, unknown>>;

/** The maximum number of parameters of one statement. Databases accept more, but such a statement is large. */
export const MAX_PARAMETERS = 10_000;

/**
 * Whether the rows of one insert can be told apart: their ids are known before, or the database counts them in the order of the rows.
 *
 * @param isQuiet Whether nothing else, such as a trigger, sets the ids.
 */
export function tellsRowsApart({ newId, key, name, known, dialect }: Table, isQuiet: boolean): boolean {
  if (newId !== undefined) return true;
  if (!isQuiet) return false;
  const { columns, returnsInserted } = known(name) ?? {};
  const { identity, default: value = '' } = columns?.get(key[0].name) ?? {};
  const isCounted = identity !== undefined || value.startsWith('nextval(');
  const isReturned = dialect.returning || returnsInserted === true;
  return key.length === 1 && key[0].type?.kind === 'integer' && isCounted && isReturned;
}

/** Returns the keys that the database has counted for the rows of one insert. */
function countedKeys(table: Table, records: readonly SourceRow[]): readonly Key[] {
  const ids = records.map(({ id }) => BigInt(id));
  // In another order, it would be unknown which row has which id. The server then creates one resource after the other.
  if (ids.some((id, index) => index > 0 && id <= (ids[index - 1] as bigint))) throw noId(table);
  return keysOf(
    table,
    ids.map((id) => String(id)),
  );
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

/** Inserts rows, and returns their keys in the order of the rows, and their records in any order. */
function* insertRows(
  executor: Executor,
  table: Table,
  rows: readonly NewRow[],
  execute: Execute,
): Steps<{ readonly keys: readonly Key[]; readonly records: readonly SourceRow[] }> {
  const records: SourceRow[] = [];
  const keys: Key[] = [];
  const all = rows.map(({ key, values: own }) => ({
    key,
    values: key === undefined ? own : { ...own, ...keyValues(keyNames(table), key) },
  }));
  const sent = Object.assign({}, ...rows.map(({ origins }) => origins.sent));
  const origins = originsOf(sent, Object.assign({}, ...rows.map((row) => row.origins.own)));
  const { returning } = table.dialect;
  const columns = selectedColumns(table, allFields(table));
  const ids = { ...columns, list: columns.list.slice(0, 1) };
  const isRead = !returning || mustReadAfterInsert(table);
  const groups = groupsOf(
    all,
    ({ values }) => values,
    // A row of defaults is a statement of its own.
    (count) => (count === 0 ? 1 : MAX_PARAMETERS / count),
  );
  for (const group of groups) {
    const own = group.flatMap(({ key }) => (key === undefined ? [] : [key]));
    const hasKeys = own.length === group.length;
    const values = group.map((row) => row.values);
    if (!returning) {
      const insertion = insertOf(executor, table, values, false);
      keys.push(...own);
      if (hasKeys) yield* ready(execute(insertion, origins));
      else {
        // For Kysely, statements of this dialect do not return rows.
        const compiled = insertion.returning(expressionsOf(ids)).compile();
        const statement = { compile: () => compiled, execute: () => executor.executeQuery<Values>(compiled) };
        const { rows: found } = yield* ready(execute(statement, origins));
        keys.push(...countedKeys(table, recordsOf(ids, found)));
      }
      continue;
    }
    const [first = {}] = values;
    const shape = startWrite(executor, table, `insert ${group.length}, ${isRead}, ${hasKeys}`, first);
    const names = Object.keys(first);
    // The statement is kept for the columns in the order of the first row.
    const slots = values.map((row) => slotsFor(shape, Object.fromEntries(names.map((name) => [name, row[name]]))));
    const kept = keptStatement(table, shape, () => {
      const inserted = names.length === 0 ? {} : slots;
      return {
        columns,
        statement: insertOf(executor, table, inserted, hasKeys).returning(expressionsOf(isRead ? ids : columns)),
      };
    });
    const { rows: found } = yield* ready(execute(writeWithValues(kept, executor, shape), origins));
    if (found.length < group.length) throw notCreated(table.type.name, hasKeys, false);
    const made = recordsOf(isRead ? ids : columns, found);
    keys.push(...(hasKeys ? own : countedKeys(table, made)));
    if (!isRead) records.push(...made);
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
  const write = { table, call, isSeveral: true };
  const run = function* (executor: Executor, execute: Execute): Steps<readonly SourceRow[]> {
    const rows: NewRow[] = [];
    const unchecked = inputs.flatMap(({ relationships }) => uncheckedLinkageOf(table, relationships, call.deleted));
    yield* assertRelatedExist(executor, unchecked, execute);
    for (const input of inputs) rows.push(yield* newRowOf(executor, table, input, call));
    const { keys, records } = yield* insertRows(executor, table, rows, execute);
    const byId = new Map(records.map((record) => [String(record.id), record]));
    const ordered = keys.map((key, index) => {
      const record = byId.get(idOfKey(table, key));
      if (record === undefined && isView(table)) throw rowExcluded(table);
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
