import type { Api, ResourceIdentifierObject } from '@linkage/core';
import { identityOf } from '@linkage/core/records';
import { staysOnDelete } from './memory-storage.ts';
import { identifiersOf, type MemoryTable, type StoredRecord } from './memory-table.ts';

/**
 * One relationship, and the ids of the records that reference a resource through it, by the identity of the resource.
 */
interface Links {
  readonly type: string;
  readonly table: MemoryTable;
  readonly relationship: string;
  readonly targets: readonly string[];
  readonly holders: Map<string, Set<string>>;
}

/** A record that references a resource. */
export interface Referrer {
  readonly type: string;
  readonly table: MemoryTable;
  readonly id: string;
  readonly relationship: string;
}

/** Finds the records whose links change when a resource is deleted, without scanning all records. */
export interface Referrers {
  /**
   * Must be called for each change of a record, except changes of records from `take`. Undefined before creation and
   * after deletion.
   */
  readonly changed: (table: MemoryTable, before: StoredRecord | undefined, after: StoredRecord | undefined) => void;
  /** Must be called if tables were changed in another way. The next lookup reads all records again. */
  readonly forget: () => void;
  /** Returns the records that reference a resource. */
  readonly of: (type: string, id: string) => readonly Referrer[];
  /** Returns the records that reference a deleted resource. The index forgets them, so they must be changed. */
  readonly take: (type: string, id: string) => readonly Referrer[];
}

function add({ holders }: Links, id: string, linkage: unknown): void {
  for (const member of identifiersOf(linkage)) {
    const identity = identityOf(member.type, member.id);
    const ids = holders.get(identity);
    if (ids === undefined) holders.set(identity, new Set([id]));
    else ids.add(id);
  }
}

function remove({ holders }: Links, id: string, linkage: unknown): void {
  for (const member of identifiersOf(linkage)) {
    const identity = identityOf(member.type, member.id);
    const ids = holders.get(identity);
    ids?.delete(id);
    if (ids?.size === 0) holders.delete(identity);
  }
}

/** Creates an index over the linkage of tables. Builds it on first use, and again after `forget`. */
export function createReferrers(api: Api, tables: ReadonlyMap<string, MemoryTable>): Referrers {
  let index: ReadonlyMap<MemoryTable, readonly Links[]> | undefined;

  const build = (): ReadonlyMap<MemoryTable, readonly Links[]> => {
    const built = new Map<MemoryTable, readonly Links[]>();
    for (const [name, table] of tables) {
      const all = [...(api.types.get(name)?.relationships.values() ?? [])];
      const relationships = all.filter((it) => !staysOnDelete(it));
      const found = relationships.map(
        (it): Links => ({ type: name, table, relationship: it.name, targets: it.targets, holders: new Map() }),
      );
      built.set(table, found);
      if (found.length === 0) continue;
      for (const record of table.values()) for (const links of found) add(links, record.id, record[links.relationship]);
    }
    return built;
  };

  const linksTo = (type: string): readonly Links[] => {
    index ??= build();
    return [...index.values()].flat().filter(({ targets }) => targets.includes(type));
  };
  const referrersOf = (target: string, targetId: string): readonly Referrer[] => {
    const identity = identityOf(target, targetId);
    return linksTo(target).flatMap(({ type, table, relationship, holders }) =>
      Array.from(holders.get(identity) ?? [], (id) => ({ type, table, relationship, id })),
    );
  };

  return {
    changed(table, before, after) {
      for (const links of index?.get(table) ?? []) {
        const [old, current] = [before?.[links.relationship], after?.[links.relationship]];
        if (old === current) continue;
        if (before !== undefined) remove(links, before.id, old);
        if (after !== undefined) add(links, after.id, current);
      }
    },
    forget() {
      index = undefined;
    },
    of: referrersOf,
    take(type, id) {
      const referrers = referrersOf(type, id);
      const identity = identityOf(type, id);
      for (const { holders } of linksTo(type)) holders.delete(identity);
      return referrers;
    },
  };
}

/** Returns a record without the references to a resource through a relationship. */
export function withoutReference(
  record: StoredRecord,
  relationship: string,
  { type, id }: Pick<ResourceIdentifierObject, 'type' | 'id'>,
): StoredRecord {
  const linkage = record[relationship];
  const rest = identifiersOf(linkage).filter((it) => it.type !== type || it.id !== id);
  return Object.freeze({
    ...record,
    [relationship]: Array.isArray(linkage) ? Object.freeze(rest) : (rest.at(0) ?? null),
  });
}
