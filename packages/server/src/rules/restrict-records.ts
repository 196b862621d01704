import type { RelationshipDefinition } from '@linkage/core';
import { memberOf } from '@linkage/core/internal';
import type { Reference } from '@linkage/core/records';
import { memoryOf, PLACE } from '../sources/gateway/attempt-memory.ts';
import { identifierOf } from '../sources/links/linkage-of-records.ts';
import { listOf, readReferences } from '../sources/links/read-related.ts';
import type { Selection, SourceCall } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';
import { selectionFor } from '../sources/port/selection.ts';
import { isDecidedBySource } from './applied-conditions.ts';
import { withNeededRelationships } from './needed-relationships.ts';
import type { GuardedSource, RequestAccess } from './request-access.ts';
import { termsOf } from './scope.ts';
import { hiddenFields } from './undecided-fields.ts';
import { visibleIds } from './visible-records.ts';

/** Returns the visible value of a member of a relationship, or undefined if the caller cannot read it. */
type ShownMember = (reference: Reference) => unknown;

/** Whether the caller can read only some of the resources that a relationship can contain. */
export async function isRestricted(access: RequestAccess, { targets }: RelationshipDefinition): Promise<boolean> {
  const scopes = await Promise.all(targets.map(access.scopeOf));
  return scopes.some((scope) => scope !== 'all');
}

/**
 * Returns references to nothing: one for each target type of which the caller can read some resources only. With them, the sources run the
 * same statements whether a relationship is empty or all its members are hidden.
 *
 * @param owners The resources whose relationship is checked. The same check of them is not repeated in one attempt.
 */
export async function placesOf(
  access: RequestAccess,
  { name, targets }: RelationshipDefinition,
  owners: string,
): Promise<readonly Reference[]> {
  const places: Reference[] = [];
  for (const target of targets) {
    const scope = await access.scopeOf(target);
    // A source that does not apply the conditions can ask others about them, and need not answer for no ids.
    if (scope !== 'all' && isDecidedBySource(access, target, termsOf(scope)))
      places.push({
        type: access.typeOf(target),
        id: `${PLACE}${owners} ${name}`,
        ...{ record: undefined, meta: undefined, additional: undefined },
      });
  }
  return places;
}

/** Returns the fields that the response shows of a type, so that the check of a link reads what the server includes later. */
function shownFields(access: RequestAccess, type: string, call: SourceCall): Selection | undefined {
  const shown = memoryOf(call)?.shown;
  const seen = access.visibleApi.types.get(type);
  if (shown === undefined || seen === undefined || access.unguardedSourceOf(type)?.loadsIncludes === true)
    return undefined;
  return withNeededRelationships(selectionFor(seen, shown), [access.typeOf(type)]);
}

/**
 * Returns a function that reports whether the caller can read a reference. Calls each type's source once, and once more for those
 * that the server includes later.
 */
