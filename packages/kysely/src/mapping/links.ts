import { type Edge, edgeOf, type Table } from './table.ts';

/** Where pairs of a parent's id and a member's id stand, whatever kind of relationship they belong to. */
export interface Links {
  readonly kind: Edge['kind'];
  readonly table: string;
  /** The column with the parent's id. */
  readonly from: string;
  /** The column with the member's id. */
  readonly to: string;
  /** The members' table; undefined when they are not in this database. */
  readonly target: Table | undefined;
}

/** The links of a relationship. */
export function linksOf(table: Table, relationship: string): Links {
  const edge = edgeOf(table, relationship);
  const { kind, target } = edge;
  if (kind === 'through') return edge;
  return kind === 'column'
    ? { kind, table: table.name, from: table.id, to: edge.column, target }
    : { kind, table: edge.target.name, from: edge.column, to: edge.target.id, target };
}
