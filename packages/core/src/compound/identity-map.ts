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
  /** Further records of the same resource, in the order in which they were met. */
  others: Set<object> | undefined;
  /** The first point of relationship paths from which this resource was followed, and further ones. */
  followed: IncludeNode | undefined;
  alsoFollowed: Set<IncludeNode> | undefined;
  /** Steps that could not be followed yet, because no record had a value for their relationship. */
  waiting: IncludeStep[] | undefined;
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
  /** Work to be done, instead of recursion: how deep records are nested is the caller's data. */
  readonly work: { readonly entry: Entry; readonly node: IncludeNode }[];
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
    work: [],
    type: undefined,
    ofType: none,
    typeBefore: undefined,
    ofTypeBefore: none,
  };
}

/** An entry for a resource that is in no map yet. */
export function createEntry(type: ResourceType, id: string, record: object): Entry {
  return { type, id, record, others: undefined, followed: undefined, alsoFollowed: undefined, waiting: undefined };
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
  let entry = entries.get(id);
  if (entry === undefined) {
    entry = createEntry(type, id, value);
    entries.set(id, entry);
    map.included.push(entry);
  } else if (entry.record !== value) {
    meetAgain(map, entry, value);
  }
  if (next.isEnd || entry.followed === next) return;
  if (entry.followed === undefined) entry.followed = next;
  else if (entry.alsoFollowed === undefined) entry.alsoFollowed = new Set([next]);
  else if (entry.alsoFollowed.has(next)) return;
  else entry.alsoFollowed.add(next);
  map.work.push({ entry, node: next });
}

/** Notes one more record of a resource, which may know what those before did not. */
function meetAgain(map: IdentityMap, entry: Entry, record: object): void {
  if (entry.others === undefined) entry.others = new Set([record]);
  else if (entry.others.has(record)) return;
  else entry.others.add(record);
  if (entry.waiting === undefined) return;
  map.work.push({ entry, node: { steps: new Map([[entry.type.name, entry.waiting]]), isEnd: false } });
  entry.waiting = undefined;
}

function followStep(map: IdentityMap, entry: Entry, step: IncludeStep): void {
  const value = relatedValue(map.reader, entry.record, entry.others, step.relationship);
  if (value === undefined) {
    if (entry.waiting === undefined) entry.waiting = [step];
    else entry.waiting.push(step);
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
  const steps = node.steps.get(entry.type.name);
  if (steps === undefined) return;
  for (let index = 0; index < steps.length; index++) followStep(map, entry, steps[index] as IncludeStep);
}

/** Follows relationship paths from an entry and adds what they lead to. */
export function include(map: IdentityMap, entry: Entry, node: IncludeNode): void {
  followNode(map, entry, node);
  const { work } = map;
  for (let next = 0; next < work.length; next++) {
    const task = work[next] as (typeof work)[number];
    followNode(map, task.entry, task.node);
  }
  work.length = 0;
}
