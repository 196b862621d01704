import {
  type Awaitable,
  assertNotAborted,
  chosenIdOf,
  identifiersOf,
  inSteps,
  ready,
  type Steps,
} from '@linkage/core/internal';
import type { SourceCall } from '@linkage/server';
import { type InsertQueryBuilder, type InsertResult, sql } from 'kysely';
import { idTaken, notCreated, unstorableId } from '../failures/source-errors.ts';
import { type Key, keyNames, keyOf, partsOf } from '../mapping/key.ts';
import type { AnyDatabase, Table } from '../mapping/table.ts';
import { selectByKeys } from '../reading/select-page.ts';
import type { Execute, StatementValues } from '../statements/execute-write.ts';
import { keyOfRow, keyValues, readableKey } from '../statements/key-columns.ts';
import { isView, mustReadAfterInsert } from '../statements/row-filter.ts';
import { allFields, type SourceRow } from '../statements/selected-columns.ts';
import type { Executor } from '../statements/transaction.ts';
import { violationOf } from '../statements/violation.ts';
import type { Changed } from './changed.ts';
import { changeMembers, membersIn, uncheckedLinkageOf } from './linkage.ts';
import { assertKey, chosenKey, clientsMustSendIds, composedKey, madeKey } from './new-key.ts';
import {
  assertRelatedExist,
  originsOf,
  rowExcluded,
  runWrite,
  valuesInCall,
  valuesOf,
  type WrittenFields,
} from './write.ts';
import { type Note, slotsFor, startWrite, writeRow } from './write-row.ts';

const PRIMARY = /^primary$/i;

type Values = Readonly<Record<string, unknown>>;
type Insert = InsertQueryBuilder<AnyDatabase, string, InsertResult>;

/** Creates the error for a row whose id is unknown. */
export function noId({ type }: Table): TypeError {
  return new TypeError(`${type.name}: the database must return the id of a new row.`);
}

/** Reads a new row. If the request document contains its id, the database can have stored another form of it. */
function* readCreated(executor: Executor, table: Table, key: Key, hasId: boolean): Steps<SourceRow> {
  const run = { executor, call: undefined, conditions: undefined, lock: undefined };
  const [record] = yield* ready(selectByKeys(run, table, [key], allFields(table)));
  if (record !== undefined) return record;
  if (table.rowFilter?.isExpression === true || isView(table)) throw rowExcluded(table);
  if (hasId) throw unstorableId();
  throw noId(table);
}

/** A row to insert. Its key is undefined if the database creates it. */
export interface NewRow {
  readonly key: Key | undefined;
  readonly values: Values;
  /** The values by their origin, with those of the key. */
  readonly origins: StatementValues;
  /** Whether the request document contains the id. */
  readonly hasId: boolean;
}

/** Builds the statement that inserts a row with these values, or several rows with the same columns. */
export function insertOf(
  executor: Executor,
  table: Table,
  values: Values | readonly Values[],
  hasKey: boolean,
): Insert {
  const into = executor.insertInto(table.name);
  if (Object.keys(values).length === 0) return into.defaultValues();
  // On conflict, return no row instead of an error: the transaction stays usable, and no database message has to be parsed. SQLite, and triggers
  // of PostgreSQL, do not do this for views.
  return hasKey && !isView(table)
    ? into.values(values).onConflict((conflict) => conflict.columns(keyNames(table)).doNothing())
    : into.values(values);
}

/** Inserts a row where statements return rows. */
function* insertReturning(
  executor: Executor,
  table: Table,
  row: NewRow,
  execute: Execute,
  note?: Note,
): Steps<SourceRow> {
  const { key, values: given, hasId, origins } = row;
  const names = keyNames(table);
  const hasKey = key !== undefined;
  const values = hasKey ? { ...given, ...keyValues(names, key) } : given;
  if (mustReadAfterInsert(table)) {
    const statement = insertOf(executor, table, values, hasKey).returning(readableKey(table));
    const [made] = yield* ready(execute(statement, origins));
    if (made === undefined) throw notCreated(table.type.name, hasKey, hasId);
    return yield* readCreated(executor, table, keyOfRow(table, made), hasId);
  }
  const shape = startWrite(executor, table, hasKey ? 'insert with id' : 'insert', values);
  const slots = slotsFor(shape, values);
  const build = () => insertOf(executor, table, slots, hasKey);
  const record = yield* ready(
    writeRow(executor, table, shape, build, (statement) => execute(statement, origins), note),
  );
  if (record === undefined) throw notCreated(table.type.name, hasKey, hasId);
  return record;
}

