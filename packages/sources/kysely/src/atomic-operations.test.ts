import { atomicOperations, createServer, type DataSource, type Sources } from '@linkage/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operate } from '../../../server/test/atomic-request.ts';
import { type AtomicHost, describeAtomic } from '../../../server/test/atomic-suite.ts';
import { placesOn } from '../test/atomic-databases.ts';
import { api, openMemory, type Place, type Shop } from '../test/atomic-world.ts';
import { databases } from '../test/databases.ts';

function serverOf(sources: Sources<Shop>) {
  return createServer(api, sources, { extensions: [atomicOperations()], onError: () => undefined });
}

/** A server over a place, without an adapter in front. */
function hostOf({ sources, dump, close }: Place): AtomicHost {
  const server = createServer(api, sources, { extensions: [atomicOperations()] });
  return {
    send: (method, url, headers, body) => server.handle({ method, url: url.replace('/api', ''), headers, body }),
    dump,
    close,
  };
}

/** The tests of lists of operations that each database passes. */
function describeLists(open: () => Promise<Place>): void {
  test('ATX-14 whatever call to a source fails, all tables are as they were', async () => {
    const lid = { type: 'orders', lid: 'o' };
    const line = { type: 'lines', lid: 'l', attributes: { product: 'x', quantity: 1 } };
    const operations = [
      { op: 'add', data: { ...lid, attributes: { reference: 'B' }, relationships: { previous: { data: lid } } } },
      {
        op: 'add',
        data: { ...line, relationships: { order: { data: lid }, labels: { data: [{ type: 'labels', id: 'old' }] } } },
      },
      { op: 'add', ref: { type: 'lines', lid: 'l', relationship: 'labels' }, data: [{ type: 'labels', id: 'new' }] },
      { op: 'update', ref: lid, data: { ...lid, attributes: { note: 'x' } } },
      { op: 'remove', ref: { type: 'orders', id: '1' } },
      { op: 'remove', ref: { type: 'lines', lid: 'l' } },
    ];
    const place = await open();
    const before = await place.dump();
    let statuses: number[] = [];
    for (let failing = 1; statuses.at(-1) !== 200; failing++) {
      let calls = 0;
      const wrapped = Object.entries(place.sources as Record<string, DataSource>).map(([type, source]) => {
        const own = Object.entries(source).map(([method, value]) => {
          if (typeof value !== 'function' || method === 'transaction') return [method, value];
          const call = async (...given: unknown[]) => {
            const result = await (value as (...all: unknown[]) => unknown).apply(source, given);
            if (++calls === failing) throw new Error('injected');
            return result;
          };
          return [method, call];
        });
        return [type, Object.fromEntries(own)];
      });
      const { status } = await operate(serverOf(Object.fromEntries(wrapped)), operations);
      statuses = [...statuses, status];
      if (status !== 200) expect(await place.dump(), `call ${failing}`).toEqual(before);
    }
    expect(statuses.length).toBeGreaterThan(operations.length);
    expect(statuses.slice(0, -1).every((status) => status === 500)).toBe(true);
    await place.close();
  });

  test('ATX-25 1,000 chained local ids', async () => {
    const { sources, dump, close } = await open();
    const chain = Array.from({ length: 1000 }, (_, index) => {
      const previous = { data: { type: 'orders', lid: `o${index - 1}` } };
      const relationships = index === 0 ? {} : { relationships: { previous } };
      return {
        op: 'add',
        data: { type: 'orders', lid: `o${index}`, attributes: { reference: `B-${index}` }, ...relationships },
      };
    });
    const extensions = [atomicOperations({ limit: 1000 })];
    const server = createServer(api, sources, { extensions, limits: { bodyMembers: 20_000 } });
    const { status, results, problems } = await operate(server, chain);
    expect([status, results.length, problems]).toEqual([200, 1000, []]);
    expect(results[999].data.relationships.previous.data.id).toBe(results[998].data.id);
    const [orders] = (await dump()) as unknown[][];
    expect(orders).toHaveLength(1002);
    await close();
  });
}

describe('operations in memory', () => {
  describeAtomic(async () => hostOf(await openMemory()));
  describeLists(openMemory);
});

describe.each(databases)('operations on $name', (database) => {
  describe.skipIf(database.missing !== undefined)(database.missing ?? 'runs the suite of operations', () => {
    const places = placesOn(database);
    beforeAll(() => places.open(), 60_000);
    afterAll(() => places.close());

    describeAtomic(async () => hostOf(await places.open()));
    describeLists(places.open);

    test('ATX-14 requests that overlap leave what some of them leave one after the other', async () => {
      const { sources, dump, close } = await places.open();
      const server = serverOf(sources);
      const note = (id: string, value: string) => ({
        op: 'update',
        data: { type: 'orders', id, attributes: { note: value } },
      });
      for (let round = 0; round < 5; round++) {
        const answers = await Promise.all(
          Array.from({ length: 4 }, (_, index) => {
            const ids = index % 2 === 0 ? ['1', '2'] : ['2', '1'];
            return operate(
              server,
              ids.map((id) => note(id, `${round}-${index}`)),
            );
          }),
        );
        const done = answers.flatMap(({ status }, index) => (status === 200 ? [`${round}-${index}`] : []));
        // A deadlock takes one of them back, and its transaction runs again as a whole.
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
        const [orders] = (await dump()) as { readonly note: string }[][];
        expect(done).toContain(orders?.[0]?.note);
        expect(orders?.[1]?.note).toBe(orders?.[0]?.note);
      }
      await close();
    });
  });
});
