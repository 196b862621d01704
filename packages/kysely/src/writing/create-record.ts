import { errorObject, JsonApiError } from '@linkage/core';
import { fieldOf } from '@linkage/core/records';
import type { SourceCall } from '@linkage/server';
import { keyOf, type Table } from '../mapping/table.ts';
import {
  expressionsOf,
  recordOf,
  type SourceRow,
  selectedColumns,
  wholeSelection,
} from '../statements/selected-columns.ts';
import type { Executor } from '../statements/transaction.ts';
import { changeMembers, toManyOf } from './linkage.ts';
import { runWrite, valuesOf, type WrittenFields } from './write.ts';

const source = { pointer: '/data/id' };

/** Returns the key of the new row, or undefined if the database creates it. */
function newKey(table: Table, id: string | undefined): string | number | undefined {
  const chosen = id ?? table.newId?.();
  if (chosen === undefined) return undefined;
  const key = keyOf(table, chosen);
  if (key !== undefined) return key;
  const detail = `An id of type "${table.type.name}" must be the decimal form of an integer.`;
  throw new JsonApiError(errorObject('DOCUMENT_INVALID', detail, { source }));
}

async function insert(executor: Executor, table: Table, key: string | number | undefined, fields: WrittenFields) {
  const columns = selectedColumns(table, wholeSelection(table));
  const values = valuesOf(table, fields);
  const into = executor.insertInto(table.name);
  const statement =
    key !== undefined
      ? // On conflict, return no row instead of an error: the transaction stays usable, and no database message has to be parsed.
        into.values({ ...values, [table.id]: key }).onConflict((conflict) => conflict.column(table.id).doNothing())
      : Object.keys(values).length > 0
        ? into.values(values)
        : into.defaultValues();
  const row = await statement.returning(expressionsOf(columns)).executeTakeFirst();
  if (row !== undefined) return recordOf(columns, row);
  const detail = `A resource of type "${table.type.name}" with this id already exists.`;
  throw new JsonApiError(errorObject('RESOURCE_EXISTS', detail, { source }));
}

/** Creates a resource: one statement, and one or two more for each to-many relationship. */
export function createRecord(
  db: Executor,
  table: Table,
  input: WrittenFields & { readonly id?: string },
  call: SourceCall,
): Promise<SourceRow> {
  const toMany = toManyOf(table, input.relationships);
  return runWrite(db, table, call, toMany.length === 0 ? 'one' : 'several', async (executor) => {
    const record = await insert(executor, table, newKey(table, fieldOf(input, 'id') as string | undefined), input);
    for (const [name, replace] of toMany) await changeMembers(executor, table, record.id, name, { replace });
    return record;
  });
}
