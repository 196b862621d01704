import { conditionsThrough, termsIn } from '@linkage/core/internal';
import { conditionParts } from '@linkage/core/records';
import type { CollectionQuery, SourceCondition } from '@linkage/server';
import type { Expression, SqlBool } from 'kysely';
import { keyNames } from '../mapping/key.ts';
import type { Table } from '../mapping/table.ts';
import { whereAll } from '../statements/condition.ts';
import { keyAt, selectedKey } from '../statements/key-columns.ts';
import type { OrderKey } from '../statements/order-keys.ts';
import { MEMBER } from '../statements/selected-columns.ts';
import { type Shape, slotFor } from '../statements/shape.ts';
import { joinAlias } from '../statements/sort-key.ts';
import type { Run } from './execute-read.ts';
import { prepareRows, type RowsFilter, type RowsQuery } from './filtered-rows.ts';
import { type OrderPart, orderedRows } from './ordered-rows.ts';

/** From this offset on, a page reads its keys first: an index with all of them answers for the rows before the page. */
const DEEP = 1_000;
/** The maximum number of branches: each is a subquery. */
const MAX_BRANCHES = 8;
/** The alias of the keys of a page. */
const PAGE = 'page';

type Filter = readonly SourceCondition[];

/** Whether a condition asks for other rows than those of its table. */
function isAboutOthers(table: Table, condition: SourceCondition): boolean {
  return termsIn([condition]).some(({ field }) => {
    const kind = table.storages.get(field)?.kind;
    return field.includes('.') || (kind !== undefined && kind !== 'column' && kind !== 'polymorphic');
  });
}

/**
 * Returns filters such that the rows of a filter are those of any of them. There are several if a group with `or` asks for rows of other
 * tables: no index answers such a group as a whole, but each of its conditions can have one.
 */
export function branchesOf(table: Table, filter: Filter): readonly Filter[] {
  for (const [index, condition] of filter.entries()) {
    const parts = conditionParts(condition);
    if (parts.kind !== 'or' || parts.conditions.length > MAX_BRANCHES || !isAboutOthers(table, condition)) continue;
    return parts.conditions.map((it) => filter.with(index, it));
  }
  return [filter];
}

/**
 * Returns parts of the rows whose orders an index has. If the first key of an order is in the table of a related resource, an index of that
 * table has the order of the rows with a related resource. Without a statement of the catalog that a foreign key always finds its row, to look
 * for the other rows would take longer than to sort all of them.
 */
export function orderPartsOf(table: Table, sort: CollectionQuery['sort']): readonly (OrderPart | undefined)[] {
  const [first] = sort;
  // A row with the key can be hidden, so the key does not say whether the join finds it.
  if (first === undefined || conditionsThrough(first).length > 0) return [undefined];
  const [relationship = '', name, ...others] = first.field.split('.');
  const storage = table.storages.get(relationship);
  if (name === undefined || others.length > 0 || storage?.kind !== 'column') return [undefined];
  if (storage.finds === undefined || storage.target === undefined || storage.target.scope !== undefined)
    return [undefined];
  const found = { alias: joinAlias(MEMBER, relationship), isFound: true };
  return storage.finds === 'always' ? [found] : [found, { ...found, isFound: false }];
}

/** The part of an order that a statement reads. */
export interface Cut {
  readonly keys: readonly OrderKey[];
  /** Conditions on the rows of the part. */
  readonly bounds: readonly Expression<SqlBool>[];
}

/** The rows of a page, and the offset that is left to apply. */
interface PageRows {
  readonly rows: RowsQuery;
  readonly offset: unknown;
}

/**
 * Adds the rows of a page to a shape. Returns a function that builds the query of rows that contains the page. If the filter or the
 * order has branches, or many rows are before the page, a subquery reads the keys of the page: the first of each branch are enough, because
 * the page consists of them.
 */
export function preparePageRows(
  shape: Shape,
  run: Run,
  table: Table,
  given: RowsFilter & Pick<CollectionQuery, 'sort'>,
  { limit, offset }: Pick<CollectionQuery['page'], 'limit' | 'offset'>,
  canReadKeys = true,
): (cut: Cut) => PageRows {
  const filters = canReadKeys && table.dialect.readsBranches ? branchesOf(table, given.filter) : [given.filter];
  const parts = canReadKeys && offset < DEEP && given.sort.length > 0 ? orderPartsOf(table, given.sort) : [undefined];
  const isOne = filters.length === 1 && parts.length === 1;
  const isDeep = canReadKeys && isOne && offset >= DEEP;
  shape.text += `;${filters.length};${parts.length}${isDeep ? 'deep' : offset > 0 ? 'offset' : ''}`;
  if (isOne && parts[0] === undefined && !isDeep) {
    const whole = prepareRows(shape, run, table, given);
    const skipped = offset > 0 ? slotFor(shape, offset) : undefined;
    return ({ bounds }) => ({ rows: whereAll(whole(), bounds), offset: skipped });
  }
  const branches = filters.flatMap((filter) => parts.map((part) => ({ filter, part })));
  const builds = branches.map(({ filter }) => prepareRows(shape, run, table, { ...given, filter }));
  const skipped = offset > 0 ? slotFor(shape, offset) : undefined;
  const most = slotFor(shape, isDeep ? limit : limit + offset) as number;
  const key = keyAt(MEMBER, keyNames(table));
  const keyOfPage = keyAt(
    PAGE,
    selectedKey(key).map((_, index) => (index === 0 ? 'id' : `id${index}`)),
  );
  return ({ keys, bounds }) => {
    const firsts = builds.map((build, index) => {
      const { part } = branches[index] as (typeof branches)[number];
      const first = orderedRows(whereAll(build(), bounds), selectedKey(key), table, keys, part).limit(most);
      return isDeep ? first.offset(skipped as number) : first;
    });
    const [first, ...others] = firsts.map((it, index) => run.executor.selectFrom(it.as(`branch${index}`)).selectAll());
    if (first === undefined) throw new TypeError('A filter has at least one branch.');
    const all = others.reduce((found, it) => found.union(it), first);
    const rows = run.executor
      .selectFrom(`${table.name} as ${MEMBER}`)
      .innerJoin(all.as(PAGE), (join) => join.on((eb) => eb(key.row, '=', keyOfPage.row)));
    return { rows: rows as unknown as RowsQuery, offset: isDeep ? undefined : skipped };
  };
}
