import type { FilterTerm } from '@linkage/core';
import { throughOf } from '@linkage/core/internal';
import { conditionParts } from '@linkage/core/records';
import type { SourceCondition, SourceTerm } from '@linkage/server';
import { expressionBuilder } from 'kysely';
import { keyNames, keysOf } from '../mapping/key.ts';
import { type AnyDatabase, type RelationshipStorage, storageOf, type Table } from '../mapping/table.ts';
import { allOf, anyOf, attributeCondition, type Condition, opposite, type Place } from './attribute-conditions.ts';
import { keyAt } from './key-columns.ts';
import { hasOneOf, isTyped, type KeyedRows, occursIn } from './links.ts';
import { checkIdOperator, relationshipCondition } from './relationship-conditions.ts';
import { scopeOf } from './scope.ts';
import { MEMBER } from './selected-columns.ts';

const eb = expressionBuilder<AnyDatabase>();

function idCondition({ table, alias }: Place, { operator, values }: FilterTerm): Condition {
  checkIdOperator(`ids of type "${table.type.name}"`, operator);
  const ids = values.filter((value) => value !== null).map(String);
  const equal = hasOneOf(table, keyAt(alias, keyNames(table)), keysOf(table, ids));
  return operator === 'ne' ? opposite(equal) : equal;
}

/** Returns the table of a relationship's target. */
export function targetOf(table: Table, name: string, storage: RelationshipStorage): Table {
  if (storage.target !== undefined) return storage.target;
  const isMixed = storage.kind === 'polymorphic' || storage.kind === 'mixed';
  const reason = isMixed ? 'it has several target types' : 'its target is not in this database';
  throw new TypeError(`Type "${table.type.name}" cannot be filtered through \`${name}\`, because ${reason}.`);
}

/** Whether a relationship contains any resource that matches a condition. */
export function anyRelated({ table, alias, name }: Place, relatedAlias: string, condition: Condition): Condition {
  const storage = storageOf(table, name);
  const target = targetOf(table, name, storage);
  const all: KeyedRows['rows'] = eb.selectFrom(`${target.name} as ${relatedAlias}`);
  const rows = [condition, ...scopeOf(target, relatedAlias)].reduce((found, it) => found.where(it), all);
  const related = { rows, key: keyAt(relatedAlias, keyNames(target)) };
  if (storage.kind === 'column') return occursIn(table, keyAt(alias, storage.columns), related);
  const own = keyAt(alias, keyNames(table));
  if (storage.kind === 'foreign-key') {
    const typed = isTyped(relatedAlias, storage.typed).reduce((found, it) => found.where(it), rows);
    return occursIn(table, own, { rows: typed, key: keyAt(relatedAlias, storage.columns) });
  }
  if (storage.kind !== 'through') throw new TypeError('A path requires one target type.');
  const { table: join, from, to, typed } = storage;
  const link = `${relatedAlias}_link`;
  const links: KeyedRows['rows'] = eb.selectFrom(`${join} as ${link}`);
  const conditions = [occursIn(table, keyAt(link, [to]), related), ...isTyped(link, typed)];
  return occursIn(table, own, {
    rows: conditions.reduce((found, it) => found.where(it), links),
    key: keyAt(link, [from]),
  });
}

/** Returns the condition at the end of a field of any kind. */
function compare(place: Place, term: FilterTerm): Condition {
  const { table, name } = place;
  if (name === 'id') return idCondition(place, term);
  return table.type.relationships.has(name) ? relationshipCondition(place, term) : attributeCondition(place, term);
}

/** A table whose rows a condition is about. */
interface Scope {
  readonly table: Table;
  readonly alias: string;
  /** The number of subqueries around it. */
  readonly depth: number;
}

function termCondition({ table, alias, depth }: Scope, term: SourceTerm): Condition {
  const names = term.field.split('.');
  const last = names.pop() as string;
  const through = throughOf(term) ?? [];
  let current: Scope = { table, alias, depth };
  const steps = names.map((name) => {
    const step: Place = { table: current.table, alias: current.alias, name };
    const target = targetOf(current.table, name, storageOf(current.table, name));
    current = { table: target, alias: `step${current.depth + 1}`, depth: current.depth + 1 };
    return { step, reached: current };
  });
  const end = { table: current.table, alias: current.alias, name: last };
  return steps.reduceRight(
    (condition, { step, reached }, index) => {
      const own = (through.at(index) ?? []).map((it) => conditionOf(reached, it));
      return anyRelated(step, reached.alias, allOf([condition, ...own]));
    },
    compare(end, term),
  );
}

/** Returns a condition in SQL. Each condition of a group is true or, if it is false or NULL, not true. */
function conditionOf(scope: Scope, condition: SourceCondition): Condition {
  const parts = conditionParts(condition);
  if (parts.kind === 'term') return termCondition(scope, parts.term);
  const conditions = parts.conditions.map((it) => conditionOf(scope, it));
  if (parts.kind === 'and') return allOf(conditions);
  return parts.kind === 'or' ? anyOf(conditions) : opposite(anyOf(conditions));
}

/** Returns the conditions of a filter, which must all match. An unknown field is an error and never ignored. */
export function conditionsOf(table: Table, filter: readonly SourceCondition[]): readonly Condition[] {
  return filter.map((condition) => conditionOf({ table, alias: MEMBER, depth: 0 }, condition));
}
