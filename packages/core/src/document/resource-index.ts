import { isObject } from '../internal/is-object.ts';
import { isAtMember } from '../member/at-member.ts';
import { addMarks, createIdentityMarks, type IdentityMarks } from './identity-marks.ts';
import type { DocumentNode, JsonObject } from './node.ts';
import { type OwnView, viewAgain } from './own-view.ts';

/** The resource objects of a compound document by their identity: type with id, or type with lid where there is no id. */
export interface ResourceIndex {
  /** Resource objects whose identity another one had before. */
  readonly repeated: readonly DocumentNode[];
  addPrimary(node: DocumentNode): void;
  addIncluded(node: DocumentNode): void;
  /** Adds an identifier that is primary data, as in a document about a relationship. */
  addIdentifier(node: DocumentNode): void;
  /** The included resources that no linkage leads to from the primary data. */
  findUnlinked(): readonly DocumentNode[];
}

/** A resource object with the identity was met. */
const MET = 1;
/** Linkage leads to the identity from the primary data. */
const LINKED = 2;
/** Above these two: the place among the included resources that were met before they were linked, counted from one. */
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
  /** Primary data and linked resources whose linkage is still to be followed. */
  const leading: JsonObject[] = [];
  let marks: Marks | undefined;

  function mark(resource: JsonObject, bits: number): number {
    const { byId, byLocalId } = marks as Marks;
    const { type, id } = resource;
    if (typeof type !== 'string') return 0;
    if (typeof id === 'string') return addMarks(byId, type, id, bits);
    const { lid } = resource;
    return typeof lid === 'string' ? addMarks(byLocalId, type, lid, bits) : 0;
  }

  function link(identifier: unknown): void {
    if (!isObject(identifier)) return;
    const before = mark(viewAgain(own, identifier), LINKED);
    const place = before >> PLACE_SHIFT;
    if (place === 0 || (before & LINKED) !== 0) return;
    leading.push((unlinked[place - 1] as DocumentNode).value);
    unlinked[place - 1] = undefined;
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

  return {
    repeated,
    addPrimary(node) {
      startPrimary(node);
      if (isBare(node.value)) {
        link(node.value);
        return;
      }
      if ((mark(node.value, MET) & MET) !== 0) repeated.push(node);
      leading.push(node.value);
    },
    addIncluded(node) {
      marks ??= createMarks(node);
      const before = mark(node.value, MET);
      if (before === LINKED) {
        leading.push(node.value);
        return;
      }
      unlinked.push(node);
      if (before !== 0) {
        repeated.push(node);
        return;
      }
      mark(node.value, unlinked.length << PLACE_SHIFT);
      // Most documents have everything linked by the primary data: only now is the linkage of included resources needed.
      follow();
    },
    addIdentifier(node) {
      startPrimary(node);
      link(node.value);
    },
    findUnlinked() {
      if (unlinked.length > 0) follow();
      return unlinked.filter((node) => node !== undefined);
    },
  };
}
