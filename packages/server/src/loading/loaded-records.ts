import type { Reference } from '@linkage/core';
import type { CutRelationship } from './cut-relationship.ts';
import type { References } from './read-related.ts';

/** The records of one response: each resource has one record, however many paths lead to it. */
export interface LoadedRecords {
  get(type: string, id: string): object | undefined;
  /** Keeps a record unless the resource has one, and gives the one that stands for the resource. */
  add(type: string, id: string, record: object): object;
  /** Records kept so far. */
  readonly size: () => number;
  /** Notes the related resources of a record, and whether they are the first of more. */
  relate(record: object, relationship: string, references: References, cut?: CutRelationship): void;
  /** The related resources that were noted; undefined when there were none. */
  readonly referencesOf: (record: object, relationship: string) => References | undefined;
  /** How a relationship of a record was cut; undefined when it was not. */
  readonly cutOf: (record: object, relationship: string) => CutRelationship | undefined;
  /** The relationships that were cut for some record, by type. */
  readonly cuts: ReadonlyMap<string, ReadonlySet<string>>;
  /** For the builder: related resources as records where they are loaded, else as identifiers. */
  readonly related: (record: object, relationship: string) => unknown;
  readonly typeOf: (record: object) => string | undefined;
}

/** Starts with no records. */
export function createLoadedRecords(): LoadedRecords {
  const records = new Map<string, Map<string, object>>();
  // They live as long as one request; weak ones would cost the collector more than all else of it.
  const types = new Map<object, string>();
  const linkage = new Map<object, Map<string, References>>();
  const cutLinkage = new Map<object, Map<string, CutRelationship>>();
  const cuts = new Map<string, Set<string>>();
  let size = 0;

  const get: LoadedRecords['get'] = (type, id) => records.get(type)?.get(id);
  const referencesOf: LoadedRecords['referencesOf'] = (record, relationship) => linkage.get(record)?.get(relationship);
  const resolve = ({ type, id, meta }: Reference): object =>
    get(type.name, id) ?? { type: type.name, id, ...(meta === undefined ? {} : { meta }) };

  return {
    get,
    size: () => size,
    add(type, id, record) {
      const known = get(type, id);
      if (known !== undefined) return known;
      const ofType = records.get(type) ?? new Map<string, object>();
      records.set(type, ofType.set(id, record));
      types.set(record, type);
      size++;
      return record;
    },
    relate(record, relationship, references, cut) {
      const ofRecord = linkage.get(record) ?? new Map<string, References>();
      linkage.set(record, ofRecord.set(relationship, references));
      if (cut === undefined) return;
      const cutOfRecord = cutLinkage.get(record) ?? new Map<string, CutRelationship>();
      cutLinkage.set(record, cutOfRecord.set(relationship, cut));
      cuts.set(cut.type, (cuts.get(cut.type) ?? new Set()).add(relationship));
    },
    referencesOf,
    cutOf: (record, relationship) => cutLinkage.get(record)?.get(relationship),
    cuts,
    related(record, relationship) {
      const references = referencesOf(record, relationship);
      if (references === undefined || references === null) return references;
      return Array.isArray(references) ? references.map(resolve) : resolve(references as Reference);
    },
    typeOf: (record) => types.get(record),
  };
}
