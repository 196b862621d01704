import { type Api, JsonApiError, type ResourceType } from '@linkage/core';
import { andThen, isRejectedBySource, isSent, memberOf, orElse, sentLike } from '@linkage/core/internal';
import type { Can } from '../port/can.ts';
import { compareStored } from '../port/compare-stored.ts';
import type { Awaitable, Selection, SourceCall, SourceRecord } from '../port/data-source.ts';
import { idOf } from '../port/record-id.ts';
import { allFields, covers, type ShownFields, selectionOf } from '../port/selection.ts';
import { isAccepted } from '../port/source-answers.ts';
import { callWith, type ServerCall } from '../port/source-call.ts';
import type { Asked, Known, OfType } from './known-row.ts';

// The steps of one write receive as arguments what it has read. Two cases have no such steps, so they know rows by this file. The operations
// of a list ask one after another for resources that one statement can read. A read under access rules checks the resources behind links, and
// its loader, which receives records only, asks for them later. A `find` whose row is known asks the source for nothing. What is not known to be
// unchanged is read again: a row is forgotten when a write can change it, and every row when code of the application has run.

/** The maximum number of ids that are read for later operations. */
const MAX_UPCOMING = 1000;

/** Begins an id that stands for a place where nothing is linked, so that the source runs the same statements whether a link is absent or hidden. */
export const PLACE = '\0';

type Records = readonly SourceRecord[];
export type Find = (ids: readonly string[], selection: Selection, call: SourceCall) => Awaitable<Records>;

/** The strength of the lock of a call: none, one that keeps the record, or one for records that can be deleted. */
function lockOf({ forUpdate, keepsRecords }: Asked): number {
  return forUpdate === true ? 2 - Number(keepsRecords === true) : 0;
}

/** Returns the record of a resource, null if there is none to return, or undefined if the source must be asked. */
function recalled(known: Known | undefined, selection: Selection, call: Asked): SourceRecord | null | undefined {
  const isMatch = call.conditions === undefined || known?.matches.get(call.conditions);
  if (known?.record === null || isMatch === false) return null;
  if (known === undefined || isMatch !== true || known.lock < lockOf(call)) return undefined;
  return covers(known.selection, selection) ? known.record : undefined;
}

/** Whether the write of another type, which changes nothing else, leaves a row as it is: its source stores what it was read with. */
function isLeft({ record, selection, stored }: Known, type: ResourceType, written: string): boolean {
  for (const name of selection.attributes)
    if (!stored.has(name) && type.attributes.get(name)?.compute === undefined) return false;
  for (const { name, targets } of type.relationships.values())
    if (targets.includes(written) && memberOf(record as object, name) !== undefined) return false;
  return true;
}

/** The rows that the operations of one attempt of a transaction, or one read, have read. */
export class KnownRows {
  /** The fields that the response to a read shows. A check of linkage reads records with these fields, so that they are read once. */
  readonly shown: ShownFields | undefined;
  readonly #api: Api;
  readonly #rows = new Map<string, Map<string, Known>>();
  /** The ids that later operations of a list will ask for, by type. The first operation that asks for one reads them all. */
  readonly #upcoming = new Map<string, readonly string[]>();
  /** The number of times that something was forgotten. */
  #changes = 0;
  /** The type of a write that would change nothing else of what is kept: the last one was of this type, and nothing was kept since. */
  #settled: string | undefined = undefined;
  /** Set if the attempt can run again: whether it failed after its operations shared a call. Each alone can have another error, or none. */
  sharing: { hasOverreached: boolean } | undefined;
  /** Whether code of the application has the call of the attempt: between its operations, it can change anything. */
  isGiven = false;
  /** What was read for several operations together, such as the links of their resources, until a source writes. */
  readonly linkage: Map<string, unknown> = new Map();

  constructor(api: Api, shown: ShownFields | undefined) {
    this.#api = api;
    this.shown = shown;
  }

  /** Keeps what a call has found. A row that was read later with a weaker lock, or with fewer fields, tells less. */
  #keep([type, stored]: OfType, ids: readonly string[], records: Records, selection: Selection, call: Asked): void {
    this.#settled = undefined;
    const found = new Map(records.map((record) => [idOf(type, record), record]));
    const [rows, lock] = [this.#rows.get(type) ?? new Map<string, Known>(), lockOf(call)];
    this.#rows.set(type, rows);
    for (const id of ids) {
      const record = found.get(id);
      const known = rows.get(id) ?? { record: undefined, selection, lock: 0, stored, matches: new Map() };
      rows.set(id, known);
      if (call.conditions !== undefined) known.matches.set(call.conditions, record !== undefined);
      else if (record === undefined) Object.assign(known, { record: null, lock: 0 });
      if (record !== undefined && (!known.record || (known.lock <= lock && covers(selection, known.selection))))
        Object.assign(known, { record, selection, lock });
    }
  }

