import type { FilterTerm } from '@linkage/core';
import { isSent, termsIn } from '@linkage/core/internal';
import { type ConditionFold, conditionParts, foldCondition } from '@linkage/core/records';
import type { SourceCondition } from '@linkage/server';
import { keyNames, referencedNames } from '../mapping/key.ts';
import { eb, type RelationshipStorage, storageOf, type Table } from '../mapping/table.ts';
import { attributeCondition } from './attribute-conditions.ts';
import { allOf, anyOf, type Build, type Condition, opposite, type Place, whereAll } from './condition.ts';
import { keyAt } from './key-columns.ts';
import { isInArray, isTyped, type KeyedRows, occursIn } from './links.ts';
import { idCondition, relationshipCondition } from './relationship-conditions.ts';
import { rowFilterOf } from './row-filter.ts';
import { MEMBER } from './selected-columns.ts';
import type { Shape } from './shape.ts';

/** Returns the table of a relationship's target. */
function targetOf(table: Table, name: string, storage: RelationshipStorage): Table {
  if (storage.target !== undefined) return storage.target;
  const isMixed = storage.kind === 'polymorphic' || storage.kind === 'mixed';
  const reason = isMixed ? 'it has several target types' : 'its target is not in this database';
  throw new TypeError(`Type "${table.type.name}" cannot be filtered through \`${name}\`, because ${reason}.`);
}

/** Whether a relationship contains any resource that matches a condition. */
function anyRelated(
  { table, alias, readsArrays }: Place,
  name: string,
  related: Place,
  condition: Condition,
): Condition {
  const storage = storageOf(table, name);
  const { table: target, alias: relatedAlias } = related;
  const all: KeyedRows['rows'] = eb.selectFrom(`${target.name} as ${relatedAlias}`);
  const rows = whereAll(all, [condition, ...rowFilterOf(target, relatedAlias)]);
  if (storage.kind === 'column') {
    const found = { rows, key: keyAt(relatedAlias, referencedNames(storage, target)) };
    return (readsArrays === true ? isInArray : occursIn)(table, keyAt(alias, storage.columns), found);
  }
  if (storage.kind === 'foreign-key') {
    const typed = whereAll(rows, isTyped(relatedAlias, storage.typed));
    const own = keyAt(alias, referencedNames(storage, table));
    return occursIn(table, own, { rows: typed, key: keyAt(relatedAlias, storage.columns) });
  }
  if (storage.kind !== 'through') throw new TypeError('A path requires one target type.');
  const { table: join, from, to, typed } = storage;
  const link = `${relatedAlias}_link`;
  const links: KeyedRows['rows'] = eb.selectFrom(`${join} as ${link}`);
  const conditions = [
    occursIn(table, keyAt(link, [to]), { rows, key: keyAt(relatedAlias, keyNames(target)) }),
    ...isTyped(link, typed),
  ];
  const key = keyAt(link, [from]);
  return occursIn(table, keyAt(alias, keyNames(table)), { rows: whereAll(links, conditions), key });
}

/** Returns the condition at the end of a field of any kind. */
export function compareAt(place: Place, term: FilterTerm): Build {
  const { shape, table } = place;
  shape.text += `&${term.field}:${term.operator}`;
  if (term.field === 'id') return idCondition(place, term);
  return table.type.relationships.has(term.field)
    ? relationshipCondition(place, term)
    : attributeCondition(place, term);
}

const built = (builds: readonly Build[]): readonly Condition[] => builds.map((build) => build());

/**
 * Returns how conditions are added to a shape, in reverse Polish notation. Each condition of a group is true or, if it is
 * false or NULL, not true.
 */
function sqlOf(shape: Shape): ConditionFold<Place, Build> {
  return {
    follow({ table, depth }, name) {
      if (table.type.attributes.has(name)) return undefined;
      shape.text += `/${name}`;
      const target = targetOf(table, name, storageOf(table, name));
      return { shape, table: target, alias: `step${depth + 1}`, depth: depth + 1 };
    },
    any(from, name, to, inner) {
      shape.text += ';';
      return () => anyRelated(from, name, to, inner());
    },
    compare: compareAt,
    and(builds) {
      shape.text += `+${builds.length}`;
      return () => allOf(built(builds));
    },
    or(builds) {
      shape.text += `|${builds.length}`;
      return () => anyOf(built(builds));
    },
    not(build) {
      shape.text += '!';
      return () => opposite(build());
    },
  };
}

/**
 * Adds a filter of the rows of an alias to a shape. Returns a function that builds its conditions, which must all match. An unknown field
 * is an error and never ignored.
 */
export function prepareConditions(
  shape: Shape,
  table: Table,
  filter: readonly SourceCondition[],
  alias: string = MEMBER,
  readsArrays?: boolean,
): Build<readonly Condition[]> {
  const place = { shape, table, alias, depth: 0, readsArrays };
  const builds: Build[] = [];
  for (const condition of filter) {
    const parts = conditionParts(condition);
    // Clients can send endless shapes of groups, and rules cannot.
    if (parts.kind !== 'term' && termsIn([condition]).some(({ values }) => isSent(values))) shape.isKept = false;
    const isOwn = parts.kind === 'term' && !parts.term.field.includes('.');
    builds.push(isOwn ? compareAt(place, parts.term) : foldCondition(condition, place, sqlOf(shape)));
  }
  shape.text += ')';
  return () => built(builds);
}
