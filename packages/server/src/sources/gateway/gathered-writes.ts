import type { Api, CreateInput, UpdateInput } from '@linkage/core';
import type { AnySource } from '../port/any-source.ts';
import type { SourceCall, SourceRecord } from '../port/data-source.ts';
import { callWith, type ServerCall } from '../port/source-call.ts';
import { knownRows } from './known-rows.ts';

// Consecutive operations of a transaction that create or update resources can write them with one call. Each operation runs its steps up to
// its write, or to a creation of its hook, and waits there while the next one runs its own. Whatever an operation asks a source for, those
// before it finish first. So it sees what it would see if each of them had written at once, and only the calls of the source are fewer.

/** A creation or an update: the writes of its source, its input, and its call. */
interface GatheredWrite {
  readonly type: string;
  /** The resource that it updates. Undefined for a creation. */
  readonly id: string | undefined;
  readonly writes: Pick<AnySource, 'create' | 'createAll' | 'update' | 'updateAll'>;
  readonly input: CreateInput<Api, string> | UpdateInput<Api, string>;
  readonly call: SourceCall;
}

type Written = SourceRecord | null;

/** Calls the source, once for several writes of the same kind. */
async function callSource(all: readonly GatheredWrite[], call: SourceCall): Promise<readonly Written[]> {
  const [{ writes, id, input }] = all as readonly [GatheredWrite];
  if (all.length === 1) {
    const alone = id === undefined ? writes.create?.(input as never, call) : writes.update?.(id, input as never, call);
    return [(await alone) as Written];
  }
  if (id === undefined) return (await writes.createAll?.(all.map((it) => it.input) as never, call)) as Written[];
  return (await writes.updateAll?.(all.map((it) => ({ id: it.id as string, input: it.input })) as never, call)) ?? [];
}

/** The place of one operation among those that wait for each other. */
class Place {
  readonly gathered: GatheredWrites;
  /** The operation, once it runs. */
  work: Promise<unknown> | undefined = undefined;
  /** Called when the operation has reached a write. Undefined while it waits for one. */
  reach: (() => void) | undefined = undefined;

  constructor(gathered: GatheredWrites) {
    this.gathered = gathered;
  }

  /** Runs until the operation ends, or reaches its next write. */
  goOn(run: () => void): Promise<unknown> {
    const reached = new Promise<void>((resolve) => {
      this.reach = resolve;
    });
    run();
    return Promise.race([this.work, reached]);
  }
}

interface Waiting extends GatheredWrite {
  readonly place: Place;
  readonly take: (written: Written) => void;
  readonly fail: (thrown: unknown) => void;
}

/** A call with the place of its operation. */
export type PlacedCall = SourceCall & { readonly ofServer?: { readonly place?: Place | undefined } };

/** Returns the place of an operation; undefined if it runs alone. */
export const placeOf = (call: SourceCall): Place | undefined => (call as PlacedCall).ofServer?.place;

/** The creations or updates of consecutive operations. */
export class GatheredWrites {
  readonly #waiting = new Map<Place, Waiting>();
  /** The resources that the writes that wait will update. */
  readonly #ids = new Set<string>();
  /** The call of the source, while it runs. */
  #writing: Promise<readonly Written[]> | undefined = undefined;
  /** The number of operations that have written and wait for those before them. */
  #written = 0;
  /** The number of calls of the source after which operations finish. */
  #settling = 0;
  /** Whether a rule reads data of its own. Its operations must not wait. */
  #isClosed = false;
  /** Whether code of the application has read data that lacks the writes of earlier operations, or contains those of later ones. */
  #isWrong = false;
  /** Whether an operation has begun before an earlier one has ended: the failure may not be the first, or rules were called too early. */
  isUnsure = false;
  /** Whether an operation has left out steps that would find the first error. */
  hasSkipped = false;