export async function visibleReferences(
  access: RequestAccess,
  references: readonly Reference[],
  call: SourceCall,
  followed: ReadonlySet<Reference> = new Set(),
): Promise<(reference: Reference) => boolean> {
  const visible = new Map<string, ReadonlySet<string>>();
  const look = async ([type, ofType]: readonly [string, readonly Reference[]]): Promise<void> => {
    const included = new Set(ofType.flatMap((reference) => (followed.has(reference) ? [reference.id] : [])));
    const others = ofType.flatMap(({ id }) => (included.has(id) ? [] : [id]));
    const read = (some: readonly string[], selection?: Selection) =>
      some.length === 0 ? [] : visibleIds(access, type, some, call, selection);
    const seen = await Promise.all([read([...included], shownFields(access, type, call)), read(others)]);
    visible.set(type, new Set(seen.flatMap((some) => [...some])));
  };
  await Promise.all([...Map.groupBy(references, ({ type }) => type.name)].map(look));
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

/** The members of a relationship of one record, which are checked. */
interface Checked {
  readonly relationship: RelationshipDefinition;
  readonly references: readonly Reference[];
  /** The new values of the record. */
  readonly changes: Map<string, unknown>;
}

/**
 * Removes what the caller cannot read from records: attributes, by the conditions of the rule `fields`, and the members of their linkage.
 * One call for each attribute and each target type, for any number of records. Removes linkage that is not selected without checking it.
 */
export async function restrictRecords(
  { access, type }: Pick<GuardedSource, 'access' | 'type'>,
  records: readonly object[],
  selection: Selection,
  call: SourceCall,
): Promise<readonly object[]> {
  if (records.length === 0) return records;
  const memory = memoryOf(call);
  const names = memory?.shown?.plan?.followed.get(type.name);
  // A write knows what its request links, and does not ask again.
  const isWrite = memory !== undefined && memory.shown === undefined;
  const relationships: [relationship: RelationshipDefinition, isShown: boolean, hidesSome: boolean][] = [];
  for (const relationship of type.relationships.values()) {
    const isShown = selection.relationships.has(relationship.name);
    relationships.push([relationship, isShown, isShown && (await isRestricted(access, relationship))]);
  }
  const idsWith = (name: string): ReadonlySet<string> => {
    const known = selection.attributes.has(name)
      ? records.filter((record) => memberOf(record, name) !== undefined)
      : [];
    return new Set(known.map((record) => idOf(type.name, record)));
  };
  const hiddenOf = await hiddenFields(access, type, idsWith, call);
  const checked: Checked[] = [];
  const followed = new Set<Reference>();
  /** The ids of the resources that can contain hidden members of a relationship. */
  const owners = new Map<RelationshipDefinition, string>();
  const changed = records.map((record) => {
    const changes = new Map<string, unknown>(hiddenOf?.(idOf(type.name, record)).map((name) => [name, undefined]));
    for (const [relationship, isShown, hidesSome] of relationships) {
      const { name, kind } = relationship;
      const value = memberOf(record, name);
      if (value === undefined) continue;
      if (!isShown) changes.set(name, undefined);
      else if (hidesSome || holdsObjects(value)) {
        const id = idOf(type.name, record);
        const references = listOf(readReferences(access.api, type, id, relationship, value));
        if (hidesSome && (!isWrite || references.length === 0 || relationship.targets.length > 1))
          owners.set(relationship, `${owners.get(relationship) ?? ''} ${id}`);
        checked.push({ relationship, references, changes });
        // To-one relationships have as many members as there are records. Of a list, the response can show a page.
        if (kind === 'to-one' && names?.has(name) === true) for (const reference of references) followed.add(reference);
      }
    }
    return { record, changes };
  });
  const all: Reference[] = [];
  for (const [relationship, ids] of owners) {
    const places = await placesOf(access, relationship, `${type.name}${ids}`);
    all.push(...places);
    if (relationship.kind === 'to-one' && names?.has(relationship.name) === true)
      for (const place of places) followed.add(place);
  }
  for (const { references } of checked) all.push(...references);
  const isVisible = await visibleReferences(access, all, call, followed);
  const included = new Map<Reference, object>();
  for (const [name, ofMembers] of selection.include ?? []) {
    const members = checked.flatMap(({ relationship, references }) => (relationship.name === name ? references : []));
    const loaded = members.filter(({ record }) => record !== undefined);
    const [first] = loaded;
    // `restrictInclude` has removed restricted types already. A source must not show them, whatever a later caller selects.
    if (first === undefined || (await access.scopeOf(first.type.name)) !== 'all') continue;
    const related = loaded.map(({ record }) => record as object);
    const shown = await restrictRecords({ access, type: first.type }, related, ofMembers, call);
    for (const [index, reference] of loaded.entries()) included.set(reference, shown[index] as object);
  }
  const show: ShownMember = (reference) =>
    isVisible(reference) ? (included.get(reference) ?? identifierOf(reference)) : undefined;
  for (const { relationship, references, changes } of checked)
    changes.set(relationship.name, shownValue(relationship, references, show));
  return changed.map(({ record, changes }) => withFields(record, changes));
}
