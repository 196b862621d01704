import { type Awaitable, inSteps, ready, type Steps } from '@linkage/core/internal';
import type { SourceCall } from '@linkage/server';
import { sql } from 'kysely';
import { idOfKey, type Key, keyNames, keyOf } from '../mapping/key.ts';
import { eb, type Table } from '../mapping/table.ts';
import { MAX_ROWS, selectByKeys } from '../reading/select-page.ts';
import { whereAll } from '../statements/condition.ts';
import type { Execute } from '../statements/execute-write.ts';
import { keyAt } from '../statements/key-columns.ts';
import { exactKey, isKey, keysCondition } from '../statements/keys-condition.ts';
import { isView, mustReadAfterWrite, writeFilterOf } from '../statements/row-filter.ts';
import {
  allFields,
  expressionsOf,
  recordsOf,
  type SourceRow,
  selectedColumns,
} from '../statements/selected-columns.ts';
import { type Executor, runInTransaction } from '../statements/transaction.ts';
import { groupsOf, MAX_PARAMETERS } from './create-records.ts';
import { membersIn, uncheckedLinkageOf } from './linkage.ts';
import { updateRecord } from './update-record.ts';
import {
  assertRelatedExist,
  originsOf,
  rowExcluded,
  runWrite,
  valuesInCall,
  valuesOf,
  type WrittenFields,
} from './write.ts';
import { increased } from './write-row.ts';

type Values = Readonly<Record<string, unknown>>;

/** An update of a list. */
export interface RecordUpdate {
  readonly id: string;
  readonly input: WrittenFields;
}

/** An update that only sets columns of its own row. */
interface RowUpdate extends RecordUpdate {
  readonly key: Key;
  readonly sent: Values;
}

/** Returns what an update sets, or undefined if it takes more than one statement, or none. */
function rowUpdateOf(table: Table, { id, input }: RecordUpdate): RowUpdate | undefined {
  const key = keyOf(table, id);
  const kept: Record<string, unknown> = {};
  if (key === undefined || isView(table) || membersIn(table, input.relationships).length > 0) return undefined;
  const sent = valuesOf(table, input, kept);
  return Object.keys(kept).length > 0 || Object.keys(sent).length === 0 ? undefined : { id, input, key, sent };
}

/** Updates rows by one statement, which sets each column by the id of its row. */
function updateRows(
  db: Executor,
  table: Table,
  updates: readonly RowUpdate[],
  call: SourceCall,
): Awaitable<readonly (SourceRow | null)[]> {
  const run = function* (executor: Executor, execute: Execute): Steps<readonly (SourceRow | null)[]> {
    const inputs = updates.map(({ input }) => input);
    const unchecked = inputs.flatMap(({ relationships }) => uncheckedLinkageOf(table, relationships, call.deleted));
    yield* assertRelatedExist(executor, unchecked, execute);
    const keys = updates.map(({ key }) => key);
    const own = inputs.map((input) => valuesInCall(table.onUpdate, call, input));
    const rows = updates.map((update, index) => ({
      isRow: isKey(table, exactKey(table, update.key)),
      values: { ...update.sent, ...own[index] },
    }));
    const set = Object.keys(rows.at(0)?.values ?? {}).map((name) => {
      const cases = rows.map(({ isRow, values }) => sql`when ${isRow} then ${values[name]}`);
      // The column tells the database the type of all values.
      return [name, sql`case ${sql.join(cases, sql` `)} else ${sql.id(name)} end`] as const;
    });
    const isExact = table.codecs.every((codec) => codec.isExact);
    const isOne = isExact
      ? keysCondition(table.dialect, keys)(keyAt(undefined, keyNames(table)))
      : eb.or(rows.map(({ isRow }) => isRow));
    const update = executor.updateTable(table.name).set({ ...Object.fromEntries(set), ...increased(table) });
    const statement = whereAll(update, [isOne, ...writeFilterOf(table)]);
    const sent = Object.assign({}, ...updates.map((update) => update.sent));
    const origins = originsOf(sent, Object.assign({}, ...own), keys);
    const columns = selectedColumns(table, allFields(table));
    let records: readonly SourceRow[];
    if (table.dialect.returning && !mustReadAfterWrite(table))
      records = recordsOf(columns, yield* ready(execute(statement.returning(expressionsOf(columns)), origins)));
    else {
      const [result] = yield* ready(execute(statement, origins));
      const own = { executor, call: undefined, conditions: undefined, lock: undefined };
      records = yield* ready(selectByKeys(own, table, keys, allFields(table)));
      if (records.length < Number(result?.numUpdatedRows)) throw rowExcluded(table);
    }
    const byId = new Map(records.map((record) => [String(record.id), record]));
    return keys.map((key) => byId.get(idOfKey(table, key)) ?? null);
  };
  const write = { table, call, isSeveral: true };
  return runWrite(db, write, (executor, execute) => inSteps(() => run(executor, execute)));
}

/** Updates several resources: those with the same columns by one statement. Returns null for each that does not exist. If one fails, none is updated. */
export function updateRecords(
  db: Executor,
  table: Table,
  updates: readonly RecordUpdate[],
  call: SourceCall,
): Awaitable<readonly (SourceRow | null)[]> {
  const run = function* (transaction: Executor): Steps<readonly (SourceRow | null)[]> {
    const inside = { ...call, transaction };
    const records: (SourceRow | null)[] = [];
    const rows = updates.map((update): RecordUpdate | RowUpdate => rowUpdateOf(table, update) ?? update);
    // Each column of each row has a value and a key. The database compares each row with the keys before it.
    const parts = keyNames(table).length + 1;
    const groups = groupsOf(
      rows,
      (row) => ('sent' in row ? row.sent : undefined),
      (count) => Math.min(MAX_ROWS, MAX_PARAMETERS / (count * parts)),
    );
    for (const group of groups) {
      const [{ id, input }, ...more] = group as [RecordUpdate, ...RecordUpdate[]];
      if (more.length === 0) records.push(yield* ready(updateRecord(db, table, id, input, inside)));
      else records.push(...(yield* ready(updateRows(db, table, group as readonly RowUpdate[], inside))));
    }
    return records;
  };
  return runInTransaction(db, call, (transaction) => inSteps(() => run(transaction)));
}
