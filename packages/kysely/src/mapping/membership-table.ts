import { type RelationshipStorage, storageOf, type Table } from './table.ts';

/** The table that stores pairs of a parent id and a member id, for a relationship of any kind. */
export interface MembershipTable {
  readonly kind: RelationshipStorage['kind'];
  readonly table: string;
  /** The column of the parent id. */
  readonly from: string;
  /** The column of the member id. */
  readonly to: string;
  /** The members' table; undefined if it is not in this database. */
  readonly target: Table | undefined;
}

/** Returns the membership table of a relationship. */
export function membershipTableOf(table: Table, relationship: string): MembershipTable {
  const storage = storageOf(table, relationship);
  const { kind, target } = storage;
  if (kind === 'through') return storage;
  return kind === 'column'
    ? { kind, table: table.name, from: table.id, to: storage.column, target }
    : { kind, table: storage.target.name, from: storage.column, to: storage.target.id, target };
}
