import type { FilterTerm } from '@linkage/core';
import { isTextOperator, type TextComparison, textComparisonOf } from '@linkage/core/internal';
import { type ConditionFold, foldCondition } from '@linkage/core/records';
import type { CollectionQuery } from '@linkage/server';
import { keyNames, type MembershipTable, membershipIn } from '../mapping/key.ts';
import { beginsIndex } from '../mapping/known-indexes.ts';
import { type KnownTable, storedColumnName } from '../mapping/known-table.ts';
import { memberEdgesOf, type Table } from '../mapping/table.ts';

/** A way to the rows of a table that match a condition. */
export interface Way {
  /** The columns that an index can begin with, or none if the condition has indexes of its own. */
  readonly columns: readonly string[];
  /** Whether each column has one value. */
  readonly isEqual: boolean;
  readonly isIndexed: boolean;
  /** The indexes that are missing, if there is no other way. */
  readonly missing: readonly string[];
}

/** The indexes that a condition needs: one of the ways, and all indexes of other tables. */
export interface Needs {
  readonly ways: readonly Way[];
  readonly elsewhere: readonly string[];
}

const nothing: Needs = { ways: [], elsewhere: [] };

export function textOf({ name }: KnownTable, columns: readonly string[]): string {
  return `${name} (${columns.join(', ')})`;
}

/** Returns the columns in the catalog, each once. */
export function storedNames(known: KnownTable, names: readonly string[]): readonly string[] {
  return [...new Set(names.map((name) => storedColumnName(known, name)))];
}

/** Returns a table of which the catalog says which indexes it has. Those of views are in other tables. */
export function indexedTable(table: Table, name: string): KnownTable | undefined {
  const known = table.known(name);
  return known?.kind === 'table' ? known : undefined;
}

/** Returns the columns that have one value in all rows of the scope of a table. */
export function constantsOf({ scope }: Table, known: KnownTable): readonly string[] {
  return storedNames(known, Object.keys(scope?.values ?? {}));
}

/** The values of its columns that a way finds: one, some, or those of a range. */
type Wanted = 'one' | 'some' | 'range';

const wantedOf = (isOne: boolean): Wanted => (isOne ? 'one' : 'some');

/** Returns the way by an index that begins with some columns. */
function wayBy(table: Table, columns: readonly string[], wanted: Wanted): Needs {
  const known = indexedTable(table, table.name);
  if (known === undefined) return nothing;
  const stored = storedNames(known, columns);
  const constants = constantsOf(table, known);
  // Pages have the order of the ids.
  const end = wanted === 'range' ? [] : keyNames(table);
  const missing = [textOf(known, storedNames(known, [...constants, ...columns, ...end]))];
  const isIndexed = beginsIndex(known, stored, constants);
  return { ways: [{ columns: stored, isEqual: wanted === 'one', isIndexed, missing }], elsewhere: [] };
}

/** Returns the way by an index of parts of texts. The catalog does not say how the expressions of an index compare texts. */
function wayByText(table: Table, column: string, { at, ignoresCase }: TextComparison): Needs {
  const known = indexedTable(table, table.name);
  if (known === undefined || !table.dialect.hasTextIndexes) return nothing;
  const stored = storedColumnName(known, column);
  const compared = ignoresCase ? `lower(${stored} collate "C")` : `${stored} collate "C"`;
  const isStart = at === 'whole' || at === 'start';
  const { indexes = [] } = known;
  const isIndexed = indexes.some(({ columns }) => columns[0] === null || (isStart && columns[0] === stored));
  const missing = isStart
    ? textOf(known, [`${compared} text_pattern_ops`])
    : `${known.name} using gin (${compared} gin_trgm_ops)`;
  return { ways: [{ columns: [], isEqual: false, isIndexed, missing: [missing] }], elsewhere: [] };
}

/** Returns the way by an index of the elements of lists. */
function wayByElement(table: Table, column: string): Needs {
  const known = indexedTable(table, table.name);
  if (known === undefined || !table.dialect.hasArrays) return nothing;
  const stored = storedColumnName(known, column);
  const isIndexed = known.indexes?.some(({ method, columns }) => method === 'gin' && columns.includes(stored)) === true;
  const missing = `${known.name} using gin (${stored})`;
  return { ways: [{ columns: [], isEqual: false, isIndexed, missing: [missing] }], elsewhere: [] };
}

/** Returns the index that is missing to find the rows of a membership table by the columns of one side. */
export function missingOfLinks(
  table: Table,
  { kind, table: name, typed, target, readIds }: MembershipTable,
  own: readonly string[],
  other: readonly string[],
): readonly string[] {
  const known = kind === 'column' ? undefined : indexedTable(table, name);
  if (known === undefined) return [];
  const type = typed === undefined ? [] : [typed.column];
  const constants = kind === 'foreign-key' && target !== undefined ? constantsOf(target, known) : [];
  const stored = (names: readonly string[]) => storedNames(known, names === readIds?.ids ? readIds.columns : names);
  if (beginsIndex(known, stored(own), storedNames(known, [...type, ...constants]))) return [];
  return [textOf(known, [...storedNames(known, [...constants, ...type]), ...stored(own), ...stored(other)])];
}

