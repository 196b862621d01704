import { type Edge, edgeOf, type Table } from './table.ts';

/** The table that stores pairs of a parent id and a member id, for a relationship of any kind. */
export interface Links {
  readonly kind: Edge['kind'];
  readonly table: string;
  /** The column of the parent id. */
  readonly from: string;
  /** The column of the member id. */
  readonly to: string;
  /** The members' table; undefined if it is not in this database. */
  readonly target: Table | undefined;
}

/** Returns the membership table of a relationship. */
export function linksOf(table: Table, relationship: string): Links {
  const edge = edgeOf(table, relationship);
  const { kind, target } = edge;
  if (kind === 'through') return edge;
  return kind === 'column'
    ? { kind, table: table.name, from: table.id, to: edge.column, target }
    : { kind, table: edge.target.name, from: edge.column, to: edge.target.id, target };
}
