import type { ResourceIdentifierObject } from '@linkage/core';
import { type Awaitable, andThen } from '@linkage/core/internal';
import type { DataSource, SourcePage, UnitedQuery } from '@linkage/server';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { ColumnType } from '../columns/column-type.ts';
import { keyNames } from '../mapping/key.ts';
import { type AnyDatabase, type Column, columnOf, eb, type Table } from '../mapping/table.ts';
import { whereAll } from '../statements/condition.ts';
import { asText, keyAt, readKey } from '../statements/key-columns.ts';
import { type Position, positionColumns, positionError, readPosition } from '../statements/key-values.ts';
import { anyRowBehind, rowsBehind } from '../statements/keyset.ts';
import { type OrderKey, prepareOrder, reversed } from '../statements/order-keys.ts';
import { MEMBER } from '../statements/selected-columns.ts';
import { type Shape, slotFor, sortShape, startShape } from '../statements/shape.ts';
import type { Executor } from '../statements/transaction.ts';
import { type Run, readerOf, readRows } from './execute-read.ts';
import { prepareRows } from './filtered-rows.ts';
import { boundOf, END, isEnd } from './keyset-page.ts';
import { missingOfPage } from './missing-indexes.ts';
import { orderBy, orderedRows, orderText } from './ordered-rows.ts';

/** A query of the order of rows of several tables. */
type UnitedRows = SelectQueryBuilder<AnyDatabase, string, Record<string, unknown>>;

/** One type of a page, and its place among rows with equal values. */
interface Part {
  readonly table: Table;
  readonly rank: number;
  readonly filter: UnitedQuery['parts'][number]['filter'];
  readonly keys: readonly OrderKey[];
}

// The columns of the statement: the place of the type, the value of the order, the id, and the place of a row in its type.
const RANK = 'rank0';
const VALUE = 'v';
const ID = 'c0';
const PLACE = 'place0';

/** Returns a string that is equal for types whose values one statement compares without loss: numbers with other digits would be rounded. */
function comparedAs(type: ColumnType | undefined): string | undefined {
  return type === undefined || type.kind === 'text' || type.kind === 'integer' ? type?.kind : JSON.stringify(type);
}

/** Whether one statement compares the values of these columns. */
function areComparable([first, ...others]: readonly Column[]): boolean {
  const isLike = ({ type, functions }: Column): boolean =>
    comparedAs(type) === comparedAs(first?.type) && functions.every((it, index) => it === first?.functions.at(index));
  return first?.type?.kind !== 'other' && others.every(isLike);
}

/** Adds a bound of a page to a shape. Returns the condition on the rows of a part that are behind it, in the direction of its keys. */
function prepareBound(shape: Shape, { types, page }: UnitedQuery, name: 'after' | 'before') {
  const given = boundOf(page, name);
  shape.text += `|${given === undefined ? '' : name}`;
  if (given === undefined || isEnd(given)) return undefined;
  const [value, type, id] = Array.isArray(given) ? (given as Position) : [];
  const at = types.indexOf(String(type));
  if (at === -1 || id === undefined) throw positionError(name);
  shape.text += `${at}${value === null ? 'null' : ''}`;
  return ({ table, rank, keys }: Part) => {
    const { bind = (it: unknown) => it, ...keyValues } = table.dialect.keyValues;
    const isOwn = rank === at;
    // The values of the keys before the id are read in the same way for all types.
    const read = isOwn
      ? readPosition(keyValues, table, [value, id], keys.length, name)
      : [keyValues.read(value ?? null)];
    if (read.includes(undefined)) throw positionError(name);
    const values = read.map((it, index) => (it === null ? null : bind(slotFor(shape, it), keys[index]?.type)));
    const isTieBehind = name === 'after' ? rank > at : rank < at;
    return (own: readonly OrderKey[]) => {
      if (isOwn) return anyRowBehind(own, values, keyValues.comparesRows);
      const [first] = own as readonly [OrderKey];
      const behind = rowsBehind([first], values, false);
      const isEqual = values[0] === null ? eb(first.expression, 'is', null) : eb(first.expression, '=', values[0]);
      return eb.or(isTieBehind ? [...behind, isEqual] : behind);
    };
  };
}

/**
 * Reads a page of the order of several tables with one statement: the first rows of each table, which an index over the order and the id finds, in
 * one order. Returns undefined if a type is not in this database, or their columns have several types.
 *
 * @throws {JsonApiError} 400 if the page begins or ends at an invalid position.
 */
