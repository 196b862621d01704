import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { eb, type Table } from '../mapping/table.ts';
import type { Shape } from './shape.ts';

/** A condition in SQL. */
export type Condition = Expression<SqlBool>;

/** Builds conditions with the slots of a shape. Called only if the statement of the shape is not kept yet. */
export type Build<Built = Condition> = () => Built;

/** A table with its alias in a statement. */
export interface Place {
  /** Each condition adds what its text depends on. */
  readonly shape: Shape;
  readonly table: Table;
  readonly alias: string;
  /** The number of subqueries around it. */
  readonly depth: number;
  /** Whether the ids of related rows are read into an array first, so that indexes of a table find the rows of a group with `or`. Default: false. */
  readonly readsArrays?: boolean | undefined;
}

/** A condition that no row matches. */
export const nothing: Condition = sql<SqlBool>`1 = 0`;
/** A condition that each row matches. */
const everything: Condition = sql<SqlBool>`1 = 1`;

/** The opposites of conditions, by condition. */
const opposites = new WeakMap<Condition, () => Condition>();

/** Returns a condition that knows how its opposite is written. The opposite of the opposite is the condition itself. */
export function withOpposite(condition: Condition, build: () => Condition): Condition {
  opposites.set(condition, () => {
    const opposed = build();
    opposites.set(opposed, () => condition);
    return opposed;
  });
  return condition;
}

/**
 * The opposite of a condition. SQL has a third value besides true and false, which `not` keeps: this does not, so a
 * condition on NULL is false, and its opposite is true. The opposite of a group consists of the opposites of its conditions, because
 * a database can join a subquery only if nothing around it negates it.
 */
export function opposite(condition: Condition): Condition {
  if (condition === nothing) return everything;
  if (condition === everything) return nothing;
  const build = opposites.get(condition);
  if (build !== undefined) return build();
  const opposed = sql<SqlBool>`((${condition}) is not true)`;
  opposites.set(opposed, () => condition);
  return opposed;
}

/** Returns a statement with all conditions. */
export function whereAll<Statement extends { where(condition: Condition): Statement }>(
  statement: Statement,
  conditions: readonly Condition[],
): Statement {
  return conditions.reduce((rows, condition) => rows.where(condition), statement);
}

/** Returns a statement in the order of several columns. */
export function orderByAll<Statement extends { orderBy(column: Expression<unknown>): Statement }>(
  statement: Statement,
  columns: readonly Expression<unknown>[],
): Statement {
  return columns.reduce((rows, column) => rows.orderBy(column), statement);
}

/** Whether all conditions match. */
export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.includes(nothing)) return nothing;
  const [only = everything, ...others] = conditions.filter((it) => it !== everything);
  if (others.length === 0) return only;
  return withOpposite(eb.and([only, ...others]), () => anyOf([only, ...others].map(opposite)));
}

/** Whether any condition matches. */
export function anyOf(conditions: readonly Condition[]): Condition {
  if (conditions.includes(everything)) return everything;
  const [only = nothing, ...others] = conditions.filter((it) => it !== nothing);
  if (others.length === 0) return only;
  return withOpposite(eb.or([only, ...others]), () => allOf([only, ...others].map(opposite)));
}

/** Whether a column is not NULL. */
export function isKnown(column: RawBuilder<unknown>): Condition {
  return withOpposite(eb(column, 'is not', null), () => eb(column, 'is', null));
}
