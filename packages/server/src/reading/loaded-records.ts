import { LinkedRecord, linksOnly } from '@linkage/core/internal';
import type { Reference } from '@linkage/core/records';
import { identifierOf } from '../sources/links/linkage-of-records.ts';
import type { References } from '../sources/links/read-related.ts';
import type { PaginatedRelationship } from './paginated-relationship.ts';

/** The records of one response. Each resource has one record, regardless of the number of paths to it. */
export interface LoadedRecords {
  get(type: string, id: string): object | undefined;
  /** Keeps a record unless the resource already has one. Returns the record that represents the resource. */
  add(type: string, id: string, record: object): object;
  /** Returns all records by type. */
  readonly all: () => ReadonlyMap<string, ReadonlyMap<string, object>>;
  /** The number of records. */
  readonly size: () => number;
  /**
   * Whether relationships on a path are stored even if records contain them. Only the document writer of a server looks
   * up records by the ids in other records. Everything else receives them as related resources.
   */
  readonly storesEach: boolean;
  /** Whether a relationship was stored, or reduced to its links. */
  readonly hasRelationships: () => boolean;
  /** Stores the related resources of a record, and whether they are the first of more. */
  updateRelationship(
    record: object,
    relationship: string,
    references: References,
    pagination?: PaginatedRelationship,
  ): void;
  /** Reduces a relationship of a record to its links: documents do not contain its linkage. */
  withhold(record: object, relationship: string): void;
  /** Returns the stored related resources, or undefined if there are none. */
  readonly referencesOf: (record: object, relationship: string) => References | undefined;
  /** Returns how a relationship of a record was paginated, or undefined if it was not. */
  readonly paginationOf: (record: object, relationship: string) => PaginatedRelationship | undefined;
  /** Returns the relationships that were paginated for any record, by type. */
  readonly paginated: () => ReadonlyMap<string, ReadonlySet<string>>;
  /** Returns related resources for the document builder: records if they are loaded, otherwise identifiers, or `linksOnly`. */
  readonly related: (record: object, relationship: string) => unknown;
  readonly typeOf: (record: object) => string | undefined;
}

/** Returns the map under a key. Creates it on first use. */
function below<Key, Value>(maps: Map<string, Map<Key, Value>>, key: string): Map<Key, Value> {
  let map = maps.get(key);
  if (map === undefined) {
    map = new Map();
    maps.set(key, map);
  }
  return map;
}

function typesOf(records: ReadonlyMap<string, ReadonlyMap<string, object>>): ReadonlyMap<object, string> {
  const types = new Map<object, string>();
  for (const [type, ofType] of records) for (const record of ofType.values()) types.set(record, type);
  return types;
}

const none: ReadonlyMap<string, never> = new Map<string, never>();

/** Creates an empty collection of records. */
export function createLoadedRecords(storesEach: boolean): LoadedRecords {
  const records = new Map<string, Map<string, object>>();
  // The maps live as long as one request. Weak maps would cost more garbage collection than everything else here.
  // Most responses need few of them.
  let linkage: Map<string, Map<object, References>> | undefined;
  let paginations: Map<string, Map<object, PaginatedRelationship>> | undefined;
  let paginated: Map<string, Set<string>> | undefined;
  let withheld: Map<string, Set<object>> | undefined;
  let types: ReadonlyMap<object, string> | undefined;
  let size = 0;

  const get: LoadedRecords['get'] = (type, id) => records.get(type)?.get(id);
  const referencesOf: LoadedRecords['referencesOf'] = (record, relationship) => linkage?.get(relationship)?.get(record);
  const resolve = (reference: Reference): object => {
    const { type, id, meta } = reference;
    const record = get(type.name, id);
    if (record === undefined) return identifierOf(reference);
    return meta === undefined ? record : new LinkedRecord(type.name, id, record, meta);
  };

  return {
    storesEach,
    hasRelationships: () => linkage !== undefined || withheld !== undefined,
    get,
    all: () => records,
    size: () => size,
    add(type, id, record) {
      const ofType = below(records, type);
      const existing = ofType.get(id);
      if (existing !== undefined) return existing;
      ofType.set(id, record);
      types = undefined;
      size++;
      return record;
    },
    updateRelationship(record, relationship, references, pagination) {
      linkage ??= new Map();
      below(linkage, relationship).set(record, references);
      if (pagination === undefined) return;
      paginations ??= new Map();
      below(paginations, relationship).set(record, pagination);
      paginated ??= new Map();
      paginated.set(pagination.type, (paginated.get(pagination.type) ?? new Set()).add(relationship));
    },
    withhold(record, relationship) {
      withheld ??= new Map();
      withheld.set(relationship, (withheld.get(relationship) ?? new Set()).add(record));
    },
    referencesOf,
    paginationOf: (record, relationship) => paginations?.get(relationship)?.get(record),
    paginated: () => paginated ?? none,
    related(record, relationship) {
      if (withheld?.get(relationship)?.has(record) === true) return linksOnly;
      const references = referencesOf(record, relationship);
      if (references === undefined || references === null) return references;
      return Array.isArray(references) ? references.map(resolve) : resolve(references as Reference);
    },
    typeOf(record) {
      // Most documents never reach this line: their relationships have one target type.
      types ??= typesOf(records);
      return types.get(record);
    },
  };
}
