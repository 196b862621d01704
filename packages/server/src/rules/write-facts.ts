import type { FilterCondition, ResourceType } from '@linkage/core';
import type { linkageOfRecords } from '../sources/links/linkage-of-records.ts';
import type { AnySource } from '../sources/port/any-source.ts';
import { compareStored } from '../sources/port/compare-stored.ts';
import type { SourceRecord } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';

type RecordLinkage = Awaited<ReturnType<typeof linkageOfRecords>>;

/** The types with their sources. */
interface Types {
  typeOf(type: string): ResourceType;
  readonly unguardedSourceOf: (type: string) => AnySource | undefined;
}

/** Which resources of a type the user can read, by id. Those for which nothing was asked are missing. */
interface Seen {
  readonly terms: readonly FilterCondition[];
  readonly ids: Map<string, boolean>;
}

/**
 * What a write has read, for its later steps: the records that rules and hooks receive, locked, the linkage that it changes, and which
 * resources the user can read. The steps receive it as an argument. It ends with the write, and when code of the application has run.
 */
export class WriteFacts {
  readonly #records = new Map<string, Map<string, SourceRecord>>();
  /** The linkage of the written resource before the write, by relationship: all members of it. */
  readonly linkage: Map<string, RecordLinkage> = new Map();
  /** Which of some ids are members of the written resource before the write, by the relationship and the ids. */
  readonly among: Map<string, RecordLinkage> = new Map();
  readonly #seen = new Map<string, Seen>();

  /** Returns the record of a resource with all fields, locked; undefined if it was not read. */
  record(type: string, id: string): SourceRecord | undefined {
    return this.#records.get(type)?.get(id);
  }

  keepRecords(type: string, records: readonly SourceRecord[]): void {
    const ofType = this.#records.get(type) ?? new Map<string, SourceRecord>();
    this.#records.set(type, ofType);
    for (const record of records) ofType.set(idOf(type, record), record);
  }

  keepLinkage(relationship: string, linkage: RecordLinkage): void {
    if (linkage.isWhole) this.linkage.set(relationship, linkage);
  }

  /** Returns whether the user can read a resource; undefined if nothing has asked for it. */
  canRead(type: string, id: string): boolean | undefined {
    return this.#seen.get(type)?.ids.get(id);
  }

  /** Returns the records that the user can read; undefined if nothing has asked for one of them. */
  readable<Given extends object>(type: string, records: readonly Given[]): readonly Given[] | undefined {
    const read: Given[] = [];
    for (const record of records) {
      const canRead = this.canRead(type, idOf(type, record));
      if (canRead === undefined) return undefined;
      if (canRead) read.push(record);
    }
    return read;
  }

  /** Keeps which of these resources the user can read: those that were found with the conditions of the user's access filter. */
  keepSeen(type: string, terms: readonly FilterCondition[], ids: Iterable<string>, found: readonly object[]): void {
    const seen = this.#seen.get(type) ?? { terms, ids: new Map<string, boolean>() };
    this.#seen.set(type, seen);
    for (const id of ids) seen.ids.set(id, false);
    for (const record of found) if (seen.ids.has(idOf(type, record))) seen.ids.set(idOf(type, record), true);
  }

  /**
   * Returns what the write has not changed: the user can read the same resources of another type if their own records decide it.
   *
   * @param written The type that was written.
   */
  afterWrite(access: Types, written: string): WriteFacts {
    const facts = new WriteFacts();
    for (const [name, seen] of this.#seen) {
      const declared = access.unguardedSourceOf(name)?.can.applies.find;
      if (name === written || declared?.stored.has('id') !== true) continue;
      if (compareStored(declared, access.typeOf(name), seen.terms)) facts.#seen.set(name, seen);
    }
    return facts;
  }
}
