import type { IdentifierInput } from '@linkage/core';
import { hasOwn, identifiersOf } from '@linkage/core/internal';
import type { LinkageChange } from '@linkage/server';
import { type Key, keysOf, membershipIn } from '../mapping/key.ts';
import { memberPartsOf, storageOf, type Table } from '../mapping/table.ts';
import type { Executor } from '../statements/transaction.ts';
import type { NewEvent, Outbox } from './events.ts';
import { type Link, type LinksOf, linksIn, type Side } from './sides.ts';

/** A change of one relationship. */
export interface LinkageWrite {
  readonly relationship: string;
  readonly identifiers: readonly IdentifierInput[];
  /** Whether links to other resources than those of `identifiers` remain. */
  readonly isPartial: boolean;
}

/** Returns the relationships that a request document contains. */
export function writesIn(relationships: object): readonly LinkageWrite[] {
  return Object.entries(relationships).flatMap(([relationship, linkage]) =>
    linkage === undefined ? [] : [{ relationship, identifiers: identifiersOf(linkage), isPartial: false }],
  );
}

/** Returns the write of a change of linkage. */
export function writeOf(relationship: string, change: LinkageChange): LinkageWrite {
  if (hasOwn(change, 'replace')) return { relationship, identifiers: identifiersOf(change.replace), isPartial: false };
  const identifiers = hasOwn(change, 'add') ? change.add : change.remove;
  return { relationship, identifiers, isPartial: true };
}

function keysIn({ identifiers }: LinkageWrite, { type, target }: Pick<Side, 'type' | 'target'>): readonly Key[] {
  return keysOf(
    target,
    identifiers.flatMap((it) => (it.type === type && hasOwn(it, 'id') ? [it.id] : [])),
  );
}

/** The links that a write can change. */
interface TouchedLinks {
  /** The links of the resource of the write. */
  readonly own: readonly { readonly side: Side; readonly to: readonly Key[] | undefined }[];
  /** The links of other owners to members that have only one owner. */
  readonly owners: readonly { readonly side: Side; readonly to: readonly Key[] }[];
}

const placeOf = (links: Pick<Side['links'], 'table' | 'from'> | undefined): string =>
  JSON.stringify([links?.table, links?.from]);

/** Returns the links that a write of a relationship can change. */
export function touchedBy(outbox: Outbox, table: Table, write: LinkageWrite): TouchedLinks {
  const own = (outbox.from.get(table) ?? []).flatMap((side) =>
    side.relationship === write.relationship ? [{ side, to: write.isPartial ? keysIn(write, side) : undefined }] : [],
  );
  const owners = memberPartsOf(storageOf(table, write.relationship)).flatMap((part) => {
    if (part.kind !== 'foreign-key') return [];
    const to = keysIn(write, { type: part.target.type.name, target: part.target });
    const place = placeOf(membershipIn(table, part));
    const sides = (outbox.to.get(part.target) ?? []).filter(({ links }) => placeOf(links) === place);
    return to.length === 0 ? [] : sides.map((side) => ({ side, to }));
  });
  return { own, owners };
}

/** Links at one time, by what identifies them. */
export type Snapshot = ReadonlyMap<string, Link>;

const identityOf = ({ side, id, member }: Link): string =>
  JSON.stringify([side.table.type.name, side.relationship, id, side.type, member]);

/** Returns where links are that writes can change: one place for each relationship, of all resources together. */
function placesOf(
  touched: readonly (readonly TouchedLinks[])[],
  keys: readonly (Key | undefined)[],
): readonly LinksOf[] {
  const own = touched.flatMap((all, index) => {
    const key = keys.at(index);
    return key === undefined ? [] : all.flatMap((it) => it.own.map((links) => ({ ...links, key })));
  });
  const owners = Map.groupBy(
    touched.flat().flatMap((it) => it.owners),
    ({ side }) => side,
  );
  return [
    ...[...Map.groupBy(own, ({ side }) => side)].map(([side, all]): LinksOf => {
      const from = all.map(({ key }) => key);
      return { side, from, ...(from.length === 1 ? { to: all.at(0)?.to } : {}) };
    }),
    ...[...owners].map(([side, all]): LinksOf => ({ side, to: all.flatMap(({ to }) => to) })),
  ];
}

/**
 * Reads the links that writes can change. They are read before and after the writes.
 *
 * @param touched The links of each write.
 * @param keys The resource of each write. Empty if they do not exist yet.
 */
export async function snapshotOf(
  executor: Executor,
  touched: readonly (readonly TouchedLinks[])[],
  keys: readonly (Key | undefined)[],
): Promise<Snapshot> {
  const found: Link[] = [];
  for (const links of placesOf(touched, keys)) found.push(...(await linksIn(executor, links)));
  const named = found.map((link) => [identityOf(link), link] as const);
  // A database returns rows in any order. The order of events must not depend on it.
  return new Map(named.sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** Returns the links that only one of two snapshots contains, or whose data differ. */
export function differenceOf(before: Snapshot, after: Snapshot): readonly Link[] {
  const missing = (from: Snapshot, others: Snapshot) =>
    [...from].flatMap(([name, link]) => (others.get(name)?.data === link.data ? [] : [link]));
  return [...missing(before, after), ...missing(after, before)];
}

/** Returns an event for each relationship that contains some changed links, from either of them, with the members that came or went. */
export function eventsOf({ inverses }: Outbox, links: readonly Link[]): readonly NewEvent[] {
  const changes = links.flatMap(({ side: { table, relationship, type, target }, id, member }) => {
    const turned = (inverses.get(table)?.get(relationship) ?? []).filter((it) => it.type === type);
    const owner = { type: table.type.name, id };
    return [
      { table, id, relationship, member: { type, id: member } },
      ...(target === undefined
        ? []
        : turned.map((it) => ({ table: target, id: member, relationship: it.relationship, member: owner }))),
    ];
  });
  // Two relationships of one side can contain the same link.
  const each = new Map(changes.map(({ table, ...it }) => [JSON.stringify([table.type.name, it]), { table, ...it }]));
  const events = Map.groupBy(each.values(), ({ table, id, relationship }) =>
    JSON.stringify([table.type.name, id, relationship]),
  );
  return [...events.values()].map((all): NewEvent => {
    const [{ table, id, relationship }] = all as [(typeof all)[number]];
    const members = { [relationship]: all.map(({ member }) => member) };
    return { table, id, operation: 'updateRelationship', fields: [relationship], members };
  });
}
