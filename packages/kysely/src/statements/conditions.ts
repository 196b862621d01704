import type { FilterOperator, FilterTerm } from '@linkage/core';
import { canCompare, comparisonOf } from '@linkage/core/internal';
import { fieldOf, type PathBuilder, pathCondition } from '@linkage/core/records';
import type { SourceCondition } from '@linkage/server';
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  type AnyDatabase,
  columnOf,
  keysOf,
  type RelationshipStorage,
  storageOf,
  type Table,
} from '../mapping/table.ts';
import { MEMBER } from './selected-columns.ts';
import { type Shape, slotFor } from './shape.ts';

type Condition = Expression<SqlBool>;

/** Builds conditions with the slots of a shape. Called only if the statement of the shape is not kept yet. */
type Build<Built = Condition> = () => Built;

const eb = expressionBuilder<AnyDatabase>();
const nothing: Condition = sql<SqlBool>`1 = 0`;
const buildNothing: Build = () => nothing;
type Comparison = '<' | '<=' | '>' | '>=';
const comparisons: Readonly<Record<Exclude<FilterOperator, 'eq'>, Comparison>> = {
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
};

/** Whether a column has one of some values, none of which is null. */
export function isOneOf(column: RawBuilder<unknown>, values: readonly unknown[]): Condition {
  if (values.length === 0) return nothing;
  return values.length === 1 ? eb(column, '=', values[0]) : eb(column, 'in', values);
}

/** A table with its alias in a statement. */
interface Place {
  readonly table: Table;
  readonly alias: string;
}

/** A place, and the name of a field of its type. */
interface PlaceOfField extends Place {
  readonly name: string;
}

/** Like `isOneOf`, for the values of a shape. */
function oneOf(shape: Shape, alias: string, column: string, values: readonly unknown[]): Build {
  shape.text += `=${values.length}`;
  const slots = values.map((value) => slotFor(shape, value));
  return () => isOneOf(sql.id(alias, column), slots);
}

function comparison(shape: Shape, column: Build<RawBuilder<unknown>>, operator: Comparison, value: unknown): Build {
  shape.text += operator;
  const slot = slotFor(shape, value);
  return () => eb(column(), operator, slot);
}

function attributeCondition(
  shape: Shape,
  { table, alias, name }: PlaceOfField,
  { operator, values }: FilterTerm,
): Build {
  const { name: own, encode, type } = columnOf(table, name);
  const column = () => sql.id(alias, own);
  const { values: rules } = table.dialect;
  if (values.includes(undefined))
    throw new TypeError(`A filter of \`${table.type.name}.${name}\` must not contain undefined.`);
  const known = values.filter((value) => value !== null).map(encode);
  if (operator === 'eq') {
    // No row has a value that the column cannot be compared with.
    const comparable = known.filter((value) => canCompare(type, value, rules));
    const equal = oneOf(shape, alias, own, comparable);
    if (known.length === values.length) return equal;
    shape.text += 'n';
    return () => eb.or([eb(column(), 'is', null), equal()]);
  }
  // Null is neither less nor greater than any value.
  const compared = known.map((value): Build => {
    const bound = comparisonOf(type, operator, value, rules);
    if (typeof bound === 'object') return comparison(shape, column, comparisons[bound.operator as 'lt'], bound.value);
    shape.text += bound === 'all' ? '*' : '-';
    return bound === 'all' ? () => eb(column(), 'is not', null) : buildNothing;
  });
  return compared.length === 0 ? buildNothing : () => eb.or(compared.map((build) => build()));
}

function idCondition(shape: Shape, { table, alias }: PlaceOfField, { operator, values }: FilterTerm): Build {
  if (operator !== 'eq')
    throw new TypeError(`A filter of ids of type "${table.type.name}" must have the operator "eq".`);
  return oneOf(shape, alias, table.id, keysOf(table, values.map(String)));
}

/** Uses a subquery for to-many relationships: a join would return a record once for each related resource. */
function relationshipCondition(
  shape: Shape,
  { table, alias, name }: PlaceOfField,
  { operator, values }: FilterTerm,
): Build {
  if (operator !== 'eq') throw new TypeError(`A filter of the relationship \`${name}\` must have the operator "eq".`);
  const storage = storageOf(table, name);
  const keys = keysOf(storage.target, values.map(String));
  if (storage.kind === 'column') return oneOf(shape, alias, storage.column, keys);
  const [other, from, to] =
    storage.kind === 'through'
      ? [storage.table, storage.from, storage.to]
      : [storage.target.name, storage.column, storage.target.id];
  const isMember = oneOf(shape, 'other', to, keys);
  return () => {
    // The subquery does not refer to the rows around it: a database without semi-joins, such as SQLite, reads it once.
    const related = eb.selectFrom(`${other} as other`).select(sql.id('other', from).as('id')).where(isMember());
    return eb(sql.id(alias, table.id), 'in', related);
  };
}

function targetOf(table: Table, name: string, storage: RelationshipStorage): Table {
  if (storage.target !== undefined) return storage.target;
  throw new TypeError(
    `Type "${table.type.name}" cannot be filtered through \`${name}\`, because its target is not in this database.`,
  );
}

/**
 * Whether a relationship contains any resource that matches a condition. The subquery does not refer to outer rows, so
 * a database runs it once.
 */
function anyRelated({ table, alias, name }: PlaceOfField, relatedAlias: string, condition: Condition): Condition {
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
    follow: ({ table }, name, depth) => ({
      table: targetOf(table, name, storageOf(table, name)),
      alias: `step${depth}`,
    }),
    any:
      (from, name, { alias }, build) =>
      () =>
        anyRelated({ ...from, name }, alias, build()),
    compare: (place, term) => compare(shape, { ...place, name: term.field }, term),
    all: (builds) => () => eb.and(builds.map((build) => build())),
  };
}

/**
 * Adds a filter to a shape. Returns a function that builds its conditions, which must all match. An unknown field is an error and
 * never ignored.
 */
export function prepareConditions(
  shape: Shape,
  table: Table,
  filter: readonly SourceCondition[],
): Build<readonly Condition[]> {
  const builder = builderFor(shape);
  const prepared = filter.map((term) => {
    const through = (fieldOf(term, 'through') as SourceCondition['through']) ?? [];
    shape.text += `(${term.field}[${through.map((own) => own.length).join()}]`;
    return pathCondition({ table, alias: MEMBER }, term, builder);
  });
  return () => prepared.map((build) => build());
}
