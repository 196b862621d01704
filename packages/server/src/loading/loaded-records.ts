import type { Reference } from '@linkage/core';

/** The records of one response: each resource has one record, however many paths lead to it. */
export interface LoadedRecords {
  get(type: string, id: string): object | undefined;
  /** Keeps a record unless the resource has one, and gives the one that stands for the resource. */
  add(type: string, id: string, record: object): object;
  /** Records kept so far. */
  readonly size: () => number;
  /** Notes the related resources of a record. */
  relate(record: object, relationship: string, references: null | Reference | readonly Reference[]): void;
  /** For the builder: related resources as records where they are loaded, else as identifiers. */
  readonly related: (record: object, relationship: string) => unknown;
  readonly typeOf: (record: object) => string | undefined;
}

/** Starts with no records. */
export function createLoadedRecords(): LoadedRecords {
  const records = new Map<string, Map<string, object>>();
  const types = new WeakMap<object, string>();
  const linkage = new WeakMap<object, Map<string, null | Reference | readonly Reference[]>>();
  let size = 0;

  const get: LoadedRecords['get'] = (type, id) => records.get(type)?.get(id);
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
    relate(record, relationship, references) {
      const ofRecord = linkage.get(record) ?? new Map();
      linkage.set(record, ofRecord.set(relationship, references));
    },
    related(record, relationship) {
      const references = linkage.get(record)?.get(relationship);
      if (references === undefined || references === null) return references;
      return Array.isArray(references) ? references.map(resolve) : resolve(references as Reference);
    },
    typeOf: (record) => types.get(record),
  };
}
