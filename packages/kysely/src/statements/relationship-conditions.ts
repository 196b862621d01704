import type { FilterOperator, FilterTerm } from '@linkage/core';
import { expressionBuilder } from 'kysely';
import { type Key, keyNames, keysOf } from '../mapping/key.ts';
import { type AnyDatabase, type MixedEdge, type PolymorphicEdge, storageOf, type Table } from '../mapping/table.ts';
import { type Condition, opposite, type Place } from './attribute-conditions.ts';
import { type KeyReference, keyAt } from './key-columns.ts';
import { keysCondition } from './keys-condition.ts';
import { hasOneOf, isAbsent, isPresent, isTyped, ownersIn } from './links.ts';
import { idsInScope, isInScope } from './scope.ts';

const eb = expressionBuilder<AnyDatabase>();

/** Throws unless an operator compares ids. */
export function checkIdOperator(what: string, operator: FilterOperator): void {
  if (operator === 'eq' || operator === 'ne') return;
  throw new TypeError(`A filter of ${what} must have the operator "eq" or "ne".`);
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

/** Like `polymorphicCondition`, for a to-many relationship. */
function mixedCondition({ parts }: MixedEdge, { table, alias }: Place, term: FilterTerm): Condition {
  const own = keyAt(alias, keyNames(table)).row;
  const ids = term.values.filter((value) => value !== null).map(String);
  const anyOf = (condition: (target: Table | undefined, member: KeyReference) => Condition): Condition =>
    eb.or(
      parts.map(({ storage }) =>
        eb(
          own,
          'in',
          ownersIn(table, storage, (member) => condition(storage.target, member)),
        ),
      ),
    );
  // No foreign key checks that the row of a member exists.
  const related = anyOf((target, member) => {
    const keys = keysOf(target, ids);
    if (target === undefined || keys.length === 0) return hasOneOf(table, member, keys);
    return eb(member.row, 'in', idsInScope(target, keysCondition(target.dialect, keys)));
  });
  const isAny = (): Condition =>
    anyOf((target, member) => (target === undefined ? isPresent(member) : eb(member.row, 'in', idsInScope(target))));
  const equal = ids.length < term.values.length ? eb.or([opposite(isAny()), related]) : related;
  return term.operator === 'ne' ? opposite(equal) : equal;
}

/** Uses a subquery for to-many relationships: a join would return a record once for each related resource. */
export function relationshipCondition(place: Place, term: FilterTerm): Condition {
  const { table, alias, name } = place;
  const { operator, values } = term;
  checkIdOperator(`the relationship \`${name}\``, operator);
  const storage = storageOf(table, name);
  if (storage.kind === 'polymorphic') return polymorphicCondition(storage, place, term);
  if (storage.kind === 'mixed') return mixedCondition(storage, place, term);
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
