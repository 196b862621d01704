import { isObject } from '../internal/is-object.ts';
import { isAtMember } from '../member/at-member.ts';
import { addMarks, createIdentityMarks, type IdentityMarks } from './identity-marks.ts';
import type { DocumentNode, JsonObject } from './node.ts';
import { type OwnView, viewAgain } from './own-view.ts';

/** The resource objects of a compound document by their identity: type and id, or type and lid if there is no id. */
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
const MET = 1;
/** Linkage from the primary data reaches the identity. */
const LINKED = 2;
/** The object has neither type and id nor type and lid. */
const UNNAMED = -1;
/**
 * Above these bits: the position, counted from one, among the included resources that were visited before they were
 * linked.
 */
const PLACE_SHIFT = 2;

interface Marks {
  readonly byId: IdentityMarks;
  readonly byLocalId: IdentityMarks;
  /** Whether there are included resources that linkage can reach. */
  readonly compound: boolean;
}

/** Creates empty flags for the document of a node. */
function createMarks(node: DocumentNode<unknown>): Marks {
  let root = node;
  while (root.parent !== null) root = root.parent;
  const { data, included } = root.value as JsonObject;
  const count = (list: unknown): number => (Array.isArray(list) ? list.length : 0);
  const resources = count(data) + count(included);
  return {
    byId: createIdentityMarks(resources),
    byLocalId: createIdentityMarks(resources),
    compound: count(included) > 0,
  };
}

/** Whether a resource object has neither attributes, relationships, nor links: it can also be an identifier. */
function isBare(resource: JsonObject): boolean {
  return resource.attributes === undefined && resource.relationships === undefined && resource.links === undefined;
}

/** Calls back with each value in the linkage of a resource. */
function eachLinked(own: OwnView, { relationships: given }: JsonObject, link: (identifier: unknown) => void): void {
  if (!isObject(given)) return;
  const relationships = viewAgain(own, given);
  for (const name in relationships) {
    const relationship = relationships[name];
    if (!isObject(relationship) || isAtMember(name)) continue;
    const { data } = viewAgain(own, relationship);
    if (Array.isArray(data)) data.forEach(link);
    else link(data);
  }
}

/** Creates an empty index for a walk with this view. */
export function createResourceIndex(own: OwnView): ResourceIndex {
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
  let marks: Marks | undefined;

  function mark(resource: JsonObject, bits: number): number {
    const { byId, byLocalId } = marks as Marks;
    const { type, id } = resource;
    if (typeof type !== 'string') return UNNAMED;
    if (typeof id === 'string') return addMarks(byId, type, id, bits);
    const { lid } = resource;
    return typeof lid === 'string' ? addMarks(byLocalId, type, lid, bits) : UNNAMED;
  }

  /** Follows the included resource of a newly linked identity. `before` contains its flags before it was linked. */
  function reach(before: number): void {
    const place = before >> PLACE_SHIFT;
    if (place <= 0 || (before & LINKED) !== 0) return;
    leading.push((unlinked[place - 1] as DocumentNode).value);
    for (const twin of twins.get(place) ?? []) leading.push(twin);
    unlinked[place - 1] = undefined;
  }

  function link(identifier: unknown): void {
    if (isObject(identifier)) reach(mark(viewAgain(own, identifier), LINKED));
  }

  function follow(): void {
    for (let resource = leading.pop(); resource !== undefined; resource = leading.pop())
      eachLinked(own, resource, link);
  }

  /** All earlier resources have been walked and are still in the processor's cache, so follow them now. */
  function startPrimary(node: DocumentNode): void {
    marks ??= createMarks(node);
    if (marks.compound) follow();
  }

  function addPrimaryResource(node: DocumentNode): void {
    const before = mark(node.value, MET | LINKED);
    if (before > 0 && (before & MET) !== 0) repeated.push(node);
    reach(before);
    leading.push(node.value);
  }

  return {
    repeated,
    addPrimary(node) {
      startPrimary(node);
      if (bare !== undefined && isBare(node.value)) {
        const before = mark(node.value, LINKED);
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
      marks ??= createMarks(node);
      const before = mark(node.value, MET);
      if (before > 0 && (before & MET) !== 0) repeated.push(node);
      // A resource without an identity can be the target of linkage.
      if (before === UNNAMED || (before & LINKED) !== 0) {
        leading.push(node.value);
        return;
      }
      if (before !== 0) {
        const place = before >> PLACE_SHIFT;
        const others = twins.get(place);
        if (others === undefined) twins.set(place, [node.value]);
        else others.push(node.value);
        return;
      }
      unlinked.push(node);
      mark(node.value, unlinked.length << PLACE_SHIFT);
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
