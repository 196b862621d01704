import { termsIn } from '@linkage/core/internal';
import { conditionParts, stepsOf } from '@linkage/core/records';
import type { CollectionQuery, Selection, SourceCondition } from '@linkage/server';
import { keyNames } from '../mapping/key.ts';
import { eb, type Table } from '../mapping/table.ts';
import { whereAll } from '../statements/condition.ts';
import { joinedSteps } from '../statements/joined-filter.ts';
import { keyAt } from '../statements/key-columns.ts';
import { MEMBER } from '../statements/selected-columns.ts';
import { type Shape, slotFor } from '../statements/shape.ts';
import { joinAlias } from '../statements/sort-key.ts';
import type { Run } from './execute-read.ts';
import { prepareRows, type RowsFilter, type RowsQuery } from './filtered-rows.ts';
import { canMatch, isIndexedOrder, isKnownUnordered, type OrderWay, orderPartsOf, partsShape } from './order-parts.ts';
import { joinOrder } from './ordered-rows.ts';
import { type Branch, type Cut, keyAliases, pageKeys } from './page-keys.ts';

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
    return (
      (field.includes('.') && !table.members.has(field)) ||
      (kind !== undefined && kind !== 'column' && kind !== 'polymorphic')
    );
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

/** Whether each condition of a filter about other rows is one of rows that foreign keys of one column find. */
function findsByKeys(table: Table, filter: Filter): boolean {
  return termsIn(filter).every(({ field }) => {
    const steps = joinedSteps(table, field);
    const storage = table.storages.get(stepsOf(field).relationships.at(0) ?? field);
    return steps === undefined ? storage === undefined : storage?.kind === 'column' && storage.columns.length === 1;
  });
}

/** The rows of a page, whose tables of the order are joined, and the offset that is left to apply. */
interface PageRows {
  readonly rows: RowsQuery;
  readonly offset: unknown;
}

/** Whether a statement computes what it selects, such as the strings of times: a database does this for all rows that it sorts. */
function isComputed({ columns }: Table, { attributes }: Selection): boolean {
  return [...attributes].some((name) => {
    const column = columns.get(name);
    return column?.expression !== undefined || column?.codec.read !== undefined;
  });
}

/** Returns the aliases of an order that find a row in the rows of a way. */
function foundAliases(sort: CollectionQuery['sort'], way: OrderWay | undefined): ReadonlySet<string> {
  const steps = way === undefined ? [] : stepsOf(sort.at(0)?.field ?? '').relationships.slice(0, way.found);
  let alias: string = MEMBER;
  return new Set(
    steps.map((step) => {
      alias = joinAlias(alias, step);
      return alias;
    }),
  );
}

/**
 * Adds the rows of a page to a shape. Returns a function that builds the query of rows that contains the page. If the filter or the
 * order has branches, or many rows are before the page, a subquery reads the keys of the page: the first of each branch are enough, because
 * the page consists of them. A part of the order is read only if the parts before it do not fill the page.
 */
export function preparePageRows(
  shape: Shape,
  run: Run,
  table: Table,
  given: RowsFilter & Pick<CollectionQuery, 'sort' | 'selection'> & { readonly isBackward?: boolean },
  { limit, offset }: Pick<CollectionQuery['page'], 'limit' | 'offset'>,
): (cut: Cut) => PageRows {
  const { sort, filter, selection } = given;
  // A database locks the rows of the statement itself, and not those of a subquery.
  const canReadKeys = run.lock === undefined;
  const branched = canReadKeys && table.dialect.readsBranches ? branchesOf(table, filter) : [filter];
  // Each branch would read and sort all of its rows where no index has the order: one statement reads them once.
  const readsArrays =
    branched.length > 1 && table.dialect.hasArrays && isKnownUnordered(table, given) && findsByKeys(table, filter);
  const filters = readsArrays ? [filter] : branched;
  const parts = (canReadKeys && orderPartsOf(table, given)) || [];
  const isOne = filters.length === 1 && parts.length === 0;
  const isSorted = isOne && sort.length > 0 && isComputed(table, selection) && !isIndexedOrder(table, given);
  const isWhole = isOne && !(canReadKeys && (offset >= DEEP || isSorted));
  shape.text += `;${filters.length}${readsArrays ? 'arrays' : ''};${partsShape(parts)}${isWhole ? '' : 'keys'}${offset > 0 ? 'offset' : ''}`;
  if (isWhole) {
    const whole = prepareRows(shape, run, table, { ...given, readsArrays });
    const skipped = offset > 0 ? slotFor(shape, offset) : undefined;
    return ({ keys, bounds }) => {
      const rows = whole((all) => joinOrder(all, keys));
      return { rows: whereAll(rows, bounds(keys)), offset: skipped };
    };
  }
  const branchOf = (own: Filter, way: OrderWay | undefined): Branch => ({
    way,
    build: prepareRows(shape, run, table, { ...given, filter: own, readsArrays }, foundAliases(sort, way)),
  });
  const ways: readonly (readonly (OrderWay | undefined)[])[] = parts.length === 0 ? [[undefined]] : parts;
  const branches = ways
    .map((part) =>
      part.flatMap((way) =>
        filters
          .filter((own) => way === undefined || canMatch(table, { ...given, filter: own }, way))
          .map((own) => branchOf(own, way)),
      ),
    )
    .filter((part) => part.length > 0);
  const isSingle = branches.length === 1 && branches.at(0)?.length === 1;
  const page = {
    skipped: offset > 0 ? (slotFor(shape, offset) as number) : undefined,
    limit: slotFor(shape, limit) as number,
    most: isSingle ? undefined : (slotFor(shape, limit + offset) as number),
  };
  const key = keyAt(MEMBER, keyNames(table));
  return (cut) => {
    const { query, isSliced } = pageKeys(run.executor, table, branches, cut, page);
    const id = keyAt(PAGE, keyAliases(table));
    // SQLite follows the order of a cross join. It does not know how few rows the page has, and would walk the whole table for them.
    const rows = run.executor
      .selectFrom(query.as(PAGE))
      .crossJoin(`${table.name} as ${MEMBER}`)
      .where(eb(key.row, '=', id.row));
    return { rows: joinOrder(rows as unknown as RowsQuery, cut.keys), offset: isSliced ? undefined : page.skipped };
  };
}
