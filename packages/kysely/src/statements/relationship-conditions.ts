import type { FilterOperator, FilterTerm, IdentifierInput } from '@linkage/core';
import { type Key, keyNames, keysOf } from '../mapping/key.ts';
import { type MixedEdge, type PolymorphicEdge, storageOf, type Table } from '../mapping/table.ts';
import { allOf, anyOf, type Condition, opposite, type Place } from './attribute-conditions.ts';
import { type KeyReference, keyAt } from './key-columns.ts';
import { keysCondition } from './keys-condition.ts';
import { hasOneOf, isAbsent, isOwner, isPresent, isRowOf, isTyped } from './links.ts';

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
  return isRowOf(target, column, keysCondition(target.dialect, keys));
}

/** Whether a column references any resource. */
function isRelated(target: Table | undefined, column: KeyReference): Condition {
  return target?.scope === undefined ? isPresent(column) : isRowOf(target, column);
}

/**
 * Returns the ids of the values that a resource of a type can have. An id does not contain its type, so it matches the resources of
 * all target types. Rules contain identifiers instead.
 */
function idsOfType({ values }: FilterTerm, type: string): readonly string[] {
  return values.flatMap((value) => {
    if (typeof value !== 'object') return [String(value)];
    const identifier = value as IdentifierInput | null;
    return identifier?.type === type ? [String(identifier.id)] : [];
  });
}

/** A condition on a relationship with several target types. */
function polymorphicCondition(storage: PolymorphicEdge, { table, alias }: Place, term: FilterTerm): Condition {
  const column = keyAt(alias, storage.columns);
  const ofAnyType = (condition: (target: Table | undefined, type: string) => Condition): Condition =>
    anyOf(
      storage.types.map((it) =>
        allOf([...isTyped(alias, { column: storage.typeColumn, value: it.value }), condition(it.table, it.name)]),
      ),
    );
  // No foreign key checks that the row exists.
  const related = ofAnyType((target, type) => {
    const keys = keysOf(target, idsOfType(term, type));
    if (target === undefined || keys.length === 0) return hasOneOf(table, column, keys);
    return isRowOf(target, column, keysCondition(target.dialect, keys));
  });
  const isAny = (): Condition =>
    ofAnyType((target) => (target === undefined ? isPresent(column) : isRowOf(target, column)));
  const equal = term.values.includes(null) ? anyOf([opposite(isAny()), related]) : related;
  return term.operator === 'ne' ? opposite(equal) : equal;
}

/** Like `polymorphicCondition`, for a to-many relationship. */
function mixedCondition({ parts }: MixedEdge, { table, alias }: Place, term: FilterTerm): Condition {
  const own = keyAt(alias, keyNames(table));
  const ofAnyType = (
    condition: (target: Table | undefined, member: KeyReference, type: string) => Condition,
  ): Condition =>
    anyOf(
      parts.map(({ storage, name }) =>
        isOwner(table, storage, own, (member) => condition(storage.target, member, name)),
      ),
    );
  // No foreign key checks that the row of a member exists.
  const related = ofAnyType((target, member, type) => {
    const keys = keysOf(target, idsOfType(term, type));
    if (target === undefined || keys.length === 0) return hasOneOf(table, member, keys);
    return isRowOf(target, member, keysCondition(target.dialect, keys));
  });
  const isAny = (): Condition =>
    ofAnyType((target, member) => (target === undefined ? isPresent(member) : isRowOf(target, member)));
  const equal = term.values.includes(null) ? anyOf([opposite(isAny()), related]) : related;
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
    const equal = hasNull ? anyOf([isEmpty, related]) : related;
    return isNegative ? opposite(equal) : equal;
  }
  const own = keyAt(alias, keyNames(table));
  const owners = (isMember: (member: KeyReference) => Condition): Condition => isOwner(table, storage, own, isMember);
  const related = owners((member) => isOneOfRelated(table, target, member, keys));
  if (!hasNull) return isNegative ? opposite(related) : related;
  const isEmpty = opposite(owners((member) => isRelated(target, member)));
  const equal = ids.length === 0 ? isEmpty : anyOf([isEmpty, related]);
  return isNegative ? opposite(equal) : equal;
}
