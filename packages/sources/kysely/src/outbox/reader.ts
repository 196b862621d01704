import type { Executor } from '../statements/transaction.ts';
import { addReader, LAST, readersOf } from './outbox-table.ts';

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
  /** Deletes the events of a number of milliseconds ago that all readers have received. */
  readonly prune: (keep: number) => Promise<void>;
  /** Leaves the place to another process. */
  readonly release: () => Promise<void>;
}

/** Returns the place of a reader, which it does not have yet. */
export async function createReader(
  db: Executor,
  { table, name, lease }: { readonly table: string; readonly name: string; readonly lease: number },
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
      const { minimum } = await db
        .selectFrom(readers)
        .select((it) => it.fn.min('position').as('minimum'))
        .where('name', '!=', LAST)
        .executeTakeFirstOrThrow();
      const before = Date.now() - keep;
      const { last } = await db
        .selectFrom(table)
        .select((it) => it.fn.max('position').as('last'))
        .where('position', '<=', Number(minimum))
        .where('time', '<', before)
        .executeTakeFirstOrThrow();
      if (last === null) return;
      // It is noted first: a deletion that fails must not leave a gap that `readEvents` does not know.
      const isNew = db.updateTable(readers).where('name', '=', LAST).where('lease', '<', last);
      await isNew.set({ lease: last }).execute();
      await db.deleteFrom(table).where('position', '<=', last).where('time', '<', before).execute();
    },
    async release() {
      await own.set({ owner: '', lease: 0 }).execute();
    },
  };
}
