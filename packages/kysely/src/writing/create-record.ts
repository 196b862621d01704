import { errorObject, JsonApiError } from '@linkage/core';
import { canStore, describeColumn } from '@linkage/core/internal';
import { fieldOf } from '@linkage/core/records';
import type { SourceCall } from '@linkage/server';
import { sql } from 'kysely';
import { type Key, keyOf, type Table } from '../mapping/table.ts';
import { selectByKeys } from '../reading/select-page.ts';
import { mustReadAfterWrite } from '../statements/scope.ts';
import { allFields, expressionsOf, recordOf, type SourceRow, selectedColumns } from '../statements/selected-columns.ts';
import type { Executor } from '../statements/transaction.ts';
import { violationOf } from '../statements/violation.ts';
import { changeMembers, toManyOf } from './linkage.ts';
import {
  assertRelatedInScope,
  outOfScope,
  runWrite,
  statementsOf,
  valuesInCall,
  valuesOf,
  type WrittenFields,
} from './write.ts';

const source = { pointer: '/data/id' };
const PRIMARY = /^primary$/i;

/** Returns the key of the new row, or undefined if the database creates it. */
function newKey(table: Table, id: string | undefined): Key | undefined {
  const chosen = id ?? table.newId?.();
  if (chosen === undefined) return undefined;
  const key = keyOf(table, chosen);
  if (key !== undefined && canStore(table.idColumn, key, table.dialect.values)) return key;
  if (key === undefined && table.idType === 'integer') {
    const detail = `An id of type "${table.type.name}" must be the decimal form of an integer.`;
    throw new JsonApiError(errorObject('DOCUMENT_INVALID', detail, { source }));
  }
  const detail = `The id must be ${describeColumn(table.idColumn, chosen)}.`;
  throw new JsonApiError(errorObject('VALUE_REJECTED', detail, { source }));
}

function idTaken(table: Table, cause?: unknown): JsonApiError {
  const detail = `A resource of type "${table.type.name}" with this id already exists.`;
  return new JsonApiError(errorObject('RESOURCE_EXISTS', detail, { source }), { cause });
}

type Values = Readonly<Record<string, unknown>>;

/** Reads a new row. */
async function readCreated(executor: Executor, table: Table, key: Key): Promise<SourceRow> {
  const run = { executor, signal: undefined, conditions: undefined, isLocking: undefined };
  const [record] = await selectByKeys(run, table, [key], allFields(table));
  if (record !== undefined) return record;
  if (table.scope?.isExpression === true) throw outOfScope(table);
  throw new TypeError(`${table.type.name}: the database must return the id of a new row.`);
}

/** Inserts a row where statements return rows. */
async function insertReturning(executor: Executor, table: Table, key: Key | undefined, values: Values) {
  const columns = selectedColumns(table, allFields(table));
  const into = executor.insertInto(table.name);
  const statement =
    key !== undefined
      ? // On conflict, return no row instead of an error: the transaction stays usable, and no database message has to be parsed.
        into.values({ ...values, [table.id]: key }).onConflict((conflict) => conflict.column(table.id).doNothing())
      : Object.keys(values).length > 0
        ? into.values(values)
        : into.defaultValues();
  if (mustReadAfterWrite(table)) {
    const made = await statement.returning(sql.id(table.id).as('id')).executeTakeFirst();
    if (made === undefined) throw idTaken(table);
    return readCreated(executor, table, made['id'] as Key);
  }
  const row = await statement.returning(expressionsOf(columns)).executeTakeFirst();
  if (row === undefined) throw idTaken(table);
  return recordOf(columns, row);
}

/** Inserts a row, then reads it: for databases whose statements do not return rows. */
async function insertThenRead(executor: Executor, table: Table, key: Key | undefined, values: Values) {
  const row = key === undefined ? values : { ...values, [table.id]: key };
  const names = Object.keys(row);
  const columns = sql.join(names.map((name) => sql.id(name)));
  const list = sql.join(names.map((name) => sql.val(row[name])));
  // Without any column, the lists are empty: the row has the defaults of the table.
  const statement = sql`insert into ${sql.table(table.name)} (${columns}) values (${list})`;
  let made: bigint | undefined;
  try {
    made = (await statement.execute(executor)).insertId;
  } catch (error) {
    const { kind, constraint = '' } = violationOf(table, error) ?? {};
    if (key !== undefined && kind === 'unique' && PRIMARY.test(constraint)) throw idTaken(table, error);
    throw error;
  }
  const id = key ?? made;
  if (id === undefined) throw new TypeError(`${table.type.name}: the database must return the id of a new row.`);
  return readCreated(executor, table, id);
}

/** Creates a resource: one statement, or two where a statement returns no rows, and more for each to-many relationship. */
export function createRecord(
  db: Executor,
  table: Table,
  input: WrittenFields & { readonly id?: string },
  call: SourceCall,
): Promise<SourceRow> {
  const toMany = toManyOf(table, input.relationships);
  const write = { table, call, hasFields: true, statements: statementsOf(table, toMany.length) } as const;
  return runWrite(db, write, async (executor) => {
    const key = newKey(table, fieldOf(input, 'id') as string | undefined);
    await assertRelatedInScope(executor, table, input.relationships);
    const values = {
      ...valuesOf(table, input),
      ...valuesInCall({ ...table.onCreate, ...table.scope?.values }, call, input),
    };
    const record = await (table.dialect.returning ? insertReturning : insertThenRead)(executor, table, key, values);
    for (const [name, replace] of toMany) {
      await changeMembers(executor, table, key ?? (record.id as Key), name, { replace });
    }
    return record;
  });
}
