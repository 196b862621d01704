import type { FilterOperator, FilterTerm } from '@linkage/core';
import { conditionParts, fieldOf } from '@linkage/core/records';
import type { SourceCondition, SourceTerm } from '@linkage/server';
import { type Expression, expressionBuilder } from 'kysely';
import { type Key, keyNames, keysOf } from '../mapping/key.ts';
import { membershipIn } from '../mapping/membership-table.ts';
import {
  type AnyDatabase,
  type ForeignKeyEdge,
  type PolymorphicEdge,
  type RelationshipStorage,
  storageOf,
  type Table,
  type ThroughEdge,
} from '../mapping/table.ts';
import { attributeCondition, type Condition, nothing, opposite, type Place } from './attribute-conditions.ts';
import { type KeyReference, keyAt, selectedKey } from './key-columns.ts';
import { keysCondition } from './keys-condition.ts';
import { idsInScope, isInScope, scopeOf } from './scope.ts';
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
  const equal = hasOneOf(table, keyAt(alias, keyNames(table)), keysOf(table, ids));
  return operator === 'ne' ? opposite(equal) : equal;
}

/** Whether a key is one of some keys. */
function hasOneOf({ dialect }: Pick<Table, 'dialect'>, key: KeyReference, keys: readonly Key[]): Condition {
  return keys.length === 0 ? nothing : keysCondition(dialect, keys)(key);
}

/** Returns the condition on the type column of an edge. */
export function isTyped(
  alias: string | undefined,
  typed: { readonly column: string; readonly value: string | number } | undefined,
): readonly Condition[] {
  return typed === undefined ? [] : [eb(keyAt(alias, [typed.column]).row, '=', typed.value)];
}

/** The owners in the links of a to-many relationship that match a condition on the member. */
export function ownersIn(
  table: Table,
  storage: ForeignKeyEdge | ThroughEdge,
  isMember: (member: KeyReference) => Condition,
): Expression<unknown> {
  const links = membershipIn(table, storage);
  if (links === undefined) throw new TypeError('A relationship with several target types does not have links.');
  const rows = eb.selectFrom(`${links.table} as other`).select(selectedKey(keyAt('other', links.from)));
  return [...isTyped('other', links.typed), isMember(keyAt('other', links.to))].reduce(
    (all, it) => all.where(it),
    rows,
  );
}

/** Whether a column references one of some resources: a row outside of the scope of their type is not a resource. */
function isOneOfRelated(
  owner: Table,
  target: Table | undefined,
  column: KeyReference,
  keys: readonly Key[],
): Condition {
  if (target?.scope === undefined || keys.length === 0) return hasOneOf(owner, column, keys);
  return eb(column.row, 'in', idsInScope(target, keysCondition(target.dialect, keys)));
}

/** Whether no column of a key is NULL. */
export function isPresent({ columns }: KeyReference): Condition {
  return eb.and(columns.map((column) => eb(column, 'is not', null)));
}

/** Whether a column of a key is NULL. */
function isAbsent({ columns }: KeyReference): Condition {
  return eb.or(columns.map((column) => eb(column, 'is', null)));
}

/** Whether a column references any resource. */
function isRelated(target: Table | undefined, column: KeyReference): Condition {
  const [inScope = isPresent(column)] = isInScope(target, column);
  return inScope;
}

/** Ids do not contain their type, so an id matches the resources of all target types. */
function polymorphicCondition(storage: PolymorphicEdge, { table, alias }: Place, term: FilterTerm): Condition {
  const column = keyAt(alias, storage.columns);
  const ids = term.values.filter((value) => value !== null).map(String);
  const anyOf = (condition: (target: Table | undefined) => Condition): Condition =>
    eb.or(
      storage.types.map((it) =>
        eb.and([...isTyped(alias, { column: storage.typeColumn, value: it.value }), condition(it.table)]),
      ),
    );
  // No foreign key checks that the row exists.
  const related = anyOf((target) => {
    const keys = keysOf(target, ids);
    if (target === undefined || keys.length === 0) return hasOneOf(table, column, keys);
    return eb(column.row, 'in', idsInScope(target, keysCondition(target.dialect, keys)));
  });
  const isAny = (): Condition =>
    anyOf((target) => (target === undefined ? isPresent(column) : eb(column.row, 'in', idsInScope(target))));
  const equal = ids.length < term.values.length ? eb.or([opposite(isAny()), related]) : related;
  return term.operator === 'ne' ? opposite(equal) : equal;
}

