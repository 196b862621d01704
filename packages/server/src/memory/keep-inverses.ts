import type { Api, ResourceIdentifierObject, ResourceType } from '@linkage/core';
import { rejection, without } from '@linkage/core/internal';
import { identifiersOf, type MemoryTable, type StoredRecord } from './memory-table.ts';
import { withoutReference } from './referrers.ts';

/** The tables of an API, and the function that stores a changed record. */
export interface Stored {
  readonly api: Api;
  readonly tables: ReadonlyMap<string, MemoryTable>;
  readonly save: (table: MemoryTable, record: StoredRecord) => void;
}

/** One link: from a relationship of a resource to another resource. */
interface Link {
  readonly from: ResourceIdentifierObject;
  readonly relationship: string;
  readonly to: ResourceIdentifierObject;
}

function isSame(one: ResourceIdentifierObject, other: ResourceIdentifierObject): boolean {
  return one.type === other.type && one.id === other.id;
}

/** Removes a link from the record that stores it. */
function removeLink({ api, tables, save }: Stored, { from, relationship, to }: Link): void {
  const table = tables.get(from.type);
  const record = table?.get(from.id);
  if (table === undefined || record === undefined) return;
  const isRequired = api.types.get(from.type)?.relationships.get(relationship)?.required === true;
  if (isRequired && identifiersOf(record[relationship]).every((member) => isSame(member, to)))
    throw rejection('CONSTRAINT_VIOLATED.required', {});
  save(table, withoutReference(record, relationship, to));
}

/** Adds a link to the record that stores it. If its relationship is to-one, the earlier link is removed on both relationships. */
function addLink(stored: Stored, { from, relationship, to }: Link, inverse: string): void {
  const { api, tables, save } = stored;
  const table = tables.get(from.type);
  const record = table?.get(from.id);
  if (table === undefined || record === undefined) return;
  const members = identifiersOf(record[relationship]);
  if (members.some((member) => isSame(member, to))) {
    // The data of a membership belongs to both relationships.
    const linkage = Object.freeze(members.map((member) => (isSame(member, to) ? to : member)));
    if (to.meta !== undefined) save(table, Object.freeze({ ...record, [relationship]: linkage }));
    return;
  }
  if (api.types.get(from.type)?.relationships.get(relationship)?.kind === 'to-one') {
    for (const member of members) removeLink(stored, { from: member, relationship: inverse, to: from });
    // The record can be one of these members.
    save(table, Object.freeze({ ...(table.get(from.id) ?? record), [relationship]: to }));
  } else save(table, Object.freeze({ ...record, [relationship]: Object.freeze([...members, to]) }));
}

/**
 * Changes the inverse relationships of the relationships of a record, after the record changed.
 *
 * @throws {JsonApiError} 409 if a required relationship would lose its resource.
 */
export function keepInverses(
  stored: Stored,
  type: ResourceType,
  before: StoredRecord | undefined,
  after: StoredRecord,
): void {
  const itself = Object.freeze({ type: type.name, id: after.id });
  for (const { name, inverse, member } of type.relationships.values()) {
    if (inverse === undefined || before?.[name] === after[name]) continue;
    const [old, current] = [identifiersOf(before?.[name]), identifiersOf(after[name])];
    const known = new Set(old);
    const changed = member === undefined ? without(current, old) : current.filter((it) => !known.has(it));
    for (const from of changed) {
      const to =
        from.meta === undefined || member === undefined ? itself : Object.freeze({ ...itself, meta: from.meta });
      addLink(stored, { from, relationship: inverse, to }, name);
    }
    for (const from of without(old, current)) removeLink(stored, { from, relationship: inverse, to: itself });
  }
}

/**
 * Completes the initial records: a link that one side has is added to the inverse relationship.
 *
 * @throws {TypeError} If the two sides of a to-one relationship contradict each other.
 */
export function completeInverses({ api, tables }: Pick<Stored, 'api' | 'tables'>): void {
  for (const type of api.types.values()) {
    for (const { name, inverse, member: data } of type.relationships.values()) {
      if (inverse === undefined) continue;
      for (const { id, [name]: linkage } of [...(tables.get(type.name)?.values() ?? [])]) {
        for (const member of identifiersOf(linkage)) {
          const to = { type: type.name, id, ...(data && member.meta ? { meta: member.meta } : {}) };
          completeLink({ api, tables }, { from: member, relationship: inverse, to });
        }
      }
    }
  }
}

function completeLink({ api, tables }: Pick<Stored, 'api' | 'tables'>, { from, relationship, to }: Link): void {
  const table = tables.get(from.type);
  const record = table?.get(from.id);
  if (table === undefined || record === undefined) return;
  const members = identifiersOf(record[relationship]);
  if (members.some((member) => isSame(member, to))) return;
  const isToOne = api.types.get(from.type)?.relationships.get(relationship)?.kind === 'to-one';
  if (isToOne && members.length > 0) {
    throw new TypeError(
      `createMemorySources: ${from.type} ${JSON.stringify(from.id)}: \`${relationship}\` must be ${to.type} ${JSON.stringify(to.id)}, because that record contains the inverse, but it is ${members.map(({ id }) => JSON.stringify(id)).join()}.`,
    );
  }
  const linkage = isToOne ? Object.freeze({ ...to }) : Object.freeze([...members, Object.freeze({ ...to })]);
  table.set(from.id, Object.freeze({ ...record, [relationship]: linkage }));
}