  /** Returns the records of these ids: those that are known, and those that the source finds. */
  find(of: OfType, ask: Find, ...[ids, selection, call]: Parameters<Find>): ReturnType<Find> {
    if (selection.include !== undefined) return ask(ids, selection, call);
    const [[type], changes] = [of, this.#changes];
    const [records, unknown, places]: [SourceRecord[], string[], string[]] = [[], [], []];
    for (const id of new Set(ids)) {
      const record = recalled(this.#rows.get(type)?.get(id), selection, call);
      if (record === undefined) (id.startsWith(PLACE) && !isSent(ids) ? places : unknown).push(id);
      else if (record !== null) records.push(record);
    }
    if (unknown.length === 0 && places.length === 0) return records;
    const upcoming = this.#upcoming.get(type)?.filter((id) => !unknown.includes(id)) ?? [];
    this.#upcoming.delete(type);
    const asked = sentLike(ids, [...unknown, ...upcoming]);
    const take = (found: Records): Records => {
      // A write that ended in between can have changed what was found.
      if (changes === this.#changes) this.#keep(of, [...asked, ...places], found, selection, call);
      const wanted = upcoming.length === 0 ? found : found.filter((it) => unknown.includes(idOf(type, it)));
      return records.length === 0 ? wanted : [...records, ...wanted];
    };
    const fail = (thrown: unknown): never => {
      const isRejected = upcoming.length > 0 && (JsonApiError.is(thrown) || isRejectedBySource(thrown));
      if (isRejected && this.sharing !== undefined) this.sharing.hasOverreached = true;
      throw thrown;
    };
    return orElse(() => andThen(ask(asked, selection, call), take), fail);
  }

  /** Records the resources of a type that later operations will ask for. */
  expect(type: string, upcoming: readonly string[]): void {
    const ids = [...new Set(upcoming)];
    if (ids.length > 1 && ids.length <= MAX_UPCOMING) this.#upcoming.set(type, ids);
  }

  /**
   * Forgets what a write can change: the rows of its type, or the one that it alone changes, and of all others those with links to them, and
   * what their sources do not declare to store: attributes, the results of conditions, and that a resource exists.
   *
   * @param isAlone Whether the source declares that the write changes nothing else. Otherwise, of rows only their existence is kept.
   */
  forget(written: string, isAlone: boolean, id?: string): void {
    this.#changes++;
    if (id === undefined) this.#rows.delete(written);
    else this.#rows.get(written)?.delete(id);
    // Of many writes of a list, only the first looks at every row.
    if (isAlone && this.#settled === written) return;
    this.#settled = isAlone ? written : undefined;
    for (const [name, rows] of this.#rows) {
      const type = this.#api.types.get(name) as ResourceType;
      for (const [own, known] of rows) {
        if (!known.stored.has('id')) rows.delete(own);
        for (const conditions of known.matches.keys())
          if (!compareStored(known, type, conditions ?? [])) known.matches.delete(conditions);
        if (known.record && isAlone && isLeft(known, type, written)) continue;
        Object.assign(known, { record: known.record ? { id: own } : undefined, selection: selectionOf() });
      }
    }
  }

  /** Runs a write. Then only what it leaves is known, with what it declares to return, which nothing else can change; nothing if it failed. */
  write(of: OfType, isDeletion: boolean, { returnsWritten }: Can, work: () => Awaitable<unknown>): Awaitable<unknown> {
    const [type] = of;
    this.linkage.clear();
    const take = (result: unknown): unknown => {
      this.linkage.clear();
      if (isDeletion) this.clear();
      else this.forget(type, returnsWritten);
      if (!returnsWritten || typeof result !== 'object') return result;
      const records = [result].flat().filter((it) => it !== null && !isAccepted(it)) as Records;
      const ids = records.map((record) => idOf(type, record));
      this.#keep(of, ids, records, allFields(this.#api.types.get(type) as ResourceType), { forUpdate: true });
      this.expect(type, ids);
      return result;
    };
    const fail = (thrown: unknown): never => {
      this.clear();
      throw thrown;
    };
    return orElse(() => andThen(work(), take), fail);
  }

  /** Returns the ids of the resources of a type that were read. */
  idsOf(type: string): readonly string[] {
    return [...(this.#rows.get(type) ?? [])].flatMap(([id, { record }]) => (record ? [id] : []));
  }

  /** Whether the row of a resource was read and locked, also against its deletion. */
  isLocked(type: string, id: string): boolean {
    return this.#rows.get(type)?.get(id)?.lock === 2;
  }

  /** Forgets everything, because anything can have changed: code of the application ran, or resources were deleted. */
  clear(): void {
    this.#changes++;
    this.linkage.clear();
    this.#rows.clear();
  }
}

export type KnowingCall = SourceCall & { readonly ofServer?: { readonly known?: KnownRows } };

/** Returns the rows that a call knows; undefined outside of a list, and of a read that includes resources under access rules. */
export function knownRows(call: SourceCall): KnownRows | undefined {
  return (call as KnowingCall).ofServer?.known;
}

/** Returns a call that knows what was read: one for a read, which shows these fields, or for all operations of a transaction. */
export function knowingRows(call: SourceCall, api: Api, shown?: ShownFields): SourceCall {
  const { ofServer } = call as ServerCall;
  if (ofServer?.known !== undefined) return call;
  return callWith(call, { ofServer: { ...ofServer, known: new KnownRows(api, shown) } });
}
