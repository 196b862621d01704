import type { FilterTerm } from '@linkage/core';
import { isTextOperator, textComparisonOf } from '@linkage/core/internal';
import { type ConditionFold, foldCondition } from '@linkage/core/records';
import type { CollectionQuery } from '@linkage/server';
import { keyNames, type MembershipTable, membershipIn } from '../mapping/key.ts';
import { beginsIndex } from '../mapping/known-indexes.ts';
import { memberPartsOf, type Table } from '../mapping/table.ts';
import {
  constantsOf,
  indexedTable,
  indexOfColumns,
  type Needs,
  nothing,
  storedNames,
  type Wanted,
  type Way,
  wantedOf,
  wayBy,
  wayByElement,
  wayByMember,
  wayByText,
  wayByWords,
} from './index-ways.ts';

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
  const columns = [...storedNames(known, [...constants, ...type]), ...stored(own), ...stored(other)];
  return [indexOfColumns(table, known, columns)];
}

/** Returns what a condition on the members of a relationship needs. */
function needsOfMembers(table: Table, relationship: string, wanted: Wanted): Needs {
  const storage = table.storages.get(relationship);
  if (storage === undefined) return nothing;
  if (storage.kind === 'column') return wayBy(table, storage.columns, wanted);
  if (storage.kind === 'polymorphic') return wayBy(table, [storage.typeColumn, ...storage.columns], wanted);
  const elsewhere = memberPartsOf(storage).flatMap((part) => {
    const links = membershipIn(table, part);
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
  const member = table.members.get(field);
  const column = table.columns.get(member?.attribute ?? field)?.name;
  if (column === undefined || operator === 'ne') return nothing;
  if (isTextOperator(operator)) {
    const comparison = textComparisonOf(operator);
    return comparison === 'words' ? wayByWords(table, field) : wayByText(table, column, comparison, member);
  }
  if (member !== undefined) return wayByMember(table, column, member, operator === 'eq');
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

/** Returns the table that a step of a path leads to; undefined for an attribute. */
export function relatedTable({ storages, type }: Table, relationship: string): Table | undefined {
  if (!type.relationships.has(relationship)) return undefined;
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
