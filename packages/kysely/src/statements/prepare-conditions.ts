import type { FilterTerm } from '@linkage/core';
import { throughOf } from '@linkage/core/internal';
import { conditionParts, type PathBuilder, pathCondition } from '@linkage/core/records';
import type { SourceCondition, SourceTerm } from '@linkage/server';
import { comparisonOf } from '@linkage/storage/internal';
import { expressionBuilder, type RawBuilder } from 'kysely';
import { type Key, keyNames, keysOf } from '../mapping/key.ts';
import {
  type AnyDatabase,
  boundTo,
  type Column,
  columnIn,
  columnOf,
  parameterOf,
  storageOf,
  type Table,
} from '../mapping/table.ts';
import { type Condition, comparisons, isOneOf, nothing } from './attribute-conditions.ts';
import { anyRelated, conditionsOf, targetOf } from './conditions.ts';
import { type KeyReference, keyAt } from './key-columns.ts';
import { type KeysCondition, prepareKeys } from './keys-condition.ts';
import { isOwner, isRowOf } from './links.ts';
import { MEMBER } from './selected-columns.ts';
import { type Shape, slotFor } from './shape.ts';

/** Builds conditions with the slots of a shape. Called only if the statement of the shape is not kept yet. */
type Build<Built = Condition> = () => Built;

const eb = expressionBuilder<AnyDatabase>();
const buildNothing: Build = () => nothing;
type Comparison = keyof typeof comparisons;

/** A table with its alias in a statement. */
interface Place {
  readonly table: Table;
  readonly alias: string;
}

/** A place, and the name of a field of its type. */
interface PlaceOfField extends Place {
  readonly name: string;
}

/** The column of an attribute, and how a statement compares it. */
interface Compared {
  readonly own: Column;
  readonly column: Build<RawBuilder<unknown>>;
}

/** Like `isOneOf`, for the values of a shape. */
function oneOf(shape: Shape, { own, column }: Compared, values: readonly unknown[]): Build {
  shape.text += `=${values.length}`;
  const slots = values.map((value) => slotFor(shape, parameterOf(own, value)));
  return () => isOneOf(column(), slots.map(boundTo.bind(undefined, own)));
}

function comparison(shape: Shape, { own, column }: Compared, operator: Comparison, value: unknown): Build {
  shape.text += comparisons[operator];
  const slot = slotFor(shape, parameterOf(own, value));
  return () => eb(column(), comparisons[operator], boundTo(own, slot));
}

function attributeCondition(
  shape: Shape,
  { table, alias, name }: PlaceOfField,
  { operator, values }: FilterTerm,
): Build {
  const own = columnOf(table, name);
  const { encode, type } = own;
  const column = () => columnIn(own, alias);
  const { values: rules } = table.dialect;
  if (values.includes(undefined))
    throw new TypeError(`A filter of \`${table.type.name}.${name}\` must not contain undefined.`);
  const known = values.filter((value) => value !== null).map(encode);
  if (operator === 'eq') {
    // No row has a value that the column cannot hold.
    const possible = known.filter((value) => comparisonOf(type, operator, value, rules) !== 'none');
    const equal = oneOf(shape, { own, column }, possible);
    if (known.length === values.length) return equal;
    shape.text += 'n';
    return () => eb.or([eb(column(), 'is', null), equal()]);
  }
  // Null is neither less nor greater than any value.
  const compared = known.map((value): Build => {
    const bound = comparisonOf(type, operator, value, rules);
    if (typeof bound === 'object') return comparison(shape, { own, column }, bound.operator as Comparison, bound.value);
    shape.text += bound === 'all' ? '*' : '-';
    return bound === 'all' ? () => eb(column(), 'is not', null) : buildNothing;
  });
  return compared.length === 0 ? buildNothing : () => eb.or(compared.map((build) => build()));
}

function idCondition(shape: Shape, { table, alias }: PlaceOfField, { operator, values }: FilterTerm): Build {
  if (operator !== 'eq')
    throw new TypeError(`A filter of ids of type "${table.type.name}" must have the operator "eq".`);
  const isOne = oneOfKeys(shape, table, keysOf(table, values.map(String)));
  return () => isOne(keyAt(alias, keyNames(table)));
}

/** Like `oneOf`, for keys. */
function oneOfKeys(shape: Shape, { dialect }: Table, keys: readonly Key[]): KeysCondition {
  if (keys.length > 0) return prepareKeys(shape, dialect, keys);
  shape.text += '=0';
  return () => nothing;
}

