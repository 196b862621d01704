import { ruleViolation } from '../../error/rule-violation.ts';
import type { ResourceType } from '../../schema/api.ts';
import type { IncludeNode } from './include-plan.ts';
import type { RecordReader, ResourceEntry } from './resource-entry.ts';

/** A resource whose include steps must be followed again. */
interface RevisitTask {
  readonly entry: ResourceEntry;
  readonly node: IncludeNode;
  /** Index of the first unread extra record, or `undefined` to read all records of the resource. */
  readonly startIndex: number | undefined;
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
  /** Whether the entries are kept by type and id. As long as `included` contains all of them and is short, it is searched. */
  isIndexed: boolean;
  /** Entries by type. Can lack the two cached types; most documents do not have others. */
  entriesByType: Map<ResourceType, Map<string, ResourceEntry>> | undefined;
  readonly included: ResourceEntry[];
  /** Number of included resources already followed. A work list, not recursion: the user's data determines the depth. */
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
/** The number of included resources above which an index is faster than a search. */
const SMALL_SIZE = 8;

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
    isIndexed: false,
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

/** Returns the entries of a type, by id. */
function entriesOf(map: IdentityMap, type: ResourceType): Map<string, ResourceEntry> {
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

/** Returns the entry of a resource, or undefined if the map does not contain it. */
export function entryOf(map: IdentityMap, type: ResourceType, id: string): ResourceEntry | undefined {
  if (map.isIndexed) return entriesOf(map, type).get(id);
  const { included } = map;
  for (let index = 0; index < included.length; index++) {
    const entry = included[index] as ResourceEntry;
    if (entry.id === id && entry.type === type) return entry;
  }
  return undefined;
}

function startIndex(map: IdentityMap): void {
  map.isIndexed = true;
  for (const entry of map.included) entriesOf(map, entry.type).set(entry.id, entry);
}

/** Adds an included resource that the map does not contain. */
export function addIncluded(map: IdentityMap, entry: ResourceEntry): void {
  const { included } = map;
  included.push(entry);
  if (map.isIndexed) entriesOf(map, entry.type).set(entry.id, entry);
  else if (included.length > SMALL_SIZE) startIndex(map);
}

/**
 * Adds a resource of the primary data.
 *
 * @throws {TypeError} If the map already contains the resource.
 */
export function addPrimaryResource(map: IdentityMap, entry: ResourceEntry): void {
  const { type, id } = entry;
  if (entryOf(map, type, id) !== undefined)
    throw ruleViolation(
      'unique-resources',
      `"${type.name}" ${JSON.stringify(id)} must occur only once in the primary data.`,
    );
  if (!map.isIndexed) startIndex(map);
  entriesOf(map, type).set(id, entry);
}