  /** Runs operations, each with a call of its own, and returns their results. */
  async run<Result>(
    call: SourceCall,
    operations: readonly ((call: SourceCall) => Promise<Result>)[],
  ): Promise<readonly Result[]> {
    const results: Promise<Result>[] = [];
    for (const operation of operations) {
      this.isUnsure ||= this.#waiting.size > 0;
      const place = new Place(this);
      await place.goOn(() => {
        const work = operation(callWith(call, { ofServer: { ...(call as ServerCall).ofServer, place } }));
        place.work = work;
        results.push(work);
      });
    }
    this.isUnsure = this.#waiting.size > 1;
    await this.#settleAll();
    return Promise.all(results);
  }

  /**
   * Writes a resource together with those of other operations, and returns its record once it is written. Other writes are done
   * before. Returns undefined if the operation must write it alone.
   */
  async write(place: Place, write: GatheredWrite): Promise<Written | undefined> {
    const { reach } = place;
    this.#assertInTurn(place);
    if (this.#isClosed || reach === undefined) return undefined;
    const { type, id, call } = write;
    const [first] = this.#waiting.values();
    const isOther = first !== undefined && (first.type !== type || (first.id === undefined) !== (id === undefined));
    if (isOther || (id !== undefined && this.#ids.has(id))) await this.#settleAll();
    place.reach = undefined;
    if (id !== undefined) this.#ids.add(id);
    // The next operations must ask for what this write will change.
    knownRows(call)?.forget(type, true, id);
    const record = new Promise<Written>((take, fail) => {
      this.#waiting.set(place, { ...write, place, take, fail });
    });
    reach();
    return record;
  }

  /** Must be awaited before a source is called, so that it sees all earlier writes. Undefined if there is nothing to wait for. */
  before(place: Place): Promise<unknown> | undefined {
    this.#assertInTurn(place);
    return this.#waiting.size > 0 ? this.#settleAll() : this.#writing;
  }

  /** Called when a rule takes the call of its subject, which is for reading other data. */
  onRead(): void {
    this.#isClosed = true;
    this.#isWrong ||= this.#waiting.size > 0 || this.#written > 0;
  }

  /** Notes an operation that does something else while it waits: a hook has begun several writes at once. */
  #assertInTurn(place: Place): void {
    if (this.#waiting.has(place)) this.isUnsure = this.#isWrong = true;
    this.#assertRight();
  }

  #assertRight(): void {
    if (this.#isWrong)
      throw new Error('A rule or hook has used other data while writes waited. The operations run again, one by one.');
  }

  /** Until the operations have ended. */
  async #settleAll(): Promise<void> {
    while (this.#waiting.size > 0) await this.#settle();
  }

  /** Writes what waits, and lets its operations finish in their order, or reach their next write. */
  async #settle(): Promise<void> {
    this.#assertRight();
    const waiting = [...this.#waiting.values()];
    const [first] = waiting;
    if (first === undefined) return;
    this.#waiting.clear();
    this.#ids.clear();
    const call = callWith(first.call, { ofServer: { ...(first.call as ServerCall).ofServer, place: undefined } });
    this.#writing = callSource(waiting, call);
    let records: readonly Written[] | undefined;
    let failure: unknown;
    try {
      records = await this.#writing;
    } catch (thrown) {
      // Of several operations, it is unknown which one failed, so none continues.
      if (waiting.length > 1) throw thrown;
      failure = thrown;
    } finally {
      this.#writing = undefined;
    }
    const written = this.#written;
    this.#settling++;
    for (const [index, { place, take, fail }] of waiting.entries()) {
      this.#written = written + waiting.length - 1 - index;
      await place.goOn(() => (records === undefined ? fail(failure) : take(records[index] as Written)));
      this.#assertRight();
    }
    if (--this.#settling === 0 && this.#waiting.size === 0) this.isUnsure = false;
  }
}

/** Lets a rule read other data: its subject then gets its call only when the rule takes it, because writes may wait. */
export function watchReads(subject: object, call: SourceCall): object {
  const gathered = placeOf(call)?.gathered;
  if (gathered === undefined) return subject;
  const get = (): SourceCall => {
    gathered.onRead();
    return call;
  };
  return Object.defineProperty(subject, 'call', { get, enumerable: true });
}
