import { isObject } from '../../internal/members.ts';
import { isAtMember } from '../member/member-name.ts';
import { createIdentityFlags, type IdentityFlags, setFlags } from './identity-flags.ts';
import type { DocumentNode, JsonObject } from './node.ts';
import { type OwnPropertyView, ownPropertiesAgain } from './own-properties.ts';

/** The resource objects of a compound document by their identity: type and id, or type and lid without an id. */
export interface ResourceIndex {
  /** Resource objects whose identity an earlier resource object has. */
  readonly repeated: readonly DocumentNode[];
  /**
   * Adds an element of the primary data. If one element of an array is not an identifier, all elements are resource
   * objects.
   */
  addPrimary(node: DocumentNode): void;
  addIncluded(node: DocumentNode): void;
  /** Adds an identifier that is primary data, as in a document about a relationship. */
  addIdentifier(node: DocumentNode): void;
  /** Returns the included resources that linkage does not reach from the primary data: the first of each identity. */
  findUnlinked(): readonly DocumentNode[];
}

/** A resource object with the identity was visited. */
const SEEN = 1;
/** Linkage from the primary data reaches the identity. */
const LINKED = 2;
/** The object has neither type and id nor type and lid. */
const UNNAMED = -1;
/**
 * Above these bits: the position, counted from one, among the included resources that were visited before they were
 * linked.
 */
const POSITION_SHIFT = 2;

interface Flags {
  readonly byId: IdentityFlags;
  readonly byLocalId: IdentityFlags;
  /** Whether there are included resources that linkage can reach. */
  readonly compound: boolean;
}

/** Creates empty flags for the document of a node. */
function createFlags(node: DocumentNode<unknown>): Flags {
  let root = node;
  while (root.parent !== null) root = root.parent;
  const { data, included } = root.value as JsonObject;
  const count = (list: unknown): number => (Array.isArray(list) ? list.length : 0);
  const resources = count(data) + count(included);
  return {
    byId: createIdentityFlags(resources),
    byLocalId: createIdentityFlags(resources),
    compound: count(included) > 0,
  };
}

/** Whether a resource object has neither attributes, relationships, nor links: it can also be an identifier. */
function isBare(resource: JsonObject): boolean {
  return resource.attributes === undefined && resource.relationships === undefined && resource.links === undefined;
}

/** Calls back with each value in the linkage of a resource. */
function eachLinked(
  own: OwnPropertyView,
  { relationships: relationshipsValue }: JsonObject,
  link: (identifier: unknown) => void,
): void {
  if (!isObject(relationshipsValue)) return;
  const relationships = ownPropertiesAgain(own, relationshipsValue);
  for (const name in relationships) {
    const relationship = relationships[name];
    if (!isObject(relationship) || isAtMember(name)) continue;
    const { data } = ownPropertiesAgain(own, relationship);
    if (Array.isArray(data)) data.forEach(link);
    else link(data);
  }
}

/** Creates an empty index for a walk with this view. */
export function createResourceIndex(own: OwnPropertyView): ResourceIndex {
  const repeated: DocumentNode[] = [];
  /** Included resources that were not linked when they were visited; undefined as soon as they are linked. */
  const unlinked: (DocumentNode | undefined)[] = [];
  /** Further included resources with the identity of a resource that is not linked yet, by its position. */
  const twins = new Map<number, JsonObject[]>();
  /** Primary data and linked resources whose linkage must still be followed. */
  const leading: JsonObject[] = [];
  /** Primary data that can be identifiers; undefined as soon as one of the elements is a resource object. */
  let bare: DocumentNode[] | undefined = [];
  /** Whether the resource of a value that can be an identifier is unknown. */
  let leadsAnywhere = false;
  let flags: Flags | undefined;

  function flag(resource: JsonObject, bits: number): number {
    const { byId, byLocalId } = flags as Flags;
    const { type, id } = resource;
    if (typeof type !== 'string') return UNNAMED;
    if (typeof id === 'string') return setFlags(byId, type, id, bits);
    const { lid } = resource;
    return typeof lid === 'string' ? setFlags(byLocalId, type, lid, bits) : UNNAMED;
  }

  /** Follows the included resource of a newly linked identity. `before` contains its flags before it was linked. */
  function reach(before: number): void {
    const position = before >> POSITION_SHIFT;
    if (position <= 0 || (before & LINKED) !== 0) return;
    leading.push((unlinked[position - 1] as DocumentNode).value);
    for (const twin of twins.get(position) ?? []) leading.push(twin);
    unlinked[position - 1] = undefined;
  }

  function link(identifier: unknown): void {
    if (isObject(identifier)) reach(flag(ownPropertiesAgain(own, identifier), LINKED));
  }

  function follow(): void {
    for (let resource = leading.pop(); resource !== undefined; resource = leading.pop())
      eachLinked(own, resource, link);
  }

  /** All earlier resources have been walked and are still in the processor's cache, so follow them now. */
  function startPrimary(node: DocumentNode): void {
    flags ??= createFlags(node);
    if (flags.compound) follow();
  }

  function addPrimaryResource(node: DocumentNode): void {
    const before = flag(node.value, SEEN | LINKED);
    if (before > 0 && (before & SEEN) !== 0) repeated.push(node);
    reach(before);
    leading.push(node.value);
  }

  return {
    repeated,
    addPrimary(node) {
      startPrimary(node);
      if (bare !== undefined && isBare(node.value)) {
        const before = flag(node.value, LINKED);
        if (before === UNNAMED) leadsAnywhere = true;
        reach(before);
        bare.push(node);
        return;
      }
      bare?.forEach(addPrimaryResource);
      bare = undefined;
      addPrimaryResource(node);
    },
    addIncluded(node) {
      flags ??= createFlags(node);
      const before = flag(node.value, SEEN);
      if (before > 0 && (before & SEEN) !== 0) repeated.push(node);
      // A resource without an identity can be the target of linkage.
      if (before === UNNAMED || (before & LINKED) !== 0) {
        leading.push(node.value);
        return;
      }
      if (before !== 0) {
        const position = before >> POSITION_SHIFT;
        const others = twins.get(position);
        if (others === undefined) twins.set(position, [node.value]);
        else others.push(node.value);
        return;
      }
      unlinked.push(node);
      flag(node.value, unlinked.length << POSITION_SHIFT);
      // Most documents link all resources from the primary data. Follow the linkage of included resources only now that
      // it is needed.
      follow();
    },
    addIdentifier(node) {
      startPrimary(node);
      link(node.value);
    },
    findUnlinked() {
      if (leadsAnywhere && bare !== undefined) return [];
      if (unlinked.length > 0) follow();
      return unlinked.filter((node) => node !== undefined);
    },
  };
}
