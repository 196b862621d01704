import type { FilterOperator, FilterTerm } from '@linkage/core';
import { canCompare, comparisonOf } from '@linkage/core/internal';
import { type PathBuilder, pathCondition } from '@linkage/core/records';
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

type Condition = Expression<SqlBool>;

const eb = expressionBuilder<AnyDatabase>();
const nothing: Condition = sql<SqlBool>`1 = 0`;
const comparisons: Readonly<Record<Exclude<FilterOperator, 'eq'>, '<' | '<=' | '>' | '>='>> = {
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

function attributeCondition({ table, alias, name }: PlaceOfField, { operator, values }: FilterTerm): Condition {
  const { name: own, encode, type } = columnOf(table, name);
  const column = sql.id(alias, own);
  const { values: rules } = table.dialect;
  if (values.includes(undefined))
    throw new TypeError(`A filter of \`${table.type.name}.${name}\` must not contain undefined.`);
  const known = values.filter((value) => value !== null).map(encode);
  if (operator === 'eq') {
    // No row has a value that the column cannot be compared with.
    const equal = isOneOf(
      column,
      known.filter((value) => canCompare(type, value, rules)),
    );
    return known.length === values.length ? equal : eb.or([eb(column, 'is', null), equal]);
  }
  // Null is neither less nor greater than any value.
  if (known.length === 0) return nothing;
  const compared = known.map((value) => {
    const comparison = comparisonOf(type, operator, value, rules);
    if (comparison === 'none') return nothing;
    return comparison === 'all'
      ? eb(column, 'is not', null)
      : eb(column, comparisons[comparison.operator as 'lt'], comparison.value);
  });
  return eb.or(compared);
}

function idCondition({ table, alias }: Place, { operator, values }: FilterTerm): Condition {
  if (operator !== 'eq')
    throw new TypeError(`A filter of ids of type "${table.type.name}" must have the operator "eq".`);
  return isOneOf(sql.id(alias, table.id), keysOf(table, values.map(String)));
}

/** Uses a subquery for to-many relationships: a join would return a record once for each related resource. */
function relationshipCondition({ table, alias, name }: PlaceOfField, { operator, values }: FilterTerm): Condition {
  if (operator !== 'eq') throw new TypeError(`A filter of the relationship \`${name}\` must have the operator "eq".`);
  const storage = storageOf(table, name);
  const keys = keysOf(storage.target, values.map(String));
  if (storage.kind === 'column') return isOneOf(sql.id(alias, storage.column), keys);
  const own = sql.id(alias, table.id);
  const [other, from, to] =
    storage.kind === 'through'
      ? [storage.table, storage.from, storage.to]
      : [storage.target.name, storage.column, storage.target.id];
  // The subquery does not refer to the rows around it: a database without semi-joins, such as SQLite, reads it once.
  const related = eb
    .selectFrom(`${other} as other`)
    .select(sql.id('other', from).as('id'))
    .where(isOneOf(sql.id('other', to), keys));
  return eb(own, 'in', related);
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

/** Returns the condition at the end of a field of any kind. */
function compare(place: PlaceOfField, term: FilterTerm): Condition {
  const { table, name } = place;
  if (name === 'id') return idCondition(place, term);
  return table.type.relationships.has(name) ? relationshipCondition(place, term) : attributeCondition(place, term);
}

const builder: PathBuilder<Place, Condition> = {
  follow: ({ table }, name, depth) => ({ table: targetOf(table, name, storageOf(table, name)), alias: `step${depth}` }),
  any: (from, name, { alias }, condition) => anyRelated({ ...from, name }, alias, condition),
  compare: (place, term) => compare({ ...place, name: term.field }, term),
  all: (conditions) => eb.and([...conditions]),
};

/** Returns the conditions of a filter, which must all match. An unknown field is an error and never ignored. */
export function conditionsOf(table: Table, filter: readonly SourceCondition[]): readonly Condition[] {
  return filter.map((term) => pathCondition({ table, alias: MEMBER }, term, builder));
}
