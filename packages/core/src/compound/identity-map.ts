import { breach } from '../error/breach.ts';
import { memberOf } from '../internal/own-or-inherited.ts';
import type { TypeOf } from '../record/reference.ts';
import type { Api, ResourceType } from '../schema/api.ts';
import type { IncludeNode, IncludeStep } from './include-plan.ts';
import type { RelationshipPlan } from './relationship-plan.ts';

/** One resource of a document, with every record that was met for it. */
export interface Entry {
  readonly type: ResourceType;
  readonly id: string;
  readonly record: object;
  /** The point of relationship paths from which this resource is followed. */
  readonly node: IncludeNode;
  /** What most resources have no need of. */
  more: More | undefined;
}

interface More {
  /** Further records of the same resource, in the order in which they were met. */
  others: Set<object> | undefined;
  /** The same by number. */
  readonly numbered: object[];
  /** Further points of relationship paths from which it is followed. */
  readonly nodes: Set<IncludeNode>;
  /** Steps that could not be followed yet, because none of the records so far had a value for their relationship. */
  waiting: IncludeStep[];
}

/** A resource to be followed once more. */
interface Again {
  readonly entry: Entry;
  readonly node: IncludeNode;
  /** The further records that were looked at before, by number; undefined when none of its records was. */
  readonly seen: number | undefined;
}

/** Reads a record's value for a relationship; undefined when it was not loaded. */
export type ReadRelated = (record: object, relationship: string) => unknown;

/** How records are read. */
export interface RecordReader {
  readonly api: Api;
  /** Where related records come from, when not from the record alone. */
  readonly related: ReadRelated | undefined;
  /** The record that stands for a related resource, whatever a record contains of it. Default: what the record contains. */
  readonly recordOf?: ((type: string, id: string) => object | undefined) | undefined;
  readonly typeOf: TypeOf | undefined;
}

/** The resources of one compound document, each once, in the order in which they were met. */
export interface IdentityMap {
  readonly reader: RecordReader;
  /** What is followed from this point is written already, so further records of it come too late. */
  readonly written: IncludeNode | undefined;
  /** Whether a further record of a resource is to be kept. Default: each is. */
  readonly isNews: ((entry: Entry, record: object) => boolean) | undefined;
  /** By type, but for the two types asked for last: most documents have no others. */
  entries: Map<ResourceType, Map<string, Entry>> | undefined;
  readonly included: Entry[];
  /** How many of the included resources have been followed. A work list instead of recursion: depth is the caller's data. */
  followed: number;
  /** What is to be followed once more, from another point or with another record. */
  readonly again: Again[];
  /** The two types asked for last, and their entries: mostly a resource and its target take turns. */
  type: ResourceType | undefined;
  ofType: Map<string, Entry>;
  typeBefore: ResourceType | undefined;
  ofTypeBefore: Map<string, Entry>;
}

const NONE: Map<string, Entry> = new Map();

/** Makes an empty identity map. */
export function createIdentityMap(
  reader: RecordReader,
  written?: IncludeNode,
  isNews?: IdentityMap['isNews'],
): IdentityMap {
  return {
    reader,
    written,
    isNews,
    entries: undefined,
    included: [],
    followed: 0,
    again: [],
    type: undefined,
    ofType: NONE,
    typeBefore: undefined,
    ofTypeBefore: NONE,
  };
}

/** An entry for a resource that is in no map yet. */
export function createEntry(type: ResourceType, id: string, record: object, node: IncludeNode): Entry {
  return { type, id, record, node, more: undefined };
}

/** What most entries have no need of, made when it is needed. */
export function moreOf(entry: Entry): More {
  entry.more ??= { others: undefined, numbered: [], nodes: new Set(), waiting: [] };
  return entry.more;
}

/** The value that one record has for a relationship; undefined when it was not loaded. */
function valueIn({ related }: RecordReader, record: object, { name }: RelationshipPlan): unknown {
  const known = related?.(record, name);
  return known === undefined ? memberOf(record, name) : known;
}

/** The value for a relationship, of the first record that has one; undefined when it was not loaded. */
export function relatedValue(
  reader: RecordReader,
  record: object,
  others: Set<object> | undefined,
  relationship: RelationshipPlan,
): unknown {
  const value = valueIn(reader, record, relationship);
  if (value !== undefined || others === undefined) return value;
  for (const further of others) {
    const other = valueIn(reader, further, relationship);
    if (other !== undefined) return other;
  }
  return undefined;
}

/** The same, of the further records of an entry from this number on. */
export function laterValue(
  reader: RecordReader,
  { more }: Entry,
  seen: number,
  relationship: RelationshipPlan,
): unknown {
  if (more === undefined) return undefined;
  for (let index = seen; index < more.numbered.length; index++) {
    const value = valueIn(reader, more.numbered[index] as object, relationship);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The entries of a type. */
export function entriesOf(map: IdentityMap, type: ResourceType): Map<string, Entry> {
  if (type === map.type) return map.ofType;
  let found: Map<string, Entry> | undefined = map.ofTypeBefore;
  if (type !== map.typeBefore) {
    found = map.entries?.get(type) ?? new Map();
    if (map.typeBefore !== undefined) {
      map.entries ??= new Map();
      map.entries.set(map.typeBefore, map.ofTypeBefore);
    }
  }
  map.typeBefore = map.type;
  map.ofTypeBefore = map.ofType;
  map.type = type;
  map.ofType = found;
  return found;
}

/**
 * Adds a resource of the primary data.
 *
 * @throws {TypeError} It is there already.
 */
export function addPrimary(map: IdentityMap, entry: Entry): void {
  const { type, id } = entry;
  const entries = entriesOf(map, type);
  if (entries.has(id)) throw breach('unique-resources', `${type.name} ${JSON.stringify(id)} is given twice.`);
  entries.set(id, entry);
}
