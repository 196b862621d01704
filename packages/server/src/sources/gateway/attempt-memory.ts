import { type Api, JsonApiError, type ResourceIdentifierObject, type ResourceType } from '@linkage/core';
import { isPromise, isRejectedBySource, isSent, sentLike } from '@linkage/core/internal';
import type { Applies } from '../port/can.ts';
import type { Awaitable, Selection, SourceCall, SourceRecord } from '../port/data-source.ts';
import { idOf } from '../port/record-id.ts';
import { type ShownFields, selectionWith } from '../port/selection.ts';
import { callWith } from '../port/source-call.ts';
import { covers, forgetOthers, type Known, lockOf, recalledRow } from './known-row.ts';

// Several steps of a write need the same rows, and the same answers to "can the caller read it?". The first
// step that asks reads them from the source. The others get what it read, until a write changes it.

/** The maximum number of ids that are read for later operations. */
const MAX_UPCOMING = 1000;

/**
 * Begins the id of a place where nothing is linked, which no resource has. A check of links asks for it, too, so that the source runs
 * the same statements whether a link is absent or hidden.
 */
export const PLACE = '\0';

type Records = readonly SourceRecord[];
/** The members of a call that determine which rows it returns, and how it locks them. */
type Asked = Pick<SourceCall, 'conditions' | 'forUpdate' | 'keepsRecords'>;

/** A row that was written: until the end of the transaction, nothing else can change it. */
const ofWrite: Asked = Object.freeze({ conditions: undefined, forUpdate: true, keepsRecords: undefined });

/** The facts that a source states of its `find`. */
type Stated = Pick<Applies, 'stored'>;

/** Everything that one attempt of a transaction, or one read, has read. */
export class AttemptMemory {
  /** The fields that the response to a read shows. A check of linkage reads records with these fields, so that they are read once. */
  readonly shown: ShownFields | undefined;
  readonly #rows = new Map<string, Map<string, Known>>();
  /** The statements of the sources of these rows, by type. */
  readonly #stated = new Map<string, Stated>();
  /** The ids that later operations of a list will ask for, by type. The first operation that asks for one reads them all. */
  #upcoming: Map<string, readonly string[]> | undefined;
  /** Whether the attempt can run again if it fails, so that its operations can share calls of sources. */
  canRepeat = false;
  /** Whether the attempt failed after its operations shared a call: each alone can have another error, or none. */
  hasOverreached = false;
  /** Whether code of the application has the call of the attempt: between its operations, it can change anything. */
  isGiven = false;

  constructor(shown: ShownFields | undefined) {
    this.shown = shown;
  }

