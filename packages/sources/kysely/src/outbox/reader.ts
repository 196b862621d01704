import { type Executor, runInTransaction } from '../statements/transaction.ts';
import { addReader, LAST, readersOf } from './outbox-table.ts';

/** The maximum number of events of one deletion. */
const BATCH = 1000;

/** The place of a reader in the events, which one process has at a time. */
export interface Reader {
  /** The position of the last event that was received. */
  readonly position: number;
  /** The failed attempts of the next event. */
  readonly attempts: number;
  /** Claims or keeps the place. Returns false if another process has it. */
  readonly claim: () => Promise<boolean>;
  /** Stores the progress, unless another process has the place. A position of 0 changes only the attempts. */
  readonly store: (position: number, attempts: number) => Promise<void>;
  /** Deletes the first events of a number of milliseconds ago that all readers have received. Returns whether there can be more. */
  readonly prune: (keep: number) => Promise<boolean>;
  /** Leaves the place to another process. */
  readonly release: () => Promise<void>;
}

/** Returns the place of a reader, which it does not have yet. */
export async function createReader(
  db: Executor,
  { table, name, lease, signal }: Readonly<{ table: string; name: string; lease: number; signal: AbortSignal }>,
): Promise<Reader> {
  const readers = readersOf(table);
  const owner = crypto.randomUUID();
  await addReader(db, table, name);
  const place = { position: 0, attempts: 0 };
  const own = db.updateTable(readers).where('name', '=', name).where('owner', '=', owner);
  return {
    get position() {
      return place.position;
    },
    get attempts() {
      return place.attempts;
    },
    async claim() {
      const now = Date.now();
      await db
        .updateTable(readers)
        .set({ owner, lease: now + lease })
        .where('name', '=', name)
        .where((is) => is.or([is('owner', '=', owner), is('lease', '<=', now)]))
        .execute();
      const row = await db.selectFrom(readers).selectAll().where('name', '=', name).executeTakeFirst();
      if (row?.['owner'] !== owner) return false;
      place.position = Number(row['position']);
      place.attempts = Number(row['attempts']);
      return true;
    },
    async store(position, attempts) {
      if (position > 0) place.position = position;
      place.attempts = attempts;
      await own.set({ position: place.position, attempts }).execute();
    },
    async prune(keep) {
      const places = await db.selectFrom(readers).select(['name', 'position', 'lease']).execute();
      const minimum = Math.min(...places.flatMap((it) => (it['name'] === LAST ? [] : [Number(it['position'])])));
      const deleted = Number(places.find((it) => it['name'] === LAST)?.['lease']);
      const first = await db
        .selectFrom(table)
        .select(['position', 'time'])
        .where('position', '>', deleted)
        .where('position', '<=', minimum)
        .orderBy('position')
        .limit(BATCH)
        .execute();
      const young = first.findIndex((it) => Number(it['time']) >= Date.now() - keep);
      const last = first.at(young === -1 ? -1 : young - 1)?.['position'];
      if (last === undefined || young === 0) return false;
      // Together: there must be no gap that `readEvents` does not know.
      await runInTransaction(
        db,
        { context: undefined, signal },
        async (transaction) => {
          const isNew = transaction.updateTable(readers).where('name', '=', LAST).where('lease', '<', last);
          await isNew.set({ lease: last }).execute();
          await transaction.deleteFrom(table).where('position', '>', deleted).where('position', '<=', last).execute();
        },
        'account',
      );
      return first.length === BATCH && young === -1;
    },
    async release() {
      await own.set({ owner: '', lease: 0 }).execute();
    },
  };
}
