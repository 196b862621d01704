import { type Expression, expressionBuilder, sql } from 'kysely';
import { type AnyDatabase, columnOf, edgeOf, type Table } from '../mapping/table.ts';
import { MEMBER } from './selected-columns.ts';

const eb = expressionBuilder<AnyDatabase>();

/** A to-one relationship on the path of a sort field: the foreign key of the next table. */
interface Step {
  readonly column: string;
  readonly target: Table;
}

function stepOf(table: Table, relationship: string): Step {
  const edge = edgeOf(table, relationship);
  if (edge.kind !== 'column')
    throw new TypeError(
      `Type "${table.type.name}" cannot be sorted through the to-many relationship \`${relationship}\`.`,
    );
  if (edge.target === undefined) {
    throw new TypeError(
      `Type "${table.type.name}" cannot be sorted through \`${relationship}\`, because its target is not in this database.`,
    );
  }
  return { column: edge.column, target: edge.target };
}

/**
 * Returns the expression that a sort order compares: a column, or for `author.name` the value of a subquery, NULL
 * without an author. Unlike a join, a subquery never changes the number of rows.
 */
export function sortKeyOf(table: Table, field: string): Expression<unknown> {
  const names = field.split('.');
  const name = names.pop() as string;
  let current = table;
  const steps = names.map((relationship) => {
    const step = stepOf(current, relationship);
    current = step.target;
    return step;
  });
  const [first, ...others] = steps;
  const column = columnOf(current, name).name;
  if (first === undefined) return sql.id(MEMBER, column);
  let rows = eb
    .selectFrom(`${first.target.name} as step0`)
    .where(sql.id('step0', first.target.id), '=', sql.id(MEMBER, first.column));
  for (const [index, { column: key, target }] of others.entries()) {
    rows = rows.innerJoin(`${target.name} as step${index + 1}`, (join) =>
      join.on(sql.id(`step${index + 1}`, target.id), '=', sql.id(`step${index}`, key)),
    );
  }
  return rows.select(sql.id(`step${others.length}`, column).as('key'));
}
