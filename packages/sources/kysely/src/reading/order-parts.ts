import { conditionsThrough, keyOrderOf } from '@linkage/core/internal';
import { conditionParts, stepsOf } from '@linkage/core/records';
import type { CollectionQuery } from '@linkage/server';
import { keyNames } from '../mapping/key.ts';
import { nullsIn, servesOrder } from '../mapping/known-indexes.ts';
import { storedColumnName } from '../mapping/known-table.ts';
import type { Table } from '../mapping/table.ts';
import { joinedSteps } from '../statements/joined-filter.ts';
import type { RowsFilter } from './filtered-rows.ts';
import { constantsOf, indexedTable, storedNames } from './index-ways.ts';
import { needsOfFilter } from './needed-indexes.ts';

/** Rows that are alike in what they have of the first key of an order. */
export interface OrderWay {
  /** The number of steps of the key's path that find a row. */
  readonly found: number;
  /**
   * Why the path ends there: at the value of the key, at NULL in its column, at a foreign key that is NULL, or at a row that the user does not
   * see.
   */
  readonly end: 'value' | 'empty' | 'absent' | 'hidden';
  /** Whether an index has the rows in the order of the key, and so with which place of NULL it is written. */
  readonly nulls?: 'least' | 'greatest' | undefined;
}

/** A part of an order: its rows are before or behind all rows of the other part, because the first key is NULL in all rows of one of them. */
export type OrderPart = readonly OrderWay[];

type Ordered = RowsFilter & Pick<CollectionQuery, 'sort'> & { readonly isBackward?: boolean };

/** Returns the columns that have one value in the rows of a filter. */
export function equalColumns(table: Table, filter: CollectionQuery['filter']): ReadonlySet<string> {
  const known = indexedTable(table, table.name);
  const { ways } = needsOfFilter(table, filter);
  const equal = ways.flatMap(({ isEqual, columns }) => (isEqual ? columns : []));
  return new Set([...(known === undefined ? [] : constantsOf(table, known)), ...equal]);
}

/** Returns where an index of a table that has the order of an attribute places NULL; undefined without such an index. */
function nullsOf(table: Table, attribute: string, filter: CollectionQuery['filter']): OrderWay['nulls'] {
  const known = indexedTable(table, table.name);
  const column = table.columns.get(attribute)?.name;
  if (known === undefined || column === undefined) return undefined;
  return nullsIn(known, storedColumnName(known, column), equalColumns(table, filter));
}

/** Whether an index of a table has its rows in an order that begins with an own attribute. */
export function isIndexedOrder(table: Table, { filter, sort }: Ordered): boolean {
  return nullsOf(table, sort.at(0)?.field ?? '', filter) !== undefined;
}

/** Whether the database schema says that no index has an order that begins with a column of a table. Expressions can have one. */
export function isKnownUnordered(table: Table, given: Ordered): boolean {
  const column = table.columns.get(given.sort.at(0)?.field ?? '')?.name;
  return column !== undefined && indexedTable(table, table.name) !== undefined && !isIndexedOrder(table, given);
}

/** Whether an index contains the rows in which a column is NULL in the order of their ids. */
function ordersEmpty(table: Table, attribute: string, filter: CollectionQuery['filter']): boolean {
  const known = indexedTable(table, table.name);
  const column = table.columns.get(attribute)?.name;
  if (known === undefined || column === undefined) return false;
  return servesOrder(known, storedNames(known, [column, ...keyNames(table)]), equalColumns(table, filter));
}

/**
 * Returns the parts of an order that indexes have: of a path, those of the table at its end. Undefined if the parts are not known, such as
 * without a statement of the database schema that a foreign key always finds its row, or if one index has the whole order.
 */
export function orderPartsOf(
  table: Table,
  { filter, sort, isBackward = false }: Ordered,
): readonly OrderPart[] | undefined {
  const [first] = sort;
  if (first === undefined) return undefined;
  const { relationships, name } = stepsOf(first.field);
  const through = conditionsThrough(first);
  const empty: OrderWay[] = [];
  let end = table;
  for (const [found, relationship] of relationships.entries()) {
    const storage = end.storages.get(relationship);
    if (storage?.kind !== 'column' || storage.finds === undefined || storage.target === undefined) return undefined;
    if (storage.finds !== 'always') empty.push({ found, end: 'absent' });
    end = storage.target;
    if (end.rowFilter !== undefined || (through.at(found) ?? []).length > 0) empty.push({ found, end: 'hidden' });
  }
  const found = relationships.length;
  const isNullable = end.columns.get(name)?.nullable === true;
  const own = found === 0 ? filter : [];
  if (found === 0 && (!isNullable || end.dialect.nullIs === 'least')) return undefined;
  const nulls = nullsOf(end, name, own);
  const { nullsLast } = keyOrderOf(first.descending, end.type.attributes.get(name)?.nulls);
  const isLeast = nullsLast === first.descending;
  if (found === 0 && (nulls === undefined || isLeast === (nulls === 'least'))) return undefined;
  if (isNullable)
    empty.push({ found, end: 'empty', nulls: found === 0 && ordersEmpty(end, name, own) ? nulls : undefined });
  const value: OrderPart = [{ found, end: 'value', nulls }];
  if (empty.length === 0) return [value];
  return nullsLast !== isBackward ? [value, empty] : [empty, value];
}

/** Whether a filter can match rows of a way: none without a row that its paths require. */
export function canMatch(table: Table, { filter, sort }: Ordered, { found, end }: OrderWay): boolean {
  if (end !== 'absent') return true;
  const steps = stepsOf(sort.at(0)?.field ?? '').relationships.slice(0, found + 1);
  return !filter.some((condition) => {
    const parts = conditionParts(condition);
    const taken = parts.kind === 'term' ? joinedSteps(table, parts.term.field) : undefined;
    return taken !== undefined && steps.every((step, index) => taken[index] === step);
  });
}

/** Returns the text of the parts of an order in a shape. */
export function partsShape(parts: readonly (readonly OrderWay[])[]): string {
  return parts.map((ways) => ways.map(({ found, end, nulls }) => `${end}${found}${nulls ?? ''}`).join('|')).join('/');
}
