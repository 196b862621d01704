import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { Kysely, sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { isLong } from '../../../../core/test/runs.ts';
import { connectTo, type KilledDatabase } from '../../test/connect-to.ts';
import { databases } from '../../test/databases.ts';
import { api, tables } from '../../test/outbox-world.ts';
import { useDatabase } from '../../test/use-database.ts';
import { createOutboxTable, type OutboxEvent, readEvents, readOutbox } from '../index.ts';

const program = fileURLToPath(new URL('../../test/outbox-process.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'linkage-outbox-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a reader', () => {
  const [sqlite] = databases;
  const database = useDatabase((sqlite as (typeof databases)[number]).open, '');
  const insert = async (...ids: readonly string[]) => {
    for (const id of ids)
      await sql`insert into outbox (type, id, operation, fields, members, "time") values ('tags', ${id}, 'create', '["name"]', '{}', ${Date.now() - 1000})`.execute(
        database.db,
      );
  };
  beforeEach(async () => {
    await database.exec('drop table if exists outbox; drop table if exists outbox_reader');
    await createOutboxTable(database.db);
  });

  /** Reads until a number of calls of `run`, and returns these. */
  async function read(calls: number, fail: (id: string, attempt: number) => boolean = () => false, more: object = {}) {
    const stop = new AbortController();
    const seen: string[] = [];
    const options = { name: 'test', interval: 1, signal: stop.signal, ...more };
    await readOutbox(api, database.db, {
      ...options,
      run({ id }, attempt) {
        seen.push(`${id}${attempt}`);
        if (seen.length >= calls) stop.abort();
        if (fail(id, attempt)) throw new Error(`injected ${attempt}`);
      },
    });
    return seen;
  }

  test('receives each event once, in order, and another call goes on after the last one', async () => {
    await insert('a', 'b');
    expect(await read(1)).toEqual(['a1']);
    await insert('c');
    expect(await read(2)).toEqual(['b1', 'c1']);
    expect(await read(3, undefined, { name: 'other' })).toEqual(['a1', 'b1', 'c1']);
  });

  test('an event has its members', async () => {
    await insert('a');
    expect((await readEvents(api, database.db)).events).toEqual([
      {
        ...{
          position: 1,
          type: 'tags',
          id: 'a',
          operation: 'create',
          fields: ['name'],
          members: {},
          version: undefined,
        },
        time: expect.any(Date),
      },
    ]);
    expect(await readEvents(api, database.db, { after: 1, limit: 5 })).toEqual({ events: [], position: 1 });
  });

  test('a reader can begin at the end, and then misses nothing', async () => {
    expect(await readEvents(api, database.db, { after: 'end' })).toEqual({ events: [], position: 0 });
    await insert('a', 'b');
    const end = await readEvents(api, database.db, { after: 'end' });
    expect(end).toEqual({ events: [], position: 2 });
    await insert('c');
    const next = await readEvents(api, database.db, { after: end.position });
    expect([next.events.map(({ id }) => id), next.position]).toEqual([['c'], 3]);
    await database.exec('delete from outbox; update outbox_reader set lease = 3');
    // Without events, the position is that of the end, after which none was deleted.
    const { position } = await readEvents(api, database.db);
    expect(await readEvents(api, database.db, { after: position })).toEqual({ events: [], position: 3 });
    await expect(readEvents(api, database.db, { after: 'start' } as never)).rejects.toThrow(
      '`after` must be a number or "end", but it is "start"',
    );
  });

  test('a failed event is repeated, and later events wait for it', async () => {
    await insert('a', 'b', 'c');
    const fail = (id: string, attempt: number) => id === 'b' && attempt < 3;
    expect(await read(5, fail)).toEqual(['a1', 'b1', 'b2', 'b3', 'c1']);
  });

  test('after the last attempt the promise rejects, and nothing is passed over', async () => {
    await insert('a', 'b');
    await expect(read(9, (id) => id === 'a', { attempts: 2 })).rejects.toThrow('injected 2');
    expect(await read(2)).toEqual(['a2', 'b1']);
  });

  test('`onGivenUp` receives the event instead', async () => {
    await insert('a', 'b');
    const given: string[] = [];
    const onGivenUp = ({ id }: OutboxEvent, error: Error) => given.push(`${id}: ${error.message}`);
    expect(await read(3, (id) => id === 'a', { attempts: 2, onGivenUp })).toEqual(['a1', 'a2', 'b1']);
    expect(given).toEqual(['a: injected 2']);
  });

  test('of two processes with one name, one reads', async () => {
    await insert('a', 'b', 'c');
    const stop = new AbortController();
    const seen: string[] = [];
    const run = async ({ id }: OutboxEvent) => {
      seen.push(id);
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (seen.length === 3) stop.abort();
    };
    const options = { name: 'test', interval: 1, signal: stop.signal, run };
    await Promise.all([readOutbox(api, database.db, options), readOutbox(api, database.db, options)]);
    expect(seen).toEqual(['a', 'b', 'c']);
  });

  test('a place whose process has ended is taken after its lease', async () => {
    await insert('a');
    await read(1, undefined, { name: 'other' });
    await sql`update outbox_reader set owner = 'gone', lease = ${Date.now() + 50}, position = 0 where name = 'other'`.execute(
      database.db,
    );
    expect(await read(1, undefined, { name: 'other' })).toEqual(['a1']);
  });

  test('events that all readers have received are deleted, and positions go on', async () => {
    const never = () => false;
    await insert('a', 'b');
    await read(2, never, { keep: 0 });
    await read(1, never, { keep: 0, name: 'slow' });
    await insert('c');
    expect(await read(1, never, { keep: 0 })).toEqual(['c1']);
    expect((await readEvents(api, database.db)).events.map(({ id }) => id)).toEqual(['b', 'c']);
    await read(2, never, { keep: 0, name: 'slow' });
    await insert('d');
    expect(await read(1, never, { keep: 0 })).toEqual(['d1']);
    expect((await readEvents(api, database.db)).events.map(({ id, position }) => [id, position])).toEqual([['d', 4]]);
    // Who has the third event misses none, and who has the second one would miss the third without an error.
    expect((await readEvents(api, database.db, { after: 3 })).events).toHaveLength(1);
    await expect(readEvents(api, database.db, { after: 2 })).rejects.toThrow(RangeError);
    await expect(readEvents(api, database.db, { after: 0 })).rejects.toThrow('events after 0 were deleted, up to 3');
  });

  describe('far behind', () => {
    const count = async (condition: string): Promise<number> => {
      const found = await sql
        .raw<{ count: number }>(`select count(*) as count from outbox where ${condition}`)
        .execute(database.db);
      return Number(found.rows[0]?.count);
    };
    beforeEach(() =>
      database.exec(
        `insert into outbox (type, id, operation, fields, members, "time") with recursive n (i) as (select 1 union all select i + 1 from n
         where i < 12000) select 'tags', i, 'create', '["name"]', '{}', ${Date.now() - 1000} from n`,
      ),
    );

    test('a read gives positions to a bounded number of events, and the next ones need none', async () => {
      const first = await readEvents(api, database.db);
      expect([first.events.length, await count('position is not null')]).toEqual([100, 1000]);
      await readEvents(api, database.db, { after: first.position });
      expect(await count('position is not null')).toBe(1000);
      const all = await readEvents(api, database.db, { limit: 20_000 });
      expect([all.events.length, all.position]).toEqual([12_000, 12_000]);
    });

    test('what was done before an interruption remains', async () => {
      await database.exec(
        `create trigger stop before update on outbox when old.entry = 5500 begin select raise(abort, 'injected'); end`,
      );
      await expect(readEvents(api, database.db, { after: 'end' })).rejects.toThrow();
      expect(await count('position is not null')).toBe(5000);
      await database.exec('drop trigger stop');
      expect((await readEvents(api, database.db, { after: 'end' })).position).toBe(12_000);
    });

    test('a deletion is bounded, and goes on before the next read', async () => {
      await readEvents(api, database.db, { after: 'end' });
      await read(1, undefined, { keep: 0 });
      await sql`update outbox_reader set position = 12000 where name = 'test'`.execute(database.db);
      await insert('x');
      expect(await read(1, undefined, { keep: 0 })).toEqual(['x1']);
      expect(await count('position is not null')).toBe(11_001);
      expect((await readEvents(api, database.db, { after: 1000, limit: 1 })).position).toBe(1001);
      await expect(readEvents(api, database.db, { after: 999 })).rejects.toThrow('up to 1000');
      const stop = new AbortController();
      const reading = readOutbox(api, database.db, {
        name: 'test',
        keep: 0,
        interval: 1,
        signal: stop.signal,
        run: () => undefined,
      });
      while ((await count('true')) > 0) await new Promise((resolve) => setTimeout(resolve, 5));
      stop.abort();
      await reading;
    });
  });

  test('what was received before an event is given up is not repeated', async () => {
    await insert('a', 'b');
    const fail = (id: string) => id === 'b';
    await expect(read(9, fail, { attempts: 1 })).rejects.toThrow('injected');
    expect(await read(1)).toEqual(['b1']);
  });

  test('mistakes of options', async () => {
    const run = () => undefined;
    await expect(readOutbox(api, database.db, { name: '', run })).rejects.toThrow('`name` must not be empty');
    await expect(readOutbox(api, database.db, { name: 'x' } as never)).rejects.toThrow('`run` is missing');
    for (const wrong of [{ batch: 0 }, { attempts: 0 }, { interval: 0 }, { lease: Number.NaN }, { keep: -1 }])
      await expect(readOutbox(api, database.db, { name: 'x', run, ...wrong })).rejects.toThrow('must be at least');
  });
});

// Each database takes several processes, so the short form runs on one.
const shared = databases.filter(({ name }) => name === 'PostgreSQL' || (isLong && name !== 'PGlite'));

describe.each(shared)('two processes that are killed, on $name', ({ name, missing, open }) => {
  test.skipIf(missing !== undefined)(
    `lose no event of 1,000 creations ${missing ?? ''}`,
    { timeout: 120_000 },
    async () => {
      const file = join(folder, `${crypto.randomUUID()}.db`);
      const opened = name === 'SQLite' ? undefined : await open();
      const own = new DatabaseSync(name === 'SQLite' ? file : ':memory:');
      if (name === 'SQLite') own.exec(`pragma journal_mode = wal; ${tables}`);
      else await opened?.exec(tables);
      const connection = opened?.connection ?? { file };
      const db = new Kysely<never>({ dialect: connectTo(name as KilledDatabase, connection) });
      await createOutboxTable(db);

      const start = (prefix: string, count: number): ChildProcess =>
        spawn(process.execPath, [program, name, JSON.stringify(connection), prefix, String(count)], {
          stdio: 'inherit',
        });
      const idsOf = async (prefix: string): Promise<string[]> => {
        const found = await sql<{ id: string }>`select id from tag where id like ${`${prefix}%`}`.execute(db);
        return found.rows.map(({ id }) => id);
      };

      const seen = new Map<number, string>();
      const received: number[] = [];
      const stop = new AbortController();
      const reading = readOutbox(api, db, {
        ...{ name: 'test', interval: 5, batch: 50, signal: stop.signal },
        run({ position, id, operation }, attempt) {
          expect([operation, seen.get(position) ?? id]).toEqual(['create', id]);
          seen.set(position, id);
          received.push(position);
          // An event that was received, but whose progress is not stored.
          if (position % 97 === 0 && attempt === 1) throw new Error('injected');
        },
      });
      const other = start('b', 500);
      const otherEnd = once(other, 'exit');
      for (const [turn, until] of [100, 200, 300].entries()) {
        const child = start(`a${turn}`, 500);
        const end = once(child, 'exit');
        while ((await idsOf('a')).length < until) await new Promise((resolve) => setTimeout(resolve, 20));
        child.kill('SIGKILL');
        expect((await end)[1]).toBe('SIGKILL');
      }
      const rest = 500 - (await idsOf('a')).length;
      await once(start('a3', Math.max(0, rest)), 'exit');
      await otherEnd;

      const ids = [...(await idsOf('a')), ...(await idsOf('b'))].sort();
      while (seen.size < ids.length) await new Promise((resolve) => setTimeout(resolve, 5));
      stop.abort();
      await reading;
      expect((await readEvents(api, db, { limit: 5000 })).events.map(({ id }) => id).sort()).toEqual(ids);
      expect(ids.length).toBeGreaterThanOrEqual(1000);
      expect([...seen.values()].sort()).toEqual(ids);
      expect(ids.filter((id) => id.includes('undone'))).toEqual([]);
      expect([...new Set(received)]).toEqual([...seen.keys()].sort((one, next) => one - next));
      await db.destroy();
      own.close();
      await opened?.close();
    },
  );
});
