import { type AtomicOperationsOptions, atomicOperations, createServer, type Sources } from '@linkage/server';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operate } from '../../server/test/atomic-request.ts';
import { type AnyDocument, send } from '../../server/test/support.ts';
import { api, type Place, places, type Shop } from '../test/atomic-world.ts';

const runs = Number(process.env['PROPERTY_RUNS'] ?? 60);

function serverOf(sources: Sources<Shop>, options: AtomicOperationsOptions = {}) {
  return createServer(api, sources, { extensions: [atomicOperations(options)], onError: () => undefined });
}

const id = fc.constantFrom('1', '2', '3', '4');
const order = fc.record({ type: fc.constant('orders'), id });
const relationships = fc.record({ order: fc.record({ data: fc.option(order) }) }, { requiredKeys: [] });
const attributes = fc.record({ product: fc.constantFrom('a', 'b'), quantity: fc.constantFrom(0, 1, 1, 1, 2) });

/** Operations without local ids, most of which are possible. */
const operation = fc.oneof(
  fc.record({ op: fc.constant('add'), data: fc.record({ type: fc.constant('lines'), attributes, relationships }) }),
  fc.record({
    op: fc.constant('add'),
    data: fc.record({
      type: fc.constant('orders'),
      attributes: fc.record({ reference: fc.constantFrom('A-1', 'x', 'y', 'z') }),
      relationships: fc.record({ previous: fc.record({ data: fc.option(order) }) }, { requiredKeys: [] }),
    }),
  }),
  id.chain((each) =>
    fc.record({
      op: fc.constant('update'),
      ref: fc.constant({ type: 'lines', id: each }),
      data: fc.record({ type: fc.constant('lines'), id: fc.constant(each), attributes, relationships }),
    }),
  ),
  fc.record({ op: fc.constant('remove'), ref: fc.record({ type: fc.constant('lines'), id }) }),
  fc.record({
    op: fc.constantFrom('add', 'update', 'remove'),
    ref: fc.record({ type: fc.constant('lines'), id, relationship: fc.constant('labels') }),
    data: fc.subarray([
      { type: 'labels', id: 'new' },
      { type: 'labels', id: 'old' },
    ]),
  }),
) as fc.Arbitrary<AnyDocument>;

const methods: Readonly<Record<string, string>> = { add: 'POST', update: 'PATCH', remove: 'DELETE' };

/** The request of its own that does what an operation does. */
function single({ op, ref, data }: AnyDocument): readonly [line: string, body: object | undefined] {
  const { type, id: own, relationship } = ref ?? data;
  const below = ref === undefined ? '' : `/${own}${relationship === undefined ? '' : `/relationships/${relationship}`}`;
  return [`${methods[op]} /${type}${below}`, data === undefined ? undefined : { data }];
}

async function withPlaces<Result>(open: () => Promise<Place>, run: (a: Place, b: Place) => Promise<Result>) {
  const [a, b] = [await open(), await open()];
  try {
    return await run(a, b);
  } finally {
    await a.close();
    await b.close();
  }
}

describe.each(Object.entries(places))('properties of operations on %s', (name, open) => {
  test('a list without local ids leaves what single requests leave, and gives what they give', async () => {
    let succeeded = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 5 }), (operations) =>
        withPlaces(open, async (together, apart) => {
          const before = await together.dump();
          const answer = await operate(serverOf(together.sources), operations);
          const server = serverOf(apart.sources);
          const results: unknown[] = [];
          for (const [index, each] of operations.entries()) {
            const { status, document } = await send(server, ...single(each));
            if (status >= 400) {
              expect([answer.status, answer.problems.map((it) => it.split(' ')[0])]).toEqual([
                status,
                document.errors.map(({ code }: AnyDocument) => code),
              ]);
              expect(answer.problems.every((it) => it.includes(`/atomic:operations/${index}`))).toBe(true);
              expect(await together.dump()).toEqual(before);
              return;
            }
            const expected = each.op === 'remove' || each.ref?.relationship !== undefined ? undefined : document.data;
            results.push(expected);
          }
          succeeded++;
          expect(answer.status).toBe(results.every((data) => data === undefined) ? 204 : 200);
          if (answer.status === 200) expect(answer.results.map(({ data }) => data)).toEqual(results);
          expect(await together.dump()).toEqual(await apart.dump());
        }),
      ),
      { numRuns: runs },
    );
    expect(succeeded).toBeGreaterThan(runs / 20);
  });

  test.runIf(name === 'SQLite')('50 adds cost at most 3 statements each', async () => {
    const place = await open();
    const adds = Array.from({ length: 50 }, (_, index) => ({
      op: 'add',
      data: {
        type: 'lines',
        attributes: { product: `${index}`, quantity: 1 },
        relationships: { order: { data: { type: 'orders', id: '1' } } },
      },
    }));
    expect((await operate(serverOf(place.sources), adds)).status).toBe(200);
    const own = place.statements.filter((it) => !/^(?:begin|commit)/.test(it));
    expect(own.length).toBeLessThanOrEqual(150);
    expect(place.statements.filter((it) => it === 'begin')).toHaveLength(place.statements.includes('begin') ? 1 : 0);
    await place.close();
  });
});