function selectUnited(
  run: Run,
  tables: ReadonlyMap<string, Table>,
  query: UnitedQuery,
): Awaitable<SourcePage<ResourceIdentifierObject> | undefined> {
  const { types, sort, page } = query;
  const known = types.map((type) => tables.get(type));
  const [table] = known;
  if (table === undefined || known.includes(undefined)) return undefined;
  const columns = (known as readonly Table[]).map((it) => columnOf(it, sort.field));
  if (!areComparable(columns)) return undefined;
  const shape = startShape(run.executor, `united;${JSON.stringify(types)};${sortShape([sort])}`);
  const parts = query.parts.map(({ type, filter }): Part => {
    const own = tables.get(type) as Table;
    return { table: own, rank: types.indexOf(type), filter, keys: prepareOrder(shape, own, [sort])() };
  });
  const [after, before] = [prepareBound(shape, query, 'after'), prepareBound(shape, query, 'before')];
  if (isEnd(boundOf(page, 'after'))) return { records: [], positions: [] };
  const isBackward = boundOf(page, 'after') === undefined && boundOf(page, 'before') !== undefined;
  const prepared = parts.map((part) => {
    shape.text += `;${part.rank}`;
    const rows = prepareRows(shape, run, part.table, { filter: part.filter, restriction: undefined });
    return { ...part, rows, isBehind: after?.(part), isBefore: before?.(part) };
  });
  const limit = slotFor(shape, page.limit) as number;
  const build = () => {
    const branches = prepared.map(
      ({ table: own, rank, keys: forward, rows, isBehind, isBefore }, index): UnitedRows => {
        const backward = reversed(forward);
        const keys = isBackward ? backward : forward;
        const [first, ...ofId] = keys as readonly [OrderKey, ...OrderKey[]];
        const bounds = [isBehind?.(forward), isBefore?.(backward)].filter((it) => it !== undefined);
        const selected = [
          asText(readKey(own, keyAt(MEMBER, keyNames(own))), own.dialect).as(ID),
          ...positionColumns(own, keys),
          first.expression.as(VALUE),
          ...ofId.map(({ expression }, at) => expression.as(`k${at}`)),
        ];
        const branch = orderedRows(whereAll(rows(), bounds), selected, own, keys).limit(limit);
        const orders = keys.map((key, at) =>
          orderText(own, { ...key, expression: sql.id(at === 0 ? VALUE : `k${at - 1}`) }),
        );
        return run.executor
          .selectFrom(branch.as(`branch${index}`))
          .select([
            sql`${sql.lit(rank)}`.as(RANK),
            ...[ID, 'p0', VALUE].map((name) => sql.id(name).as(name)),
            sql`row_number() over (order by ${sql.join(orders)})`.as(PLACE),
          ]) as unknown as UnitedRows;
      },
    );
    const united = branches.reduce((all, branch) => all.unionAll(branch)).as('united');
    const [{ keys }] = prepared as unknown as readonly [Part];
    const [first] = (isBackward ? reversed(keys) : keys) as readonly [OrderKey];
    const never = { nullsLast: false, isNullable: false };
    const statement = orderBy(
      run.executor
        .selectFrom(united)
        .select([RANK, ID, 'p0'].map((name) => sql.id(name).as(name))) as unknown as UnitedRows,
      table,
      [
        { ...first, isNullable: prepared.some((part) => part.keys.at(0)?.isNullable), expression: sql.id(VALUE) },
        { ...never, descending: isBackward, expression: sql.id(RANK) },
        { ...never, descending: false, expression: sql.id(PLACE) },
      ],
    ).limit(limit);
    return { statement, columns: undefined };
  };
  const missing = () =>
    parts.flatMap((part) => missingOfPage(part.table, { filter: part.filter, sort: [sort], restriction: undefined }));
  return andThen(readRows(run, table, shape, build, missing), ({ rows }) => {
    const found = isBackward ? rows.toReversed() : rows;
    const records = found.map((row) => ({ type: types[Number(row[RANK])] as string, id: String(row[ID]) }));
    const positions = records.map(({ type, id }, index) => [found[index]?.['p0'], type, id]);
    return { records, positions, endPosition: END, ...(isEnd(boundOf(page, 'before')) ? { hasNext: false } : {}) };
  });
}

/** Returns the function that reads pages of several types: one for all sources of a database. */
export function unitedOf(
  db: Executor,
  tables: ReadonlyMap<string, Table>,
  hasSettings: boolean,
): NonNullable<DataSource['united']>['page'] {
  const [first] = tables.values();
  if (first === undefined) return () => undefined;
  const read = readerOf(db, first, hasSettings);
  return (query, call) => read(call, { page: query.page }, (run) => selectUnited(run, tables, query));
}