/** Uses a subquery for to-many relationships: a join would return a record once for each related resource. */
function relationshipCondition(place: Place, term: FilterTerm): Condition {
  const { table, alias, name } = place;
  const { operator, values } = term;
  checkIdOperator(`the relationship \`${name}\``, operator);
  const storage = storageOf(table, name);
  if (storage.kind === 'polymorphic') return polymorphicCondition(storage, place, term);
  const ids = values.filter((value) => value !== null).map(String);
  const { target } = storage;
  const keys = keysOf(target, ids);
  const hasNull = ids.length < values.length;
  const isNegative = operator === 'ne';
  if (storage.kind === 'column') {
    const column = keyAt(alias, storage.columns);
    const related = isOneOfRelated(table, target, column, keys);
    const isEmpty = target?.scope === undefined ? isAbsent(column) : opposite(isRelated(target, column));
    const equal = hasNull ? eb.or([isEmpty, related]) : related;
    return isNegative ? opposite(equal) : equal;
  }
  const own = keyAt(alias, keyNames(table)).row;
  // The subquery does not refer to the rows around it: a database without semi-joins, such as SQLite, reads it once.
  const owners = (isMember: (member: KeyReference) => Condition): Condition =>
    eb(own, 'in', ownersIn(table, storage, isMember));
  const related = owners((member) => isOneOfRelated(table, target, member, keys));
  if (!hasNull) return isNegative ? opposite(related) : related;
  const isEmpty = opposite(owners((member) => isRelated(target, member)));
  const equal = ids.length === 0 ? isEmpty : eb.or([isEmpty, related]);
  return isNegative ? opposite(equal) : equal;
}

/** Returns the table of a relationship's target. */
export function targetOf(table: Table, name: string, storage: RelationshipStorage): Table {
  if (storage.target !== undefined) return storage.target;
  const reason = storage.kind === 'polymorphic' ? 'it has several target types' : 'its target is not in this database';
  throw new TypeError(`Type "${table.type.name}" cannot be filtered through \`${name}\`, because ${reason}.`);
}

/**
 * Whether a relationship contains any resource that matches a condition. The subquery does not refer to outer rows, so
 * a database runs it once.
 */
export function anyRelated({ table, alias, name }: Place, relatedAlias: string, condition: Condition): Condition {
  const storage = storageOf(table, name);
  const target = targetOf(table, name, storage);
  const related = [condition, ...scopeOf(target, relatedAlias)].reduce(
    (rows, it) => rows.where(it),
    eb.selectFrom(`${target.name} as ${relatedAlias}`),
  );
  const ids = () => related.select(selectedKey(keyAt(relatedAlias, keyNames(target))));
  if (storage.kind === 'column') return eb(keyAt(alias, storage.columns).row, 'in', ids());
  const own = keyAt(alias, keyNames(table)).row;
  if (storage.kind === 'foreign-key') {
    const rows = isTyped(relatedAlias, storage.typed).reduce((all, it) => all.where(it), related);
    return eb(own, 'in', rows.select(selectedKey(keyAt(relatedAlias, storage.columns))));
  }
  if (storage.kind === 'polymorphic') throw new TypeError('A path requires one target type.');
  const { table: join, from, to } = storage;
  const links = eb
    .selectFrom(`${join} as ${relatedAlias}_link`)
    .select(selectedKey(keyAt(`${relatedAlias}_link`, [from])))
    .where(eb(keyAt(`${relatedAlias}_link`, [to]).row, 'in', ids()));
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
