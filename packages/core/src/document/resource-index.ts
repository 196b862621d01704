import type { DocumentNode, JsonObject } from './node.ts';
import { type OwnView, viewAgain } from './own-view.ts';

/**
 * A resource object of a document, and whether full linkage reaches it. It is a node of its own rather than a holder of
 * one: of two objects for each resource, one dies young, and large documents keep half as much.
 */
export interface IndexedResource extends DocumentNode {
  readonly primary: boolean;
  linked: boolean;
}

/** The resource objects of a compound document by their identity: type with id, or type with lid where there is no id. */
export interface ResourceIndex {
  readonly all: readonly IndexedResource[];
  /** Identifiers that are primary data, as in a document about a relationship. */
  readonly identifiers: readonly JsonObject[];
  /** Resource objects whose identity another one had before. */
  readonly repeated: readonly IndexedResource[];
  addPrimary(node: DocumentNode): void;
  addIncluded(node: DocumentNode): void;
  addIdentifier(identifier: JsonObject): void;
  /** The own members of an object the walk came to. */
  membersOf(object: object): JsonObject;
  /** The resource object that an identifier stands for. */
  find(identifier: JsonObject): IndexedResource | undefined;
}

/** Without attributes, relationships and links a resource object may as well be an identifier. */
export function isBare(resource: JsonObject): boolean {
  return resource.attributes === undefined && resource.relationships === undefined && resource.links === undefined;
}

/** Resources by type and id. Two maps are faster than one of composed keys; most neighbours have the same type. */
interface ByIdentity {
  readonly types: Map<string, Map<string, IndexedResource>>;
  lastType: string | undefined;
  last: Map<string, IndexedResource> | undefined;
}

function ofType(index: ByIdentity, type: string): Map<string, IndexedResource> | undefined {
  if (type === index.lastType) return index.last;
  index.lastType = type;
  index.last = index.types.get(type);
  return index.last;
}

/** Whether an entry may be an identifier among the primary data, which stands for a resource and is none. */
function mayBeIdentifier(entry: IndexedResource): boolean {
  return entry.primary && isBare(entry.value);
}

/** An empty index, for a walk with this view. */
export function createResourceIndex(own: OwnView): ResourceIndex {
  const all: IndexedResource[] = [];
  const repeated: IndexedResource[] = [];
  const identifiers: JsonObject[] = [];
  const byId: ByIdentity = { types: new Map(), lastType: undefined, last: undefined };
  const byLocalId: ByIdentity = { types: new Map(), lastType: undefined, last: undefined };

  function enter(index: ByIdentity, type: string, id: string, entry: IndexedResource): void {
    const resources = ofType(index, type);
    if (resources === undefined) {
      index.last = new Map([[id, entry]]);
      index.types.set(type, index.last);
      return;
    }
    const before = resources.get(id);
    if (before === undefined || mayBeIdentifier(before)) resources.set(id, entry);
    else if (!mayBeIdentifier(entry)) repeated.push(entry);
  }

  function add(entry: IndexedResource): void {
    const { type, id, lid } = entry.value;
    all.push(entry);
    if (typeof type !== 'string') return;
    if (typeof id === 'string') enter(byId, type, id, entry);
    else if (typeof lid === 'string') enter(byLocalId, type, lid, entry);
  }

  return {
    all,
    repeated,
    identifiers,
    addPrimary: ({ value, place, parent, key }) => add({ value, place, parent, key, primary: true, linked: true }),
    addIncluded: ({ value, place, parent, key }) => add({ value, place, parent, key, primary: false, linked: false }),
    addIdentifier(identifier) {
      identifiers.push(identifier);
    },
    membersOf: (object) => viewAgain(own, object),
    find(identifier) {
      const { type, id, lid } = viewAgain(own, identifier);
      if (typeof type !== 'string') return undefined;
      if (typeof id === 'string') return ofType(byId, type)?.get(id);
      return typeof lid === 'string' ? ofType(byLocalId, type)?.get(lid) : undefined;
    },
  };
}
