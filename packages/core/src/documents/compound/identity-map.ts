import { ruleViolation } from '../../error/rule-violation.ts';
import { memberOf } from '../../internal/own-or-inherited.ts';
import type { Api, ResourceType } from '../../schema/api.ts';
import type { TypeOf } from '../record/reference.ts';
import type { IncludeNode, IncludeStep } from './include-plan.ts';
import type { RelationshipPlan } from './relationship-plan.ts';

/** One resource of a compound document, with every record found for it. */
export interface ResourceEntry {
  readonly type: ResourceType;
  readonly id: string;
  /** The first record found for the resource. */
  readonly record: object;
  /** The node of the include plan at which the resource was first reached: the root for primary data. */
  readonly node: IncludeNode;
  /** State that most resources do not need. Created by `ensureExtras`. */
  extras: EntryExtras | undefined;
}

interface EntryExtras {
  /** Extra records of the resource (all but the first), in the order in which they were found. */
  records: Set<object> | undefined;
  /** The same records, for access by index. */
  readonly recordList: object[];
  /** Other nodes of the include plan at which the resource was reached later. */
  readonly nodes: Set<IncludeNode>;
  /** Steps to retry with the next record: no record so far has a value for their relationship. */
  unresolvedSteps: IncludeStep[];
}

/** A resource whose include steps must be followed again. */
interface RevisitTask {
  readonly entry: ResourceEntry;
  readonly node: IncludeNode;
  /** Index of the first unread extra record, or `undefined` to read all records of the resource. */
  readonly startIndex: number | undefined;
}

/** Returns a record's value for a relationship, or `undefined` if it is not loaded. */
export type ReadRelated = (record: object, relationship: string) => unknown;

/** How to read the records of one document. */
export interface RecordReader {
  readonly api: Api;
  /** Called before the record's own property is read. Default: read only the property. */
  readonly related: ReadRelated | undefined;
  /** Returns the record of a related resource. Default: the related record that is part of another record, if any. */
  readonly recordOf?: ((type: string, id: string) => object | undefined) | undefined;
  readonly typeOf: TypeOf | undefined;
}

/**
 * The resources of one compound document, each once. Contains the primary data only if an include path can reach it
 * again, and every included resource, in the order in which they were found.
 */
export interface IdentityMap {
  readonly reader: RecordReader;
  /**
   * Set only by streams: the root of the include plan, if an include path can reach the primary data again. Primary
   * resources are then already in the output stream, so extra records of them are ignored.
   */
  readonly emittedNode: IncludeNode | undefined;
  /** Whether to keep another record of a resource. Default: keep every record. */
  readonly shouldKeepRecord: ((entry: ResourceEntry, record: object) => boolean) | undefined;
  /** Entries by type. Can lack the two cached types; most documents do not have others. */
  entriesByType: Map<ResourceType, Map<string, ResourceEntry>> | undefined;
  readonly included: ResourceEntry[];
  /** Number of included resources already followed. A work list, not recursion: the caller's data determines the depth. */
  followedCount: number;
  /** Resources to follow again, from another node or with another record. */
  readonly revisits: RevisitTask[];
  /** The last two types looked up, and their entries: lookups often alternate between a resource and its target. */
  lastType: ResourceType | undefined;
  lastEntries: Map<string, ResourceEntry>;
  previousType: ResourceType | undefined;
  previousEntries: Map<string, ResourceEntry>;
}

const NONE: Map<string, ResourceEntry> = new Map();

/** Creates an empty identity map. */
export function createIdentityMap(
  reader: RecordReader,
  emittedNode?: IncludeNode,
  shouldKeepRecord?: IdentityMap['shouldKeepRecord'],
): IdentityMap {
  return {
    reader,
    emittedNode,
    shouldKeepRecord,
    entriesByType: undefined,
    included: [],
    followedCount: 0,
    revisits: [],
    lastType: undefined,
    lastEntries: NONE,
    previousType: undefined,
    previousEntries: NONE,
  };
}

/** Creates an entry without adding it to a map. */
export function createEntry(type: ResourceType, id: string, record: object, node: IncludeNode): ResourceEntry {
  return { type, id, record, node, extras: undefined };
}

/** Returns the extras of an entry. Creates them on first use. */
export function ensureExtras(entry: ResourceEntry): EntryExtras {
  entry.extras ??= { records: undefined, recordList: [], nodes: new Set(), unresolvedSteps: [] };
  return entry.extras;
}

/** Returns one record's value for a relationship, or `undefined` if it is not loaded. */
function readRelationship({ related }: RecordReader, record: object, { name }: RelationshipPlan): unknown {
  const known = related?.(record, name);
  return known === undefined ? memberOf(record, name) : known;
}

/** Returns the value of a relationship from the first record that has one, or `undefined` if no record does. */
export function relatedValue(
  reader: RecordReader,
  record: object,
  extraRecords: Set<object> | undefined,
  relationship: RelationshipPlan,
): unknown {
  const value = readRelationship(reader, record, relationship);
  if (value !== undefined || extraRecords === undefined) return value;
  for (const extraRecord of extraRecords) {
    const extraValue = readRelationship(reader, extraRecord, relationship);
    if (extraValue !== undefined) return extraValue;
  }
  return undefined;
}

/** Like `relatedValue`, but reads only the entry's extra records, beginning at `startIndex`. */
export function relatedValueFrom(
  reader: RecordReader,
  entry: ResourceEntry,
  startIndex: number,
  relationship: RelationshipPlan,
): unknown {
  const { recordList } = ensureExtras(entry);
  for (let index = startIndex; index < recordList.length; index++) {
    const value = readRelationship(reader, recordList[index] as object, relationship);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Returns the entries of a type, by id. */
export function entriesOf(map: IdentityMap, type: ResourceType): Map<string, ResourceEntry> {
  if (type === map.lastType) return map.lastEntries;
  let found: Map<string, ResourceEntry> | undefined = map.previousEntries;
  if (type !== map.previousType) {
    found = map.entriesByType?.get(type) ?? new Map();
    if (map.previousType !== undefined) {
      map.entriesByType ??= new Map();
      map.entriesByType.set(map.previousType, map.previousEntries);
    }
  }
  map.previousType = map.lastType;
  map.previousEntries = map.lastEntries;
  map.lastType = type;
  map.lastEntries = found;
  return found;
}

/**
 * Adds a resource of the primary data.
 *
 * @throws {TypeError} If the map already contains the resource.
 */
export function addPrimaryResource(map: IdentityMap, entry: ResourceEntry): void {
  const { type, id } = entry;
  const entries = entriesOf(map, type);
  // sabotage: primary-resource-occurs-twice
  if (entries.has(id))
    throw ruleViolation(
      'unique-resources',
      `"${type.name}" ${JSON.stringify(id)} must occur only once in the primary data.`,
    );
  entries.set(id, entry);
}
