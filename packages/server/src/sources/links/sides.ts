import type { Api, RelationshipDefinition } from '@linkage/core';
import { knownNames, pickMembers } from '@linkage/core/internal';
import type { RelationshipStorage } from '../port/relationship-storage.ts';

/** One side of a relationship that can be changed from two sides. */
export interface Side {
  readonly type: string;
  /** Undefined if the records of the type store the links, but the type does not declare a relationship for them. */
  readonly relationship: string | undefined;
  /** The storage of the links, from the perspective of this type. */
  readonly storedIn: RelationshipStorage['storedIn'];
  /** Whether a deletion of the resource that a link references keeps the link. */
  readonly isKept: boolean;
  /** Whether a deletion of the resource that a link references deletes the record with the link. */
  readonly isDeleted: boolean;
  /** Whether the side allows every change from inverse relationships. */
  readonly isOpen: boolean;
}

/** A side whose records store links, and the relationship of the other type that contains the same links. */
export interface StoredSide {
  readonly side: Side;
  readonly inverse: string | undefined;
}

/** The relationships that contain the same links. */
export interface Sides {
  /** Returns the inverse relationships of a relationship. */
  readonly othersOf: (type: string, relationship: string) => readonly Side[];
  /** Returns the side of a relationship itself, if it has inverse relationships. */
  readonly sideOf: (type: string, relationship: string) => Side | undefined;
  /**
   * Returns the sides whose records store links to resources of a type. They change when such a resource is deleted, so sides
   * that keep these links are omitted.
   */
  readonly storedLinksTo: (type: string) => readonly StoredSide[];
  /**
   * Returns the storage of a relationship that writes to other resources can change. Returns undefined for other
   * relationships.
   */
  readonly storedIn: (type: string, relationship: string) => RelationshipStorage['storedIn'] | undefined;
}

type Storages = { readonly [relationship: string]: RelationshipStorage };
/** Relationships by type that inverse relationships change without permission of this type. */
export type OpenInverses = { readonly [type: string]: readonly string[] | undefined };

const turned = { record: 'related', related: 'record', apart: 'apart' } as const;

function relationshipOf(api: Api, type: string, name: string, where: string): RelationshipDefinition {
  const relationships = api.types.get(type)?.relationships ?? new Map<string, RelationshipDefinition>();
  const relationship = relationships.get(name);
  if (relationship !== undefined) return relationship;
  const known = [...relationships.keys()];
  const hint = known.length === 0 ? '' : knownNames(name, known, 'relationship');
  throw new TypeError(`${where} contains "${type}.${name}", which is not a relationship of this API.${hint}`);
}

/** Returns the pairs of sides that one statement of a data source defines. */
function pairsOf(api: Api, type: string, name: string, given: RelationshipStorage): readonly (readonly [Side, Side])[] {
  const where = `The storage of \`${type}.${name}\``;
  const { targets } = relationshipOf(api, type, name, where);
  const storage = pickMembers(given, ['storedIn', 'inverses', 'keptOnDelete', 'deletesRecords']);
  const { inverses = [] } = storage;
  const storedIn = storage.storedIn as RelationshipStorage['storedIn'];
  const [isKept, isDeleted] = (['keptOnDelete', 'deletesRecords'] as const).map((member) => {
    const { [member]: declared = false } = storage;
    const stray = typeof declared === 'boolean' ? undefined : declared.find((target) => !targets.includes(target));
    if (stray !== undefined)
      throw new TypeError(`${where} contains ${JSON.stringify(stray)} in \`${member}\`, which is not a target type.`);
    return (target: string): boolean => (typeof declared === 'boolean' ? declared : declared.includes(target));
  }) as [isKept: (target: string) => boolean, isDeleted: (target: string) => boolean];
  if (!Object.hasOwn(turned, storedIn)) {
    throw new TypeError(`${where} must have "record", "related", or "apart" as \`storedIn\`.`);
  }
  for (const inverse of inverses) {
    const { targets: back } = relationshipOf(api, inverse.type, inverse.relationship, where);
    if (targets.includes(inverse.type) && back.includes(type)) continue;
    throw new TypeError(`${where} contains "${inverse.type}.${inverse.relationship}", whose target is not "${type}".`);
  }
  const unnamed = targets.filter((target) => !inverses.some((it) => it.type === target));
  const others = [...inverses, ...unnamed.map((target) => ({ type: target, relationship: undefined }))];
  return others.map((other) => {
    const effect = { isKept: isKept(other.type), isDeleted: isDeleted(other.type), isOpen: false };
    // A relationship that is its own inverse is stored in both resources.
    const isItsInverse = other.type === type && other.relationship === name;
    return [
      { type, relationship: name, storedIn, ...effect },
      { ...other, storedIn: isItsInverse ? storedIn : turned[storedIn], ...effect },
    ] as const;
  });
}

/** Adds a value to the list of a key, without duplicates. */
function addOnce<Value>(lists: Map<string, Map<string, Value>>, key: string, name: string, value: Value): void {
  const list = lists.get(key) ?? new Map<string, Value>();
  if (!list.has(name)) list.set(name, value);
  lists.set(key, list);
}

/**
 * Collects the statements of data sources about the storage of relationships. An inverse that one side states applies
 * to both.
 *
 * @param open The relationships that allow every change from inverse relationships.
 * @throws {TypeError} If a statement contains a relationship that the API does not have.
 */
export function resolveSides(
  api: Api,
  storageOf: (type: string) => Storages | undefined,
  open: OpenInverses = {},
): Sides {
  const opened = new Set<string>();
  const nameOf = ({ type, relationship }: Pick<Side, 'type' | 'relationship'>): string =>
    JSON.stringify([type, relationship]);
  for (const [type, names] of Object.entries(open)) {
    for (const relationship of names ?? []) {
      relationshipOf(api, type, relationship, 'uncheckedInverses');
      opened.add(nameOf({ type, relationship }));
    }
  }
  const others = new Map<string, Map<string, Side>>();
  const sides = new Map<string, Side>();
  const stored = new Map<string, Map<string, StoredSide>>();
  const places = new Map<string, RelationshipStorage['storedIn']>();
  const addSide = (from: Side, unopened: Side): void => {
    const to = { ...unopened, isOpen: opened.has(nameOf(unopened)) };
    const isStored = to.storedIn === 'record';
    places.set(nameOf(to), to.storedIn);
    // A side without a relationship does not have rules, unless its records change.
    if (to.relationship === undefined && !isStored) return;
    // Without a name, only the relationship of the inverse relationship identifies the links.
    const key = to.relationship === undefined ? nameOf(from) : nameOf(to);
    if (isStored && !to.isKept) addOnce(stored, from.type, key, { side: to, inverse: from.relationship });
    sides.set(nameOf(to), to);
    if (from.relationship !== undefined) addOnce(others, nameOf(from), nameOf(to), to);
  };
  for (const type of api.types.keys()) {
    for (const [name, storage] of Object.entries(storageOf(type) ?? {})) {
      for (const [side, other] of pairsOf(api, type, name, storage)) {
        addSide(side, other);
        addSide(other, side);
      }
    }
  }
  return Object.freeze({
    othersOf: (type, relationship) => [...(others.get(nameOf({ type, relationship }))?.values() ?? [])],
    sideOf: (type, relationship) => sides.get(nameOf({ type, relationship })),
    storedLinksTo: (type) => [...(stored.get(type)?.values() ?? [])],
    storedIn: (type, relationship) => places.get(nameOf({ type, relationship })),
  } satisfies Sides);
}
