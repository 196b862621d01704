import type { RelationshipDefinition, ResourceType } from '@linkage/core';
import { andThen, inOrder, memberOf } from '@linkage/core/internal';
import type { Reference } from '@linkage/core/records';
import type { KnowingCall } from '../sources/gateway/known-rows.ts';
import { identifierOf } from '../sources/links/linkage-of-records.ts';
import { listOf, readReferences } from '../sources/links/read-related.ts';
import type { Awaitable, Selection, SourceCall } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';
import { accessFiltersOf } from './access-filter.ts';
import type { GuardedSource, RequestAccess } from './request-access.ts';
import { hiddenFields } from './undecided-fields.ts';
import { placesOf, visibleReferences } from './visible-references.ts';

/** Returns the visible value of a member of a relationship, or undefined if the user cannot read it. */
type ShownMember = (reference: Reference) => unknown;

/** Returns an object with other values for some relationships. The record remains as it is, because it can inherit its fields. */
export function withFields(record: object, changes: ReadonlyMap<string, unknown>): object {
  if (changes.size === 0) return record;
  const descriptors: PropertyDescriptorMap = Object.create(null);
  for (const [name, value] of changes) descriptors[name] = { value, enumerable: true };
  return Object.create(record, descriptors);
}

function shownValue({ kind }: RelationshipDefinition, references: readonly Reference[], show: ShownMember): unknown {
  const members: unknown[] = [];
  for (const reference of references) {
    const member = show(reference);
    if (member !== undefined) members.push(member);
  }
  return kind === 'to-many' ? members : (members.at(0) ?? null);
}

/** Whether an object is an identifier with nothing else, as its check would return it. */
function isBare(value: object, targets: readonly string[]): boolean {
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const name in value) if (name !== 'type' && name !== 'id') return false;
  const { type, id } = value as { readonly type?: unknown; readonly id?: unknown };
  return typeof id === 'string' && targets.includes(type as string);
}

/** Whether a value contains objects that can be records, or have other members than identifiers. */
function holdsObjects(value: unknown, targets: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (!Array.isArray(value)) return !isBare(value, targets);
  for (const member of value) if (holdsObjects(member, targets)) return true;
  return false;
}

/** The view that a user has of a relationship: whether the records contain it, and whether some members can be hidden. */
interface Shown {
  readonly relationship: RelationshipDefinition;
  readonly isShown: boolean;
  readonly hidesSome: boolean;
}

function shownRelationships(
  access: RequestAccess,
  type: ResourceType,
  selection: Selection,
): Awaitable<readonly Shown[]> {
  const targets = new Set<string>();
  for (const relationship of type.relationships.values())
    if (selection.relationships.has(relationship.name)) for (const target of relationship.targets) targets.add(target);
  return andThen(accessFiltersOf(access, targets), (accessFilters) => {
    let index = 0;
    for (const target of targets) if (accessFilters[index++] === 'all') targets.delete(target);
    const shown: Shown[] = [];
    for (const relationship of type.relationships.values()) {
      let hidesSome = false;
      for (const target of relationship.targets) hidesSome ||= targets.has(target);
      shown.push({ relationship, isShown: selection.relationships.has(relationship.name), hidesSome });
    }
    return shown;
  });
}

/** Whether the user can see all relationships as the records contain them. A record inside another record is checked. */
function areSeen(records: readonly object[], shown: readonly Shown[]): boolean {
  for (const { relationship, isShown, hidesSome } of shown) {
    const { name, targets } = relationship;
    const isWhole = isShown && !hidesSome;
    for (const record of records) {
      const value = memberOf(record, name);
      if (value !== undefined && (!isWhole || (typeof value === 'object' && holdsObjects(value, targets))))
        return false;
    }
  }
  return true;
}

/**
 * Removes what the user cannot read from records: attributes, by the conditions of the rule `fields`, and the members of their linkage.
 * One call for each attribute and each target type, for any number of records. Removes linkage that is not selected without checking it.
 */
export function restrictRecords(
  guarded: Pick<GuardedSource, 'access' | 'type' | 'facts'>,
  records: readonly object[],
  selection: Selection,
  call: SourceCall,
): Awaitable<readonly object[]> {
  if (records.length === 0) return records;
  const { access, type } = guarded;
  return andThen(shownRelationships(access, type, selection), (shown) =>
    access.undecidedOf(type.name).size === 0 && areSeen(records, shown)
      ? records
      : removeHidden(guarded, records, selection, shown, call),
  );
}

