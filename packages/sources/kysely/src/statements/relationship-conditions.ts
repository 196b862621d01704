import type { FilterTerm, IdentifierInput } from '@linkage/core';
import { keyNames, keysOf } from '../mapping/key.ts';
import { storageOf, type Table } from '../mapping/table.ts';
import { allOf, anyOf, type Build, type Condition, nothing, opposite, type Place } from './condition.ts';
import { type KeyReference, keyAt } from './key-columns.ts';
import { type KeysCondition, prepareKeys } from './keys-condition.ts';
import { isKeptLink, isOwner, isPresent, isRowOf, isTyped } from './links.ts';

/** The members of one target type. */
interface Part {
  readonly type: string;
  readonly target: Table | undefined;
  /** Whether a key can reference a row that does not exist. */
  readonly isUnchecked: boolean;
  /** Whether such a key is shown. */
  readonly isKept?: boolean;
  /** Whether any member has a key that matches a condition. */
  readonly any: (isMember: KeysCondition) => Condition;
}

/** Throws unless an operator compares ids. */
function checkOperator(what: string, { operator }: FilterTerm): void {
  if (operator === 'eq' || operator === 'ne') return;
  throw new TypeError(`A filter of ${what} must have the operator "eq" or "ne".`);
}

/** Adds ids to a shape. Returns a function that builds the condition that a key is one of them. */
function prepareIds({ shape, table }: Place, target: Table | undefined, ids: readonly string[]): KeysCondition {
  const keys = keysOf(target, ids);
  if (keys.length > 0) return prepareKeys(shape, table.dialect, keys);
  shape.text += '#0';
  return () => nothing;
}

/** Returns the condition on the id of a resource. */
export function idCondition(place: Place, term: FilterTerm): Build {
  const { table, alias } = place;
  checkOperator(`ids of type "${table.type.name}"`, term);
  const isOne = prepareIds(place, table, term.values.filter((value) => value !== null).map(String));
  return () => {
    const equal = isOne(keyAt(alias, keyNames(table)));
    return term.operator === 'ne' ? opposite(equal) : equal;
  };
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

/** Returns the parts of a relationship. Uses subqueries for to-many relationships: a join would return a record several times. */
function partsOf({ table, alias }: Place, name: string): readonly Part[] {
  const storage = storageOf(table, name);
  const [type = ''] = table.type.relationships.get(name)?.targets ?? [];
  if (storage.kind === 'column') {
    const any = (isMember: KeysCondition): Condition =>
      storage.references === undefined
        ? isMember(keyAt(alias, storage.columns))
        : isOwner(table, storage, keyAt(alias, keyNames(table)), isMember);
    return [{ type, target: storage.target, isUnchecked: false, any }];
  }
  if (storage.kind === 'polymorphic') {
    const { columns, typeColumn: column } = storage;
    return storage.types.map((it) => ({
      ...{ type: it.name, target: it.table, isUnchecked: true, isKept: true },
      any: (isMember) => allOf([...isTyped(alias, { column, value: it.value }), isMember(keyAt(alias, columns))]),
    }));
  }
  const isUnchecked = storage.kind === 'mixed';
  const parts = isUnchecked ? storage.parts : [{ name: type, storage }];
  return parts.map((part) => ({
    ...{ type: part.name, target: part.storage.target, isUnchecked },
    any: (isMember) => isOwner(table, part.storage, keyAt(alias, keyNames(table)), isMember),
  }));
}

/** Whether a key is that of a related resource: a row that the row filter of its type excludes is not a resource. */
function isRelated({ target, isUnchecked, isKept }: Part, key: KeyReference, hasKey?: KeysCondition): Condition {
  if (target !== undefined && isKept === true) return isKeptLink(target, key, hasKey);
  if (target !== undefined && (isUnchecked || target.rowFilter !== undefined)) return isRowOf(target, key, hasKey);
  return hasKey === undefined ? isPresent(key) : hasKey(key);
}

/** Returns the condition on the members of a relationship. */
export function relationshipCondition(place: Place, term: FilterTerm): Build {
  checkOperator(`the relationship \`${term.field}\``, term);
  const parts = partsOf(place, term.field);
  const hasNull = term.values.includes(null);
  const wanted = parts.map((part) => ({ part, hasKey: prepareIds(place, part.target, idsOfType(term, part.type)) }));
  if (hasNull) place.shape.text += 'n';
  return () => {
    const related = anyOf(wanted.map(({ part, hasKey }) => part.any((key) => isRelated(part, key, hasKey))));
    const isEmpty = () => opposite(anyOf(parts.map((part) => part.any((key) => isRelated(part, key)))));
    const equal = hasNull ? anyOf([isEmpty(), related]) : related;
    return term.operator === 'ne' ? opposite(equal) : equal;
  };
}
