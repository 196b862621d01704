import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blog, blogSources } from '../../../test/blog.ts';
import { createServer } from '../../pipeline/create-server.ts';
import { createAdmission, type Place } from './admission.ts';

const isShortRequest = (): boolean => false;

function create(concurrency: number, queue: number, databases: number) {
  const admission = createAdmission({ concurrency, queue, loopDelay: 0 }, databases);
  if (admission === undefined) throw new Error('There are limits.');
  return (database: string) => admission.enter({ isShortRequest, database: () => database });
}

const kindOf = ({ state, turn }: Place): string => (turn === undefined ? state : 'waiting');

test('one database uses three quarters of the places and of the queue, and the others find the rest free', () => {
  const enter = create(8, 4, 2);
  const slow = Array.from({ length: 12 }, () => kindOf(enter('slow')));
  expect(slow).toEqual([
    ...Array.from({ length: 6 }, () => 'accepted'),
    ...['waiting', 'waiting', 'waiting', 'rejected', 'rejected', 'rejected'],
  ]);
  expect(Array.from({ length: 4 }, () => kindOf(enter('fast')))).toEqual([
    ...['accepted', 'accepted', 'waiting', 'rejected'],
  ]);
});

test('with one database, it uses all places', () => {
  const enter = create(2, 1, 1);
  expect(['a', 'b', 'a', 'b'].map((database) => kindOf(enter(database)))).toEqual([
    'accepted',
    'accepted',
    'waiting',
    'rejected',
  ]);
});

test('databases that wait receive free places in turns', async () => {
  const enter = create(4, 8, 2);
  const running = [enter('a'), enter('a'), enter('a'), enter('b')];
  const order: string[] = [];
  const waiting = ['a', 'a', 'b', 'b'].map((database) => {
    const place = enter(database);
    void place.turn?.then(() => order.push(database));
    return place;
  });
  for (const place of running) place.leave();
  await Promise.all(waiting.map(({ turn }) => turn));
  expect(order).toHaveLength(4);
  expect(new Set(order.slice(0, 2))).toEqual(new Set(['a', 'b']));
});

test('whatever requests do, no limit is exceeded, and no request waits beside a free place of its database', () => {
  const step = fc.record({
    database: fc.constantFrom('a', 'b', 'c'),
    leaves: fc.option(fc.nat(20), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.array(step, { maxLength: 60 }), (concurrency, steps) => {
      const enter = create(concurrency, 5, 3);
      const share = concurrency < 2 ? concurrency : concurrency - Math.max(1, Math.floor(concurrency / 4));
      const known: { readonly database: string; readonly place: Place; runs: boolean; over: boolean }[] = [];
      for (const { database, leaves } of steps) {
        if (leaves === undefined) {
          const place = enter(database);
          place.turn?.catch(() => undefined);
          if (place.state === 'accepted') known.push({ database, place, runs: place.turn === undefined, over: false });
        } else {
          const left = known.filter(({ over, runs }) => !over && runs).at(leaves);
          if (left === undefined) continue;
          left.over = true;
          const before = known.filter(({ over, runs }) => !over && !runs);
          left.place.leave();
          // The first that waits in a database below its share starts: the model only counts them.
          const counts = (name: string) => known.filter((it) => it.database === name && it.runs && !it.over).length;
          const next = before.filter((it) => counts(it.database) < share);
          if (next.length > 0) return;
        }
        const running = known.filter(({ runs, over }) => runs && !over);
        expect(running.length).toBeLessThanOrEqual(concurrency);
        for (const name of ['a', 'b', 'c'])
          expect(running.filter((it) => it.database === name).length).toBeLessThanOrEqual(share);
      }
    }),
  );
});

test('a source that never responds does not stop requests for another one', async () => {
  const { articles, ...others } = blogSources();
  const stuck = { ...articles, list: () => new Promise<never>(() => undefined), transactionGroup: 'slow' };
  const server = createServer(blog, { ...others, articles: stuck } as never, {
    limits: { concurrency: 4, queue: 4, requestTime: 2_000, sourceTime: 0 },
    onError: () => undefined,
  });
  const get = (url: string) => server.handle({ method: 'GET', url, headers: {} });
  const slow = Array.from({ length: 20 }, () => get('/articles'));
  const fast = await Promise.all([get('/people'), get('/people/7')]);
  expect(fast.map(({ status }) => status)).toEqual([200, 200]);
  const statuses = await Promise.all(slow.map(async (it) => (await it).status));
  expect(new Set(statuses)).toEqual(new Set([503, 504]));
});
