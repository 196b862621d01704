import type { RelationshipDefinition } from '@linkage/core';
import { type RawBuilder, sql } from 'kysely';
import { idOfKey, type Key, keyNames, keyOf, membershipIn, type ReadIds } from '../mapping/key.ts';
import {
  type Column,
  columnIn,
  memberPartsOf,
  type RelationshipStorage,
  type Table,
  type TypeValue,
} from '../mapping/table.ts';
import { maxKeysOf } from '../reading/select-page.ts';
import { whereAll } from '../statements/condition.ts';
import { type KeyReference, keyAt, readKey } from '../statements/key-columns.ts';
import { keysCondition } from '../statements/keys-condition.ts';
import { isTyped, pairsOf } from '../statements/links.ts';
import { filteredIdOf } from '../statements/row-filter.ts';
import type { Executor } from '../statements/transaction.ts';

/** A relationship, and where its links to the resources of one type are stored. */
export interface Side {
  readonly table: Table;
  readonly relationship: string;
  /** The type of the members. */
  readonly type: string;
  /** The table of the members; undefined if it is not in this database. */
  readonly target: Table | undefined;
  readonly links: {
    readonly table: string;
    readonly from: readonly string[];
    readonly to: readonly string[];
    readonly typed: TypeValue | undefined;
    /** The columns of the data of each membership; undefined if there is none. */
    readonly data?: ReadonlyMap<string, Column> | undefined;
    readonly readIds?: ReadIds;
  };
}

function sidesIn(table: Table, relationship: string, storage: RelationshipStorage): readonly Side[] {
  if (storage.kind === 'mixed') return memberPartsOf(storage).flatMap((part) => sidesIn(table, relationship, part));
  if (storage.kind === 'polymorphic') {
    const { columns: to, typeColumn: column } = storage;
    return storage.types.map(({ name: type, table: target, value }) => ({
      ...{ table, relationship, type, target },
      links: { table: table.name, from: keyNames(table), to, typed: { column, value } },
    }));
  }
  const links = membershipIn(table, storage);
  const { targets } = table.type.relationships.get(relationship) as RelationshipDefinition;
  const type = storage.target?.type.name ?? targets[0];
  return links === undefined || type === undefined
    ? []
    : [{ table, relationship, type, target: storage.target, links }];
}

/** Returns all relationships of some types. */
export function sidesOf(tables: readonly Table[]): readonly Side[] {
  return tables.flatMap((table) =>
    [...table.storages].flatMap(([relationship, storage]) => sidesIn(table, relationship, storage)),
  );
}

/** The links of a relationship: those from some resources, those to some members, or those from one resource to some members. */
export interface LinksOf {
  readonly side: Side;
  readonly from?: readonly Key[] | undefined;
  readonly to?: readonly Key[] | undefined;
}

/** A member of a relationship of a resource. */
export interface Link {
  readonly side: Side;
  /** The id of the resource. */
  readonly id: string;
  /** The id of the member. */
  readonly member: string;
  /** The data of the membership, as a string: equal strings mean equal data. */
  readonly data: string;
}

/** Selects the id of the resource that a key references: NULL if there is none. */
function idAt(table: Table | undefined, key: KeyReference): RawBuilder<unknown> {
  return table?.isLinkedByRow === true ? sql`(${filteredIdOf(table, key)})` : readKey(table, key);
}

/** Returns the text of the data of a membership, as the driver returned it. */
function textOf(values: object): string {
  return JSON.stringify(values, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}

/** Reads links. */
export async function linksIn(executor: Executor, { side, from, to }: LinksOf): Promise<readonly Link[]> {
  const { table, target, links } = side;
  const found: Link[] = [];
  const [owner, member] = [keyAt('link', links.from), keyAt('link', links.to)];
  const data = [...(links.data?.values() ?? [])].map((column, index) => columnIn(column, 'link').as(`data${index}`));
  const rows = whereAll(
    executor
      .selectFrom(pairsOf(links, 'link'))
      .select([idAt(table, owner).as('owner'), idAt(target, member).as('member'), ...data]),
    [
      ...isTyped('link', links.typed),
      ...[...owner.columns, ...member.columns].map((column) => sql<boolean>`${column} is not null`),
    ],
  );
  const idOf = (of: Table | undefined, id: string): string => idOfKey(of, keyOf(of, id) ?? id);
  const columns = [
    ...(from === undefined ? [] : ([[from, owner]] as const)),
    ...(to === undefined ? [] : ([[to, member]] as const)),
  ];
  const maxKeys = Math.min(maxKeysOf(table), maxKeysOf(target ?? table));
  for (let start = 0; start < Math.max(...columns.map(([keys]) => keys.length)); start += maxKeys) {
    // Of one resource, the key remains.
    const some = columns.map(([keys, column]) =>
      keysCondition(table.dialect, keys.length === 1 ? keys : keys.slice(start, start + maxKeys))(column),
    );
    for (const row of await whereAll(rows, some).execute()) {
      if (row['owner'] === null || row['member'] === null) continue;
      const { owner: from, member: to, ...values } = row;
      found.push({ side, id: idOf(table, String(from)), member: idOf(target, String(to)), data: textOf(values) });
    }
  }
  return found;
}