/** Inserts a row, then reads it: for databases whose statements do not return rows. */
function* insertThenRead(executor: Executor, table: Table, newRow: NewRow, execute: Execute): Steps<SourceRow> {
  const { key, values, hasId, origins } = newRow;
  const row = key === undefined ? values : { ...values, ...keyValues(keyNames(table), key) };
  const names = Object.keys(row);
  const columns = sql.join(names.map((name) => sql.id(name)));
  const list = sql.join(names.map((name) => sql`${row[name]}`));
  // Without any column, the lists are empty: the row has the defaults of the table.
  const statement = sql`insert into ${sql.table(table.name)} (${columns}) values (${list})`;
  const insert = async () => {
    try {
      return (await statement.execute(executor)).insertId;
    } catch (error) {
      const { kind, constraint = '' } = violationOf(table, error) ?? {};
      if (key !== undefined && kind === 'unique' && PRIMARY.test(constraint))
        throw idTaken(table.type.name, hasId, error);
      throw error;
    }
  };
  const made = yield* ready(execute({ execute: insert, compile: () => statement.compile(executor) }, origins));
  // The database creates at most one value.
  const parts: readonly unknown[] = key === undefined ? keyNames(table).map((name) => row[name] ?? made) : partsOf(key);
  if (parts.includes(undefined)) throw noId(table);
  return yield* readCreated(executor, table, (parts.length === 1 ? parts[0] : parts) as Key, hasId);
}

/** The document of a creation. */
export type NewInput = WrittenFields & { readonly id?: string };

/** Returns the row of a creation, after checking its id. */
export function* newRowOf(executor: Executor, table: Table, input: NewInput, call: SourceCall): Steps<NewRow> {
  const id = chosenIdOf(input);
  const chosen = chosenKey(table, id);
  const own = valuesInCall({ ...table.onCreate, ...table.rowFilter?.values }, call, input);
  const sent = valuesOf(table, input);
  const values = { ...sent, ...own };
  if (chosen !== undefined) assertKey(table, chosen, values);
  const composed = chosen ?? composedKey(table, values);
  const { expression } = table.key[0];
  const key = composed ?? (expression === undefined ? undefined : yield* ready(madeKey(executor, table, expression)));
  const ofKey = key === undefined ? {} : keyValues(keyNames(table), key);
  // The parts of an id of several columns are fields of the request, or values of the mapping.
  const isOfClient = id !== undefined || table.key.length > 1 || clientsMustSendIds(table);
  const origins = isOfClient ? originsOf({ ...ofKey, ...sent }, own) : originsOf(sent, { ...ofKey, ...own });
  return { key, values, origins, hasId: id !== undefined };
}

/** Adds the members of the to-many relationships of a new resource. */
export function* addLinks(changed: Changed, relationships: object): Steps<void> {
  for (const [name, add] of membersIn(changed.table, relationships))
    yield* ready(changeMembers(changed, name, { add: identifiersOf(add) }));
}

/**
 * Creates a resource: one statement, or two where a statement returns no rows, and more for each to-many relationship.
 *
 * @param keepsIds Whether the database stores each id of a request as it is.
 */
export function createRecord(
  db: Executor,
  table: Table,
  input: NewInput,
  call: SourceCall,
  keepsIds: boolean,
  note?: Note,
): Awaitable<SourceRow> {
  const toMany = membersIn(table, input.relationships);
  // If the database stores another form of the id, nothing may remain.
  const isStored = call.transaction !== undefined || keepsIds || chosenIdOf(input) === undefined;
  const unchecked = uncheckedLinkageOf(table, input.relationships, call.deleted);
  const isSeveral = !isStored || toMany.length + unchecked.length > 0 || mustReadAfterInsert(table);
  const write = { table, call, sent: input, isSeveral };
  return runWrite(db, write, (executor, execute) =>
    inSteps(function* () {
      if (unchecked.length > 0) yield* assertRelatedExist(executor, unchecked, execute);
      const row = yield* newRowOf(executor, table, input, call);
      const insert = table.dialect.returning ? insertReturning : insertThenRead;
      const record = yield* insert(executor, table, row, execute, note);
      if (row.hasId && String(record.id) !== chosenIdOf(input)) throw unstorableId();
      if (toMany.length === 0) return record;
      const key = keyOf(table, String(record.id));
      if (key === undefined) throw noId(table);
      yield* addLinks({ executor, table, key, execute, isNew: true }, input.relationships);
      // If it is too late to respond, it is too late to commit.
      assertNotAborted(call);
      return record;
    }),
  );
}