/** The members of a relationship of one record, which are checked. */
interface Checked {
  readonly relationship: RelationshipDefinition;
  readonly references: readonly Reference[];
  /** The new values of the record. */
  readonly changes: Map<string, unknown>;
}

function removeHidden(
  { access, type, facts }: Pick<GuardedSource, 'access' | 'type' | 'facts'>,
  records: readonly object[],
  selection: Selection,
  relationships: readonly Shown[],
  call: SourceCall,
): Awaitable<readonly object[]> {
  const known = (call as KnowingCall).ofServer?.known;
  const names = known?.shown?.plan?.followed.get(type.name);
  // A write knows what its request links, and does not ask again.
  const isWrite = facts !== undefined || (known !== undefined && known.shown === undefined);
  const idsWith = (name: string): ReadonlySet<string> => {
    const known = selection.attributes.has(name)
      ? records.filter((record) => memberOf(record, name) !== undefined)
      : [];
    return new Set(known.map((record) => idOf(type.name, record)));
  };
  const checked: Checked[] = [];
  const followed = new Set<Reference>();
  /** The ids of the resources that can contain hidden members of a relationship. */
  const owners = new Map<RelationshipDefinition, string>();
  const check = (record: object, changes: Map<string, unknown>): void => {
    for (const { relationship, isShown, hidesSome } of relationships) {
      const { name, kind } = relationship;
      const value = memberOf(record, name);
      if (value !== undefined && !isShown) changes.set(name, undefined);
      if (value === undefined || !isShown || (!hidesSome && !holdsObjects(value, relationship.targets))) continue;
      const id = idOf(type.name, record);
      const references = listOf(readReferences(access.api, type, id, relationship, value));
      if (hidesSome && (!isWrite || references.length === 0 || relationship.targets.length > 1))
        owners.set(relationship, `${owners.get(relationship) ?? ''} ${id}`);
      checked.push({ relationship, references, changes });
      // To-one relationships have as many members as there are records. Of a list, the response can show a page.
      if (kind === 'to-one' && names?.has(name) === true) for (const reference of references) followed.add(reference);
    }
  };
  const all: Reference[] = [];
  const addPlaces = ([relationship, ids]: readonly [RelationshipDefinition, string]): Awaitable<void> =>
    andThen(placesOf(access, relationship, `${type.name}${ids}`), (places) => {
      all.push(...places);
      if (relationship.kind === 'to-one' && names?.has(relationship.name) === true)
        for (const place of places) followed.add(place);
    });
  const included = new Map<Reference, object>();
  const restrictIncluded = ([name, ofMembers]: readonly [string, Selection]): Awaitable<void> => {
    const members = checked.flatMap(({ relationship, references }) => (relationship.name === name ? references : []));
    const loaded = members.filter(({ record }) => record !== undefined);
    const [first] = loaded;
    if (first === undefined) return undefined;
    return andThen(access.accessFilterOf(first.type.name), (accessFilter) => {
      // `restrictInclude` has removed restricted types already. A source must not show them, whatever a later user selects.
      if (accessFilter !== 'all') return undefined;
      const related = loaded.map(({ record }) => record as object);
      return andThen(restrictRecords({ access, type: first.type }, related, ofMembers, call), (shown) => {
        for (const [index, reference] of loaded.entries()) included.set(reference, shown[index] as object);
      });
    });
  };
  return andThen(hiddenFields(access, type, idsWith, call), (hiddenOf) => {
    const changed: (readonly [record: object, changes: Map<string, unknown>])[] = [];
    for (const record of records) {
      const hidden = hiddenOf?.(idOf(type.name, record)).map((name) => [name, undefined] as const);
      const changes = new Map<string, unknown>(hidden);
      check(record, changes);
      changed.push([record, changes]);
    }
    return andThen(inOrder([...owners], addPlaces), () => {
      for (const { references } of checked) all.push(...references);
      return andThen(visibleReferences(access, all, call, followed, facts), (isVisible) =>
        andThen(inOrder([...(selection.include ?? [])], restrictIncluded), () => {
          const show: ShownMember = (reference) =>
            isVisible(reference) ? (included.get(reference) ?? identifierOf(reference)) : undefined;
          for (const { relationship, references, changes } of checked)
            changes.set(relationship.name, shownValue(relationship, references, show));
          const restricted: object[] = [];
          for (const [record, changes] of changed) restricted.push(withFields(record, changes));
          return restricted;
        }),
      );
    });
  });
}
