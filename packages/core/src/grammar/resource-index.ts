import { isObject } from '../internal/is-object.ts';
import { isAtMember } from '../member/at-member.ts';
import { addMarks, createIdentityMarks, type IdentityMarks } from './identity-marks.ts';
import type { DocumentNode, JsonObject } from './node.ts';
import { type OwnView, viewAgain } from './own-view.ts';

/** The resource objects of a compound document by their identity: type with id, or type with lid where there is no id. */
export interface ResourceIndex {
  /** Resource objects whose identity another one had before. */
  readonly repeated: readonly DocumentNode[];
  /** Adds an element of the primary data. An array holds resource objects only, once one of them is no identifier. */
  addPrimary(node: DocumentNode): void;
  addIncluded(node: DocumentNode): void;
  /** Adds an identifier that is primary data, as in a document about a relationship. */
  addIdentifier(node: DocumentNode): void;
  /** The included resources that no linkage leads to from the primary data: the first one of each identity. */
  findUnlinked(): readonly DocumentNode[];
}

/** A resource object with the identity was met. */
const MET = 1;
/** Linkage leads to the identity from the primary data. */
const LINKED = 2;
/** Not named by type and id, or by type and lid. */
const UNNAMED = -1;
/** Above the first two: the place among the included resources that were met before they were linked, counted from one. */
const PLACE_SHIFT = 2;

interface Marks {
  readonly byId: IdentityMarks;
  readonly byLocalId: IdentityMarks;
  /** Whether there are included resources to which linkage can lead. */
  readonly compound: boolean;
}

/** No marks, for the document of a node. */
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

/** Without attributes, relationships and links a resource object may as well be an identifier. */
function isBare(resource: JsonObject): boolean {
  return resource.attributes === undefined && resource.relationships === undefined && resource.links === undefined;
}

/** Calls back with what stands in the linkage of a resource. */
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

/** An empty index, for a walk with this view. */
export function createResourceIndex(own: OwnView): ResourceIndex {
  const repeated: DocumentNode[] = [];
  /** Included resources that were not linked when they were met; undefined once they are. */
  const unlinked: (DocumentNode | undefined)[] = [];
  /** Further included resources with the identity of one that is not linked yet, by its place. */
  const twins = new Map<number, JsonObject[]>();
  /** Primary data and linked resources whose linkage is still to be followed. */
  const leading: JsonObject[] = [];
  /** Primary data that may be identifiers; undefined once a resource object among them shows that none is. */
  let bare: DocumentNode[] | undefined = [];
  /** Whether something that may be an identifier does not say of what. */
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

  /** What an identity leads to that was met as an included resource, by the marks it had before it was linked. */
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

  /** Whatever was added before has been walked by now, and is still in the processor's cache. */
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
      // What has no name may be what linkage was to lead to.
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
      // Most documents have everything linked by the primary data: only now is the linkage of included resources needed.
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
