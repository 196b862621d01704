import type { FilterOperator, FilterTerm } from '@linkage/core';
import { conditionParts, fieldOf } from '@linkage/core/records';
import type { SourceCondition, SourceTerm } from '@linkage/server';
import { expressionBuilder, sql } from 'kysely';
import { type AnyDatabase, keysOf, type RelationshipStorage, storageOf, type Table } from '../mapping/table.ts';
import { attributeCondition, type Condition, isOneOf, opposite, type Place } from './attribute-conditions.ts';
import { MEMBER } from './selected-columns.ts';

const eb = expressionBuilder<AnyDatabase>();

/** Throws unless an operator compares ids. */
function checkIdOperator(what: string, operator: FilterOperator): void {
  if (operator === 'eq' || operator === 'ne') return;
  throw new TypeError(`A filter of ${what} must have the operator "eq" or "ne".`);
}

function idCondition({ table, alias }: Place, { operator, values }: FilterTerm): Condition {
  checkIdOperator(`ids of type "${table.type.name}"`, operator);
  const ids = values.filter((value) => value !== null).map(String);
  const equal = isOneOf(sql.id(alias, table.id), keysOf(table, ids));
  return operator === 'ne' ? opposite(equal) : equal;
}

/** The table and the columns with the links of a to-many relationship. */
export function linksOf(
  storage: Exclude<RelationshipStorage, { readonly kind: 'column' }>,
): readonly [table: string, from: string, to: string] {
  return storage.kind === 'through'
    ? [storage.table, storage.from, storage.to]
    : [storage.target.name, storage.column, storage.target.id];
}

/** Uses a subquery for to-many relationships: a join would return a record once for each related resource. */
function relationshipCondition({ table, alias, name }: Place, { operator, values }: FilterTerm): Condition {
  checkIdOperator(`the relationship \`${name}\``, operator);
  const storage = storageOf(table, name);
  const ids = values.filter((value) => value !== null).map(String);
  const keys = keysOf(storage.target, ids);
  const hasNull = ids.length < values.length;
  const isNegative = operator === 'ne';
  if (storage.kind === 'column') {
    const column = sql.id(alias, storage.column);
    const equal = hasNull ? eb.or([eb(column, 'is', null), isOneOf(column, keys)]) : isOneOf(column, keys);
    return isNegative ? opposite(equal) : equal;
  }
  const own = sql.id(alias, table.id);
  const [other, from, to] = linksOf(storage);
  // The subquery does not refer to the rows around it: a database without semi-joins, such as SQLite, reads it once.
  const links = eb.selectFrom(`${other} as other`).select(sql.id('other', from).as('id'));
  const related = eb(own, 'in', links.where(isOneOf(sql.id('other', to), keys)));
  if (!hasNull) return isNegative ? opposite(related) : related;
  const isEmpty = opposite(eb(own, 'in', links.where(sql.id('other', to), 'is not', null)));
  const equal = ids.length === 0 ? isEmpty : eb.or([isEmpty, related]);
  return isNegative ? opposite(equal) : equal;
}

/** Returns the table of a relationship's target. */
export function targetOf(table: Table, name: string, storage: RelationshipStorage): Table {
  if (storage.target !== undefined) return storage.target;
  throw new TypeError(
    `Type "${table.type.name}" cannot be filtered through \`${name}\`, because its target is not in this database.`,
  );
}

/**
 * Whether a relationship contains any resource that matches a condition. The subquery does not refer to outer rows, so
 * a database runs it once.
 */
export function anyRelated({ table, alias, name }: Place, relatedAlias: string, condition: Condition): Condition {
  const storage = storageOf(table, name);
  const target = targetOf(table, name, storage);
  const related = eb.selectFrom(`${target.name} as ${relatedAlias}`).where(condition);
  if (storage.kind === 'column') {
    return eb(sql.id(alias, storage.column), 'in', related.select(sql.id(relatedAlias, target.id).as('id')));
  }
  const own = sql.id(alias, table.id);
  if (storage.kind === 'foreign-key') {
    return eb(own, 'in', related.select(sql.id(relatedAlias, storage.column).as('id')));
  }
  const links = eb
    .selectFrom(`${storage.table} as ${relatedAlias}_link`)
    .select(sql.id(`${relatedAlias}_link`, storage.from).as('id'))
    .where(sql.id(`${relatedAlias}_link`, storage.to), 'in', related.select(sql.id(relatedAlias, target.id).as('id')));
  return eb(own, 'in', links);
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
  const through = (fieldOf(term, 'through') as SourceTerm['through']) ?? [];
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
      return anyRelated(step, reached.alias, own.length === 0 ? condition : eb.and([condition, ...own]));
    },
    compare(end, term),
  );
}

/** Returns a condition in SQL. Each condition of a group is true or, if it is false or NULL, not true. */
function conditionOf(scope: Scope, condition: SourceCondition): Condition {
  const parts = conditionParts(condition);
  if (parts.kind === 'term') return termCondition(scope, parts.term);
  const conditions = parts.conditions.map((it) => conditionOf(scope, it));
  if (parts.kind === 'and') return eb.and(conditions);
  return parts.kind === 'or' ? eb.or(conditions) : opposite(eb.or(conditions));
}

/** Returns the conditions of a filter, which must all match. An unknown field is an error and never ignored. */
export function conditionsOf(table: Table, filter: readonly SourceCondition[]): readonly Condition[] {
  return filter.map((condition) => conditionOf({ table, alias: MEMBER, depth: 0 }, condition));
}
