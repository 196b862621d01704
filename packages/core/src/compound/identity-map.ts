import type { Api, ResourceType } from '../schema/api.ts';
import { breach } from './breach.ts';
import type { IncludeNode, IncludeStep } from './include-plan.ts';
import { quickId, readReference, type TypeOf } from './reference.ts';
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
  /** Further points of relationship paths from which it is followed. */
  readonly nodes: Set<IncludeNode>;
  /** Steps that could not be followed yet, because no record had a value for their relationship. */
  waiting: IncludeStep[];
}

/** Reads a record's value for a relationship; undefined when it was not loaded. */
export type ReadRelated = (record: object, relationship: string) => unknown;

/** How records are read. */
export interface RecordReader {
  readonly api: Api;
  /** Where related records come from, when not from the record alone. */
  readonly related: ReadRelated | undefined;
  readonly typeOf: TypeOf | undefined;
}

/** The resources of one compound document, each once, in the order in which they were met. */
export interface IdentityMap {
  readonly reader: RecordReader;
  readonly entries: Map<ResourceType, Map<string, Entry>>;
  readonly included: Entry[];
  /** How many of the included resources have been followed. A work list instead of recursion: depth is the caller's data. */
  followed: number;
  /** What is to be followed once more, from another point or with another record. */
  readonly again: { readonly entry: Entry; readonly node: IncludeNode }[];
  /** The types asked for last, and their entries: mostly a resource and its target take turns. */
  type: ResourceType | undefined;
  ofType: Map<string, Entry>;
  typeBefore: ResourceType | undefined;
  ofTypeBefore: Map<string, Entry>;
}

/** Makes an empty identity map. */
export function createIdentityMap(reader: RecordReader): IdentityMap {
  const none = new Map<string, Entry>();
  return {
    reader,
    entries: new Map(),
    included: [],
    followed: 0,
    again: [],
    type: undefined,
    ofType: none,
    typeBefore: undefined,
    ofTypeBefore: none,
  };
}

/** An entry for a resource that is in no map yet. */
export function createEntry(type: ResourceType, id: string, record: object, node: IncludeNode): Entry {
  return { type, id, record, node, more: undefined };
}

function moreOf(entry: Entry): More {
  entry.more ??= { others: undefined, nodes: new Set(), waiting: [] };
  return entry.more;
}

/** The value that one record has for a relationship; undefined when it was not loaded. */
function valueIn({ related }: RecordReader, record: object, { name, inherited }: RelationshipPlan): unknown {
  const known = related?.(record, name);
  const value = known === undefined ? (record as Readonly<Record<string, unknown>>)[name] : known;
  return value === inherited ? undefined : value;
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

function entriesOf(map: IdentityMap, type: ResourceType): Map<string, Entry> {
  if (type === map.type) return map.ofType;
  let found: Map<string, Entry> | undefined = map.ofTypeBefore;
  if (type !== map.typeBefore) {
    found = map.entries.get(type);
    if (found === undefined) {
      found = new Map();
      map.entries.set(type, found);
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

/** Takes one member of a relationship's value; what has no record of its own is linked, not included. */
function meet(map: IdentityMap, from: Entry, { relationship, next }: IncludeStep, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const { api, typeOf } = map.reader;
  const { definition, target } = relationship;
  let type: ResourceType;
  let id = quickId((value as { readonly id?: unknown }).id);
  if (target !== undefined && id !== undefined && (value as { readonly type?: unknown }).type === undefined) {
    type = target;
  } else {
    const place = `${from.type.name} ${JSON.stringify(from.id)}, relationship ${relationship.name},`;
    const reference = readReference(api, definition.targets, value, place, typeOf);
    if (reference.record === undefined) return;
    ({ type, id } = reference);
  }
  const entries = entriesOf(map, type);
  const entry = entries.get(id);
  if (entry === undefined) {
    const created = createEntry(type, id, value, next);
    entries.set(id, created);
    map.included.push(created);
    return;
  }
  if (entry.record !== value) meetAgain(map, entry, value);
  if (next.isEnd || entry.node === next || entry.more?.nodes.has(next) === true) return;
  moreOf(entry).nodes.add(next);
  map.again.push({ entry, node: next });
}

/** Notes one more record of a resource, which may know what those before did not. */
function meetAgain(map: IdentityMap, entry: Entry, record: object): void {
  const more = moreOf(entry);
  more.others ??= new Set();
  if (more.others.has(record)) return;
  more.others.add(record);
  if (more.waiting.length === 0) return;
  map.again.push({ entry, node: { steps: new Map([[entry.type.name, more.waiting]]), isEnd: false } });
  more.waiting = [];
}

function followStep(map: IdentityMap, entry: Entry, step: IncludeStep): void {
  const value = relatedValue(map.reader, entry.record, entry.more?.others, step.relationship);
  if (value === undefined) {
    moreOf(entry).waiting.push(step);
  } else if (!step.relationship.toMany) {
    if (Array.isArray(value)) throw wrongKind(entry, step.relationship, 'to-one; its record holds an array');
    meet(map, entry, step, value);
  } else {
    if (!Array.isArray(value)) throw wrongKind(entry, step.relationship, 'to-many; its record holds no array');
    for (let index = 0; index < value.length; index++) meet(map, entry, step, value[index]);
  }
}

function wrongKind({ type, id }: Entry, { name }: RelationshipPlan, what: string): TypeError {
  return breach('linkage', `${type.name} ${JSON.stringify(id)}, relationship ${name}, is ${what}.`);
}

function followNode(map: IdentityMap, entry: Entry, node: IncludeNode): void {
  if (node.isEnd) return;
  const steps = node.steps.get(entry.type.name);
  if (steps === undefined) return;
  for (let index = 0; index < steps.length; index++) followStep(map, entry, steps[index] as IncludeStep);
}

/** Follows relationship paths from an entry of the primary data and adds what they lead to. */
export function include(map: IdentityMap, entry: Entry): void {
  const { included, again } = map;
  followNode(map, entry, entry.node);
  while (map.followed < included.length || again.length > 0) {
    for (; map.followed < included.length; map.followed++) {
      const next = included[map.followed] as Entry;
      followNode(map, next, next.node);
    }
    const task = again.pop();
    if (task !== undefined) followNode(map, task.entry, task.node);
  }
}