/** Like `oneOfKeys`, for the keys of related resources: a row outside of the scope of their type is not a resource. */
function oneOfRelated(shape: Shape, owner: Table, target: Table | undefined, keys: readonly Key[]): KeysCondition {
  const hasKey = oneOfKeys(shape, owner, keys);
  if (target?.scope === undefined || keys.length === 0) return hasKey;
  return (key: KeyReference) => isRowOf(target, key, hasKey);
}

/** Uses a subquery for to-many relationships: a join would return a record once for each related resource. */
function relationshipCondition(
  shape: Shape,
  { table, alias, name }: PlaceOfField,
  { operator, values }: FilterTerm,
): Build {
  if (operator !== 'eq') throw new TypeError(`A filter of the relationship \`${name}\` must have the operator "eq".`);
  const storage = storageOf(table, name);
  if (storage.kind === 'polymorphic' || storage.kind === 'mixed')
    throw new TypeError(`A filter of \`${name}\` is built for each request.`);
  const isMember = oneOfRelated(shape, table, storage.target, keysOf(storage.target, values.map(String)));
  if (storage.kind === 'column') return () => isMember(keyAt(alias, storage.columns)) as Condition;
  return () => isOwner(table, storage, keyAt(alias, keyNames(table)), isMember);
}

/** Prepares the condition at the end of a field of any kind. */
function compare(shape: Shape, place: PlaceOfField, term: FilterTerm): Build {
  const { table, name } = place;
  shape.text += `&${term.field}:${term.operator}`;
  if (name === 'id') return idCondition(shape, place, term);
  return table.type.relationships.has(name)
    ? relationshipCondition(shape, place, term)
    : attributeCondition(shape, place, term);
}

/** Returns how the conditions of a filter are prepared for a shape. */
function builderFor(shape: Shape): PathBuilder<Place, Build> {
  return {
    follow({ table }, name, depth) {
      shape.text += `/${name}`;
      return { table: targetOf(table, name, storageOf(table, name)), alias: `step${depth}` };
    },
    any:
      (from, name, { alias }, build) =>
      () =>
        anyRelated({ ...from, name }, alias, build()),
    compare: (place, term) => compare(shape, { ...place, name: term.field }, term),
    all: (builds) => () => eb.and(builds.map((build) => build())),
  };
}

/** Whether a condition is one of those that most requests have. The others are built for each request. */
function isCommon(table: Table, condition: SourceCondition): condition is SourceTerm {
  const parts = conditionParts(condition);
  if (parts.kind !== 'term') return false;
  if (parts.term.operator !== 'eq' && !Object.hasOwn(comparisons, parts.term.operator)) return false;
  const { field, values } = parts.term as SourceTerm;
  const through = throughOf(parts.term as SourceTerm) ?? [];
  let end = table;
  const names = field.split('.');
  for (const [index, name] of names.slice(0, -1).entries()) {
    end = targetOf(end, name, storageOf(end, name));
    // A rule on a path, such as `order.customer`, has steps of its own.
    const isOwn = (own: SourceCondition) => isCommon(end, own) && !own.field.includes('.');
    if (through.at(index)?.every(isOwn) === false) return false;
  }
  const name = names.at(-1) as string;
  const kind = end.storages.get(name)?.kind;
  if (kind === 'polymorphic' || kind === 'mixed') return false;
  return !values.includes(null) || (name !== 'id' && !end.type.relationships.has(name));
}

/**
 * Adds a filter to a shape. Returns a function that builds its conditions, which must all match. An unknown field is an
 * error and never ignored.
 */
export function prepareConditions(
  shape: Shape,
  table: Table,
  filter: readonly SourceCondition[],
): Build<readonly Condition[]> {
  const builder = builderFor(shape);
  const prepared = filter.map((condition): Build<readonly Condition[]> => {
    if (!isCommon(table, condition)) {
      shape.isKept = false;
      return () => conditionsOf(table, [condition]);
    }
    const through = throughOf(condition as SourceTerm) ?? [];
    shape.text += `(${condition.field}[${through.map((own) => own.length).join()}]`;
    const build = pathCondition({ table, alias: MEMBER }, condition as never, builder);
    return () => [build()];
  });
  return () => prepared.flatMap((build) => build());
}