/** Returns what a condition on the members of a relationship needs. */
function needsOfMembers(table: Table, relationship: string, wanted: Wanted): Needs {
  const storage = table.storages.get(relationship);
  if (storage === undefined) return nothing;
  if (storage.kind === 'column') return wayBy(table, storage.columns, wanted);
  if (storage.kind === 'polymorphic') return wayBy(table, [storage.typeColumn, ...storage.columns], wanted);
  const elsewhere = memberEdgesOf(storage).flatMap((edge) => {
    const links = membershipIn(table, edge);
    if (links === undefined) return [];
    const { kind, from, to } = links;
    const ofMembers = kind === 'through' ? missingOfLinks(table, links, to, from) : [];
    return [...missingOfLinks(table, links, from, to), ...ofMembers];
  });
  return { ways: [], elsewhere };
}

/** Returns what a comparison needs. */
function compare(table: Table, { field, operator, values }: FilterTerm): Needs {
  if (field === 'id') return operator === 'eq' ? wayBy(table, keyNames(table), wantedOf(values.length === 1)) : nothing;
  if (table.type.relationships.has(field)) {
    const needs = needsOfMembers(table, field, wantedOf(values.length === 1));
    return operator === 'eq' ? needs : { ...needs, ways: [] };
  }
  const column = table.columns.get(field)?.name;
  if (column === undefined || operator === 'ne') return nothing;
  if (isTextOperator(operator)) return wayByText(table, column, textComparisonOf(operator));
  if (operator === 'has') return wayByElement(table, column);
  return wayBy(table, [column], operator === 'eq' ? wantedOf(values.length === 1) : 'range');
}

/** Returns the indexes of its own table that a filter lacks: none if one of its conditions has an index. */
export function missingOfWays(ways: readonly Way[]): readonly string[] {
  if (ways.some(({ isIndexed }) => isIndexed)) return [];
  return ways.find(({ isEqual }) => isEqual)?.missing ?? ways.at(0)?.missing ?? [];
}

const elsewhereOf = (all: readonly Needs[]): readonly string[] => all.flatMap(({ elsewhere }) => elsewhere);

/** Returns what a condition on related resources needs of the table of the resource. */
function needsOfRelated(table: Table, relationship: string, inner: Needs): Needs {
  const own = needsOfMembers(table, relationship, 'some');
  return { ways: own.ways, elsewhere: [...own.elsewhere, ...inner.elsewhere, ...missingOfWays(inner.ways)] };
}

/** Returns the table that a step of a path leads to. */
export function relatedTable({ storages }: Table, relationship: string): Table {
  const target = storages.get(relationship)?.target;
  if (target === undefined) throw new TypeError(`A path through \`${relationship}\` requires one target type.`);
  return target;
}

const needsOf: ConditionFold<Table, Needs> = {
  follow: relatedTable,
  any: (table, relationship, _, inner) => needsOfRelated(table, relationship, inner),
  compare,
  and: (all) => ({ ways: all.flatMap(({ ways }) => ways), elsewhere: elsewhereOf(all) }),
  or(all) {
    const ways = all.map((it) => it.ways);
    // A condition without any way makes the database read all rows.
    if (ways.some(({ length }) => length === 0)) return { ways: [], elsewhere: elsewhereOf(all) };
    const missing = ways.flatMap(missingOfWays);
    return {
      ways: [{ columns: [], isEqual: false, isIndexed: missing.length === 0, missing }],
      elsewhere: elsewhereOf(all),
    };
  },
  not: ({ elsewhere }) => ({ ways: [], elsewhere }),
};

/** Returns what the conditions of a filter need together. */
export function needsOfFilter(table: Table, filter: CollectionQuery['filter']): Needs {
  return needsOf.and(filter.map((condition) => foldCondition(condition, table, needsOf)));
}

/** Returns the indexes that a statement lacks that reads the members of resources. */
export function missingOfMembers(
  table: Table,
  membership: MembershipTable,
  filter: CollectionQuery['filter'],
): readonly string[] {
  const { target, from, to } = membership;
  const needs = target && needsOfFilter(target, filter);
  return [...new Set([...missingOfLinks(table, membership, from, to), ...(needs?.elsewhere ?? [])])];
}

/** Returns the indexes that a statement lacks that reads all rows of a filter. */
export function missingOfFilter(table: Table, filter: CollectionQuery['filter']): readonly string[] {
  const { ways, elsewhere } = needsOfFilter(table, filter);
  return [...new Set([...missingOfWays(ways), ...elsewhere])];
}
