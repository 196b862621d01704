import type { IdentifierInput } from '@linkage/core';
import { hasOwn, identifiersOf } from '@linkage/core/internal';
import type { LinkageChange } from '@linkage/server';
import { type Key, keysOf } from '../mapping/key.ts';
import { memberEdgesOf, storageOf, type Table } from '../mapping/table.ts';
import type { Executor } from '../statements/transaction.ts';
import type { NewEvent, Outbox } from './events.ts';
import { type LinksTo, linkedTo, type Side } from './sides.ts';

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

function keysIn({ identifiers }: LinkageWrite, table: Table): readonly Key[] {
  const ids = identifiers.flatMap((it) => (it.type === table.type.name && hasOwn(it, 'id') ? [it.id] : []));
  return keysOf(table, ids);
}

/** The links that a write can change, as the other side and other owners see them. */
interface TouchedLinks {
  /** The links of the other side to the resource of the write. */
  readonly inverse: readonly Omit<LinksTo, 'to'>[];
  /** The links of other owners to members that have only one owner. */
  readonly owners: readonly LinksTo[];
}

const names = ({ links }: Side): string => JSON.stringify([links.table, links.from]);

/** Returns the links that a write of a relationship can change. */
export function touchedBy(outbox: Outbox, table: Table, write: LinkageWrite): TouchedLinks {
  const inverses = outbox.inverses.get(table)?.get(write.relationship) ?? [];
  const inverse = (outbox.sides.get(table) ?? []).flatMap((side) => {
    const type = side.table.type.name;
    const isInverse = inverses.some((it) => it.type === type && it.relationship === side.relationship);
    return isInverse ? [{ side, from: write.isPartial ? keysIn(write, side.table) : undefined }] : [];
  });
  const owners = memberEdgesOf(storageOf(table, write.relationship)).flatMap((edge) => {
    if (edge.kind !== 'foreign-key') return [];
    const to = keysIn(write, edge.target);
    const place = JSON.stringify([edge.target.name, edge.columns]);
    const sides = (outbox.sides.get(edge.target) ?? []).filter((side) => names(side) === place);
    return to.length === 0 ? [] : sides.map((side) => ({ side, to }));
  });
  return { inverse, owners };
}

/** The resources whose relationships contain others at one time. */
export type Snapshot = readonly (readonly [Side, ReadonlySet<string>])[];

/**
 * Reads the resources whose links a write can change. They are read before and after the write.
 *
 * @param key The resource of the write. Default: it does not exist yet.
 */
export async function snapshotOf(
  executor: Executor,
  touched: readonly TouchedLinks[],
  key: Key | undefined,
): Promise<Snapshot> {
  const found: (readonly [Side, ReadonlySet<string>])[] = [];
  for (const { inverse, owners } of touched) {
    const all = [...inverse.map((it) => ({ ...it, to: key === undefined ? [] : [key] })), ...owners];
    for (const links of all) found.push([links.side, await linkedTo(executor, links)]);
  }
  return found;
}

/** Returns an event for each resource that two snapshots show differently. */
export function differenceOf(before: Snapshot, after: Snapshot): readonly NewEvent[] {
  return before.flatMap(([{ table, relationship }, ids], index) => {
    const [, others = new Set<string>()] = after.at(index) ?? [];
    const changed = [...ids].filter((id) => !others.has(id)).concat([...others].filter((id) => !ids.has(id)));
    return changed.map((id): NewEvent => ({ table, id, operation: 'relate', fields: [relationship] }));
  });
}