  #ofType(type: string): Map<string, Known> {
    const known = this.#rows.get(type) ?? new Map<string, Known>();
    this.#rows.set(type, known);
    return known;
  }

  #keep(type: string, ids: readonly string[], records: Records, selection: Selection, call: Asked): void {
    const found = new Map(records.map((record) => [idOf(type, record), record]));
    const ofType = this.#ofType(type);
    const lock = lockOf(call);
    for (const id of ids) {
      const known = ofType.get(id) ?? { row: undefined, matches: new Map() };
      ofType.set(id, known);
      const record = found.get(id);
      if (call.conditions !== undefined) known.matches.set(call.conditions, record !== undefined);
      if (record === undefined) {
        if (call.conditions === undefined) known.row = null;
        continue;
      }
      const old = known.row;
      // A row that was read later with a weaker lock, or with fewer fields, tells less.
      if (!old || (old.lock <= lock && covers(selection, old.selection))) known.row = { record, selection, lock };
    }
  }

  /** Returns the records of these ids: those that are known, and those that the source finds. */
  find(
    type: string,
    ids: readonly string[],
    selection: Selection,
    call: SourceCall,
    ask: (ids: readonly string[]) => Awaitable<Records>,
    stated: Stated,
  ): Awaitable<Records> {
    if (selection.include !== undefined) return ask(ids);
    const ofType = this.#ofType(type);
    this.#stated.set(type, stated);
    const recalled: SourceRecord[] = [];
    const unknown: string[] = [];
    const places: string[] = [];
    for (const id of new Set(ids)) {
      const record = recalledRow(ofType.get(id), selection, call);
      if (record === undefined) (id.startsWith(PLACE) && !isSent(ids) ? places : unknown).push(id);
      else if (record !== null) recalled.push(record);
    }
    if (unknown.length === 0 && places.length === 0) return recalled;
    const upcoming = this.#upcoming?.get(type)?.filter((id) => !unknown.includes(id)) ?? [];
    this.#upcoming?.delete(type);
    const asked = sentLike(ids, [...unknown, ...upcoming]);
    const take = (records: Records): Records => {
      this.#keep(type, [...asked, ...places], records, selection, call);
      const wanted = upcoming.length === 0 ? records : records.filter((it) => unknown.includes(idOf(type, it)));
      return recalled.length === 0 ? wanted : [...recalled, ...wanted];
    };
    const fail = (thrown: unknown): never => {
      this.hasOverreached ||= upcoming.length > 0 && (JsonApiError.is(thrown) || isRejectedBySource(thrown));
      throw thrown;
    };
    try {
      const found = ask(asked);
      return isPromise(found) ? found.then(take, fail) : take(found);
    } catch (thrown) {
      return fail(thrown);
    }
  }

  /** Records the resources that later operations will ask for. */
  expect(upcoming: readonly ResourceIdentifierObject[]): void {
    for (const [type, ofType] of Map.groupBy(upcoming, (it) => it.type)) {
      const ids = [...new Set(ofType.map(({ id }) => id))];
      if (ids.length < 2 || ids.length > MAX_UPCOMING) continue;
      this.#upcoming ??= new Map();
      this.#upcoming.set(type, ids);
    }
  }

  /**
   * Forgets what a write can change: the rows of its type, the rows that contain links to the type, and of all other types what
   * their sources do not state to be stored in the record itself: attributes, the results of conditions, and that a resource exists. A
   * deletion can delete other resources, so everything is forgotten.
   *
   * @param isAlone Whether the source states that the write changes nothing else. Otherwise, of other resources only their
   * existence, and what the conditions decided, is kept.
   * @param id The resource that the write alone changes, of its type.
   */
  forget(api: Api, written: string, isDeletion: boolean, isAlone: boolean, id?: string): void {
    if (isDeletion) this.#rows.clear();
    if (id === undefined) this.#rows.delete(written);
    else this.#rows.get(written)?.delete(id);
    for (const [name, ofType] of this.#rows) {
      const stated = this.#stated.get(name) as Stated;
      if (!stated.stored.has('id')) {
        this.#rows.delete(name);
        continue;
      }
      const type = api.types.get(name) as ResourceType;
      const linking = [...type.relationships.values()].filter(({ targets }) => targets.includes(written));
      for (const [other, known] of ofType) forgetOthers(known, other, stated, type, isAlone ? linking : undefined);
    }
  }

  /** Keeps a record that a write returned with all fields. Until the end of the transaction, nothing else can change it. */
  keepWritten(api: Api, type: string, record: SourceRecord, stated: Stated): void {
    this.#stated.set(type, stated);
    const { attributes, relationships } = api.types.get(type) as ResourceType;
    const whole = selectionWith(new Set(attributes.keys()), new Set(relationships.keys()));
    this.#keep(type, [idOf(type, record)], [record], whole, ofWrite);
  }

  /** Keeps the records of several creations or updates. Their operations will ask for them. */
  keepAll(api: Api, type: string, written: readonly (SourceRecord | null)[], stated: Stated): void {
    for (const record of written) if (record !== null) this.keepWritten(api, type, record, stated);
    this.expect(written.flatMap((record) => (record === null ? [] : [{ type, id: idOf(type, record) }])));
  }

  /** Whether the row of a resource was read and locked, also against its deletion. */
  isLocked(type: string, id: string): boolean {
    return this.#rows.get(type)?.get(id)?.row?.lock === 2;
  }

  /** Forgets everything, because code of the application ran that can change anything. */
  clear(): void {
    this.#rows.clear();
  }
}

/** The member of a call that contains the memory of its attempt. A symbol survives the copies that sources make. */
export const MEMORY: unique symbol = Symbol('memory');
export type RememberingCall = SourceCall & { readonly [MEMORY]?: AttemptMemory };

/** Returns the memory of a call; undefined outside of a write, and of a read that includes resources under access rules. */
export function memoryOf(call: SourceCall): AttemptMemory | undefined {
  return (call as RememberingCall)[MEMORY];
}

/**
 * Returns a call whose attempt remembers what it reads. The operations of one transaction share a memory. A source can begin
 * a transaction again: then call this again, with the call of the new attempt.
 *
 * @param shown What the response shows, if the call is that of a read.
 */
export function remembering(call: SourceCall, shown?: ShownFields): SourceCall {
  return memoryOf(call) === undefined ? callWith(call, { [MEMORY]: new AttemptMemory(shown) }) : call;
}
