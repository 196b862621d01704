import { identityOf } from '../document/identity.ts';
import type { IncludeTree } from '../query/include.ts';
import type { Api, RelationshipDefinition, ResourceType } from '../schema/api.ts';
import { breach } from './breach.ts';
import { type Reference, readReference, type TypeOf } from './reference.ts';

/** One resource of a document, with every record that was met for it. */
export interface Entry {
  readonly type: ResourceType;
  readonly id: string;
  readonly records: Set<object>;
  /** Linkage by relationship name, read once: the first record that has a value decides. */
  readonly linkage: Map<string, null | Reference | readonly Reference[]>;
  /** Paths that could not be followed yet, because no record had a value for their relationship. */
  waiting: IncludeTree[];
}

/** Reads a record's value for a relationship; undefined when it was not loaded. */
type ReadRelated = (record: object, relationship: string) => unknown;

/** The resources of one compound document, each once, in the order in which they were met. */
export interface IdentityMap {
  readonly primary: readonly Entry[];
  readonly included: readonly Entry[];
  linkageOf(entry: Entry, relationship: RelationshipDefinition): null | Reference | readonly Reference[] | undefined;
  addPrimary(type: ResourceType, id: string, record: object): Entry;
  /** Follows relationship paths from an entry and adds what they lead to. */
  include(entry: Entry, paths: IncludeTree): void;
}

function readLinkage(
  api: Api,
  entry: Entry,
  relationship: RelationshipDefinition,
  value: unknown,
  typeOf: TypeOf | undefined,
): null | Reference | readonly Reference[] {
  const where = `${entry.type.name} ${JSON.stringify(entry.id)}, relationship ${relationship.name},`;
  if (relationship.kind === 'to-one') {
    if (Array.isArray(value)) throw breach('linkage', `${where} is to-one; its record holds an array.`);
    return value === null ? null : readReference(api, relationship.targets, value, where, typeOf);
  }
  if (!Array.isArray(value)) throw breach('linkage', `${where} is to-many; its record holds no array.`);
  const members = new Map<string, Reference>();
  for (const member of value) {
    const reference = readReference(api, relationship.targets, member, where, typeOf);
    const key = identityOf(reference.type.name, reference.id);
    if (!members.has(key) || members.get(key)?.record === undefined) members.set(key, reference);
  }
  return [...members.values()];
}

/** Makes an empty identity map. */
export function createIdentityMap(api: Api, readRelated: ReadRelated, typeOf?: TypeOf): IdentityMap {
  const entries = new Map<string, Entry>();
  const primary: Entry[] = [];
  const included: Entry[] = [];
  // A work list instead of recursion: how deep records are nested is the caller's data.
  const work: { readonly entry: Entry; readonly paths: IncludeTree }[] = [];
  const followed = new Map<Entry, Set<IncludeTree>>();

  function linkageOf(entry: Entry, relationship: RelationshipDefinition): ReturnType<IdentityMap['linkageOf']> {
    const known = entry.linkage.get(relationship.name);
    if (known !== undefined) return known;
    for (const record of entry.records) {
      const value = readRelated(record, relationship.name);
      if (value === undefined) continue;
      const linkage = readLinkage(api, entry, relationship, value, typeOf);
      entry.linkage.set(relationship.name, linkage);
      return linkage;
    }
    return undefined;
  }

  function meet(type: ResourceType, id: string, record: object, list: Entry[]): Entry {
    const key = identityOf(type.name, id);
    let entry = entries.get(key);
    if (entry === undefined) {
      entry = { type, id, records: new Set([record]), linkage: new Map(), waiting: [] };
      entries.set(key, entry);
      list.push(entry);
    } else if (!entry.records.has(record)) {
      entry.records.add(record);
      for (const paths of entry.waiting) work.push({ entry, paths });
      entry.waiting = [];
    }
    return entry;
  }

  function follow(entry: Entry, paths: IncludeTree): void {
    for (const [name, further] of paths) {
      const relationship = entry.type.relationships.get(name);
      if (relationship === undefined) continue;
      const linkage = linkageOf(entry, relationship);
      if (linkage === undefined) {
        entry.waiting.push(new Map([[name, further]]));
        continue;
      }
      for (const reference of Array.isArray(linkage) ? (linkage as readonly Reference[]) : [linkage as Reference]) {
        if (reference?.record === undefined) continue;
        const met = meet(reference.type, reference.id, reference.record, included);
        const done = followed.get(met) ?? new Set();
        followed.set(met, done);
        if (done.has(further)) continue;
        done.add(further);
        work.push({ entry: met, paths: further });
      }
    }
  }

  return {
    primary,
    included,
    linkageOf,
    addPrimary(type, id, record) {
      if (entries.has(identityOf(type.name, id))) {
        throw breach('unique-resources', `${type.name} ${JSON.stringify(id)} is given twice.`);
      }
      return meet(type, id, record, primary);
    },
    include(entry, paths) {
      let next = work.push({ entry, paths }) - 1;
      for (; next < work.length; next++) {
        const task = work[next] as (typeof work)[number];
        follow(task.entry, task.paths);
      }
      work.length = 0;
    },
  };
}
