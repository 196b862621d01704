import { isObject, ownMembers } from '../../internal/members.ts';
import { identityOf } from '../../spec/grammar/identity.ts';
import type { AtomicOperation } from './operation.ts';

type Members = Readonly<Record<string, unknown>>;

/** The ids of resources that earlier operations created, by type and local id. */
export interface LocalReferences {
  readonly keep: (type: string, lid: string, id: string) => void;
  readonly idOf: (type: unknown, lid: unknown) => string | undefined;
}

/** Creates an empty collection of ids. */
export function createLocalReferences(): LocalReferences {
  const ids = new Map<string, string>();
  return {
    keep: (type, lid, id) => void ids.set(identityOf(type, lid), id),
    idOf: (type, lid) =>
      typeof type === 'string' && typeof lid === 'string' ? ids.get(identityOf(type, lid)) : undefined,
  };
}

/**
 * Replaces the local id of an identifier with the id of its resource. If the resource was not created, the local id is
 * kept.
 */
export function withId(value: unknown, references: LocalReferences): unknown {
  if (!isObject(value) || Object.hasOwn(value, 'id')) return value;
  const { type, lid } = ownMembers(value);
  const id = references.idOf(type, lid);
  if (id === undefined) return value;
  const { lid: _, ...others } = value;
  return { ...others, id };
}

/** Replaces local ids in linkage with ids, in the same order. */
export function linkageWithIds(data: unknown, references: LocalReferences): unknown {
  return Array.isArray(data) ? data.map((each) => withId(each, references)) : withId(data, references);
}

function relationshipsWithIds(relationships: Members, references: LocalReferences): Members {
  const read = Object.entries(relationships).map(([name, relationship]) => {
    if (!isObject(relationship) || !Object.hasOwn(relationship, 'data')) return [name, relationship] as const;
    return [name, { ...relationship, data: linkageWithIds(relationship['data'], references) }] as const;
  });
  return Object.fromEntries(read);
}

/**
 * Returns the data of an operation with the ids of resources that earlier operations created. Replaces only local ids
 * that identify a resource: attributes and `meta` can have a member with the name `lid`. Reading the operations has checked
 * that a resource, its relationships, and the local ids in its linkage are valid, but not relationships that its type does not have.
 */
export function dataWithIds({ op, target, data }: AtomicOperation, references: LocalReferences): unknown {
  if (target.relationship !== undefined) return linkageWithIds(data, references);
  // Keep the local id of a resource to add: it can reference itself.
  const resource = (op === 'update' ? withId(data, references) : data) as Members;
  if (!Object.hasOwn(resource, 'relationships')) return resource;
  return { ...resource, relationships: relationshipsWithIds(resource['relationships'] as Members, references) };
}

/**
 * Returns the id of the target of an operation, or undefined for a collection. Reading the operations has checked that an earlier
 * operation creates the resource with the local id.
 */
export function targetId({ target }: AtomicOperation, references: LocalReferences): string | undefined {
  return target.id ?? references.idOf(target.type, target.lid);
}
