import { conditionsThrough, followField } from '@linkage/core/internal';
import { conditionParts } from '@linkage/core/records';
import type { SourceCondition } from '@linkage/server';
import type { Table } from '../mapping/table.ts';
import type { Build, Condition } from './condition.ts';
import { compareAt, prepareConditions } from './conditions.ts';
import { keyAt } from './key-columns.ts';
import { MEMBER } from './selected-columns.ts';
import type { Shape } from './shape.ts';
import { joinAlias, type SortJoin, sortStepOf } from './sort-key.ts';

/** The conditions of a filter, and the tables that they are about. */
export interface JoinedFilter {
  readonly joins: readonly SortJoin[];
  readonly conditions: readonly Condition[];
}

/** Returns the steps of a field if each finds at most one row, by the id of its table, and the tables can be joined. */
export function joinedSteps(table: Table, field: string): readonly string[] | undefined {
  if (!table.dialect.hasAntiJoins || !field.includes('.')) return undefined;
  const { steps, end, name } = followField(field, table, (from, step) =>
    from.storages.get(step)?.kind === 'column' ? sortStepOf(from, step)?.target : undefined,
  );
  const isField = !name.includes('.') || end.members.has(name);
  return isField && steps.length > 0 ? steps.map(({ relationship }) => relationship) : undefined;
}

/**
 * Adds a filter of rows to a shape. Joins the tables of paths that find at most one row: a database can begin with any of them, and
 * reads each row once, while it executes nested subqueries as they are written.
 *
 * @param shared The aliases of an order that are joined to the rows already, and find a row.
 */
export function prepareJoinedFilter(
  shape: Shape,
  table: Table,
  filter: readonly SourceCondition[],
  shared: ReadonlySet<string>,
  readsArrays?: boolean,
): Build<JoinedFilter> {
  const joins = new Map<string, SortJoin>();
  const builds: Build<readonly Condition[]>[] = [];
  const others: SourceCondition[] = [];
  for (const condition of filter) {
    const parts = conditionParts(condition);
    const steps = parts.kind === 'term' ? joinedSteps(table, parts.term.field) : undefined;
    if (parts.kind !== 'term' || steps === undefined) {
      others.push(condition);
      continue;
    }
    const { term } = parts;
    const through = conditionsThrough(term);
    let [place, alias, ordered]: [Table, string, string] = [table, MEMBER, MEMBER];
    for (const [index, relationship] of steps.entries()) {
      const { target, from, to, typed } = sortStepOf(place, relationship) as NonNullable<ReturnType<typeof sortStepOf>>;
      ordered = joinAlias(ordered, relationship);
      const own = shared.has(ordered) ? ordered : `of${ordered.slice(2)}`;
      if (own !== ordered && !joins.has(own))
        joins.set(own, { alias: own, target, from: keyAt(alias, from), to, typed, conditions: undefined });
      [place, alias] = [target, own];
      shape.text += `/${own}`;
      const conditions = through.at(index) ?? [];
      if (conditions.length > 0) builds.push(prepareConditions(shape, place, conditions, alias));
    }
    const name = term.field.slice(steps.join('.').length + 1);
    const compared = compareAt({ shape, table: place, alias, depth: 0 }, { ...term, field: name });
    builds.push(() => [compared()]);
  }
  builds.push(prepareConditions(shape, table, others, MEMBER, readsArrays));
  return () => ({ joins: [...joins.values()], conditions: builds.flatMap((build) => build()) });
}
