import type { RelationshipDefinition } from '@linkage/core';
import { fieldOf, type Reference } from '@linkage/core/records';
import { byType } from '../internal/by-type.ts';
import type { Selection, SourceCall } from '../sources/data-source.ts';
import { listOf, readReferences } from '../sources/read-related.ts';
import { idOf } from '../sources/record-id.ts';
import type { RequestAccess } from './request-access.ts';
import { type GuardedSource, visibleIds } from './visible-records.ts';

/** Returns the visible value of a member of a relationship, or undefined if the caller cannot read it. */
type ShownMember = (reference: Reference) => unknown;

/**
 * Returns an identifier in place of a related record: a record that is part of another record has not been checked, so
 * the server reads it again from its own source.
 */
function identifierOf({ type, id, meta }: Reference): object {
  return { type: type.name, id, ...(meta === undefined ? {} : { meta }) };
}

/** Whether the caller can read only some of the resources that a relationship can contain. */
export async function isRestricted(access: RequestAccess, { targets }: RelationshipDefinition): Promise<boolean> {
  const scopes = await Promise.all(targets.map(access.scopeOf));
  return scopes.some((scope) => scope !== 'all');
}

/** Returns a function that reports whether the caller can read a reference. Calls each type's source once. */
export async function visibleReferences(
  access: RequestAccess,
  references: readonly Reference[],
  call: SourceCall,
): Promise<(reference: Reference) => boolean> {
  const visible = new Map<string, ReadonlySet<string>>();
  const look = async ([type, ofType]: readonly [string, readonly Reference[]]): Promise<void> => {
    const ids = ofType.map(({ id }) => id);
    visible.set(type, await visibleIds(access, type, ids, call));
  };
  await Promise.all([...byType(references, ({ type }) => type.name)].map(look));
  return ({ type, id }) => visible.get(type.name)?.has(id) === true;
}

/**
 * Returns an object with other values for some relationships. The record itself is not changed, because it can inherit
 * its fields.
 */
export function withFields(record: object, changes: ReadonlyMap<string, unknown>): object {
  if (changes.size === 0) return record;
  const descriptors = [...changes].map(([name, value]) => [name, { value, enumerable: true }] as const);
  return Object.create(record, Object.fromEntries(descriptors));
}

function shownValue({ kind }: RelationshipDefinition, references: readonly Reference[], show: ShownMember): unknown {
  const members = references.map(show).filter((member) => member !== undefined);
  return kind === 'to-many' ? members : (members.at(0) ?? null);
}

/** Whether a value contains objects, which can be records. */
function holdsObjects(value: unknown): boolean {
  return Array.isArray(value) ? value.some(holdsObjects) : typeof value === 'object' && value !== null;
}

/**
 * Returns the related records that a source loaded together with their parents, with restricted linkage. If the caller
 * can read only some resources of their type, returns none: the server then reads them from their own source.
 */
async function restrictIncluded(
  access: RequestAccess,
  references: readonly Reference[],
  selection: Selection,
  call: SourceCall,
): Promise<ReadonlyMap<Reference, object>> {
  const loaded = references.filter(({ record }) => record !== undefined);
  const [first] = loaded;
  // `restrictInclude` has removed such types already. A source must not show them, whatever a later caller selects.
  if (first === undefined || (await access.scopeOf(first.type.name)) !== 'all') return new Map();
  const records = loaded.map(({ record }) => record as object);
  const restricted = await restrictLinkage({ access, type: first.type }, records, selection, call);
  return new Map(loaded.map((reference, index) => [reference, restricted[index] as object]));
}

/**
 * Removes the members from the linkage of records that the caller cannot read: one call for each target type, for any
 * number of records. Removes linkage that is not selected without checking it.
 */
export async function restrictLinkage(
  { access, type }: Pick<GuardedSource, 'access' | 'type'>,
  records: readonly object[],
  selection: Selection,
  call: SourceCall,
): Promise<readonly object[]> {
  if (records.length === 0) return records;
  const found = records.map(() => new Map<RelationshipDefinition, readonly Reference[]>());
  const changes = records.map(() => new Map<string, unknown>());
  for (const relationship of type.relationships.values()) {
    const { name } = relationship;
    const isShown = selection.relationships.has(name);
    const restricted = isShown && (await isRestricted(access, relationship));
    for (const [index, record] of records.entries()) {
      const value = fieldOf(record, name);
      if (value === undefined) continue;
      if (!isShown) changes[index]?.set(name, undefined);
      else if (restricted || holdsObjects(value)) {
        const references = readReferences(access.api, type, idOf(type.name, record), relationship, value);
        found[index]?.set(relationship, listOf(references));
      }
    }
  }
  const isVisible = await visibleReferences(
    access,
    found.flatMap((it) => [...it.values()].flat()),
    call,
  );
  const included = new Map<Reference, object>();
  for (const [name, ofMembers] of selection.include ?? []) {
    const relationship = type.relationships.get(name) as RelationshipDefinition;
    const references = found.flatMap((it) => it.get(relationship) ?? []);
    for (const [reference, record] of await restrictIncluded(access, references, ofMembers, call))
      included.set(reference, record);
  }
  return records.map((record, index) => {
    const changed = changes[index] as Map<string, unknown>;
    for (const [relationship, references] of found[index] as ReadonlyMap<
      RelationshipDefinition,
      readonly Reference[]
    >) {
      const show: ShownMember = (reference) =>
        isVisible(reference) ? (included.get(reference) ?? identifierOf(reference)) : undefined;
      changed.set(relationship.name, shownValue(relationship, references, show));
    }
    return withFields(record, changed);
  });
}
