import { keyNames } from './key.ts';
import type { RelationshipStorage, Table, TypeValue } from './table.ts';

/** The table that stores pairs of a parent id and a member id. */
export interface MembershipTable {
  readonly kind: Exclude<RelationshipStorage['kind'], 'polymorphic' | 'mixed'>;
  readonly table: string;
  /** The columns of the parent id. */
  readonly from: readonly string[];
  /** The columns of the member id. */
  readonly to: readonly string[];
  /** The value that a column has in pairs of this relationship. */
  readonly typed: TypeValue | undefined;
  /** The members' table; undefined if it is not in this database. */
  readonly target: Table | undefined;
}

/** Returns the membership table of a stored relationship; undefined if its members are of several types. */
export function membershipIn(table: Table, storage: RelationshipStorage): MembershipTable | undefined {
  if (storage.kind === 'polymorphic' || storage.kind === 'mixed') return undefined;
  const { kind, target } = storage;
  const own = keyNames(table);
  if (kind === 'through')
    return { kind, table: storage.table, from: [storage.from], to: [storage.to], typed: storage.typed, target };
  return kind === 'column'
    ? { kind, table: table.name, from: own, to: storage.columns, typed: undefined, target }
    : { kind, table: target.name, from: storage.columns, to: keyNames(target), typed: storage.typed, target };
}
