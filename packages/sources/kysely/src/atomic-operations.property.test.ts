import {
  type AtomicOperationsOptions,
  atomicOperations,
  createServer,
  type DataSource,
  type Sources,
} from '@linkage/server';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLong } from '../../../core/test/runs.ts';
import { operate } from '../../../server/test/atomic-request.ts';
import { type AnyDocument, send } from '../../../server/test/support.ts';
import { api, type Place, places, type Shop } from '../test/atomic-world.ts';

const runs = Number(process.env['PROPERTY_RUNS'] ?? 60);
/** That most of the runs say something is certain only of many. */
const isMany = runs >= 500;

function serverOf(sources: Sources<Shop>, options: AtomicOperationsOptions = {}, access: object = {}) {
  return createServer(api, sources, {
    extensions: [atomicOperations(options)],
    onError: () => undefined,
    ...access,
  } as object);
}

/** A record of the calls while a server executes lists. */
interface Seen {
  /** The notes of rules, in the last attempt of the transaction. */
  readonly notes: string[];
  /** How often a source created several resources at once. */
  several: number;
}

/** A server whose transactions write down what they do. Rules can be asked again if a transaction runs again. */
function watchedServer({ sources, onAttempt }: Place, seen: Seen, access: object) {
  const watched = Object.entries(sources).map(([type, source]) => {
    const begin = source.transaction as NonNullable<DataSource['transaction']>;
    const transaction: DataSource['transaction'] = (run, call) =>
      begin((inner) => {
        if (call.transaction === undefined) {
          seen.notes.length = 0;
          onAttempt?.();
        }
        return run(inner);
      }, call);
    const createAll: DataSource['createAll'] = (inputs, call) => {
      seen.several++;
      return (source as Required<DataSource>).createAll(inputs, call);
    };
    const several = source.createAll === undefined ? {} : { createAll };
    const returnsWritten = source.returnsWritten?.map((method) => (method === source.createAll ? createAll : method));
    return [type, { ...source, ...several, returnsWritten, transaction }];
  });
  return serverOf(Object.fromEntries(watched), {}, access);
}

/** The notes, sorted by rule: operations that create together ask each rule in their order. */
const byRule = (notes: readonly string[]) =>
  notes.toSorted((one, other) => (one.split(',')[0] as string).localeCompare(other.split(',')[0] as string));

/** Rules that reject some writes, and write down what they receive. */
function rulesThatNote(seen: string[]) {
  const note = (rule: string) => (_: unknown, subject: AnyDocument) => {
    const { id: own, record, input, relationship, change } = subject;
    const { product, quantity, order } = record ?? {};
    seen.push(JSON.stringify([rule, own, { product, quantity, order }, input, relationship, change]));
    return quantity !== 2 || rule !== 'lines.delete';
  };
  const writes = (type: string) =>
    Object.fromEntries(
      ['create', 'update', 'delete', 'updateRelationship'].map((action) => [action, note(`${type}.${action}`)]),
    );
  return {
    access: {
      lines: { ...writes('lines'), read: () => [{ field: 'quantity', operator: 'ge', values: [1] }] },
      orders: { ...writes('orders'), read: () => [{ field: 'reference', operator: 'ne', values: ['z'] }] },
      labels: { ...writes('labels'), read: () => true },
    },
  };
}

const id = fc.constantFrom('1', '2', '3', '4');
const order = fc.record({ type: fc.constant('orders'), id });
const relationships = fc.record({ order: fc.record({ data: fc.option(order) }) }, { requiredKeys: [] });
const attributes = fc.record({ product: fc.constantFrom('a', 'b'), quantity: fc.constantFrom(0, 1, 1, 1, 1, 1, 2) });

const newLine = fc.record({
  op: fc.constant('add'),
  data: fc.record({ type: fc.constant('lines'), attributes, relationships }),
});
const newOrder = fc.record({
  op: fc.constant('add'),
  data: fc.record({
    type: fc.constant('orders'),
    attributes: fc.record({ reference: fc.constantFrom('A-1', 't', 'u', 'v', 'w', 'x', 'y', 'z') }),
    relationships: fc.record({ previous: fc.record({ data: fc.option(order) }) }, { requiredKeys: [] }),
  }),
});

/** Operations without local ids, most of which are possible. */
const operation = fc.oneof(
  newLine,
  newOrder,
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

/** Lists of operations, in which resources of one type are often created one after the other. */
const operationLists = fc
  .array(
    fc.oneof(
      { weight: 1, arbitrary: operation.map((it) => [it]) },
      {
        weight: 1,
        arbitrary: fc.oneof(
          ...([newLine, newOrder] as fc.Arbitrary<AnyDocument>[]).map((it) =>
            fc.array(it, { minLength: 2, maxLength: 4 }),
          ),
        ),
      },
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.flat() as readonly AnyDocument[]);

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

// The short form takes only the databases.
const tried = Object.entries(places).filter(([name]) => isLong || name !== 'memory');

describe.each(tried)('properties of operations on %s', (name, open) => {
  test.each([
    ['without rules', () => ({})],
    ['with rules', rulesThatNote],
  ])(
    'a list without local ids leaves what single requests leave, and gives what they give: %s',
    async (_, rules) => {
      let succeeded = 0;
      let severalInLists = 0;
      await fc.assert(
        fc.asyncProperty(operationLists, (operations) =>
          withPlaces(open, async (together, apart) => {
            const before = await together.dump();
            const seen: Seen = { notes: [], several: 0 };
            const seenApart: string[] = [];
            const answer = await operate(watchedServer(together, seen, rules(seen.notes)), operations);
            if (seen.several > 0) severalInLists++;
            const server = serverOf(apart.sources, {}, rules(seenApart));
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
                expect(byRule(seen.notes)).toEqual(byRule(seenApart));
                return;
              }
              const expected = each.op === 'remove' || each.ref?.relationship !== undefined ? undefined : document.data;
              results.push(expected);
            }
            succeeded++;
            expect(answer.status).toBe(results.every((data) => data === undefined) ? 204 : 200);
            if (answer.status === 200) expect(answer.results.map(({ data }) => data)).toEqual(results);
            expect(await together.dump()).toEqual(await apart.dump());
            expect(byRule(seen.notes)).toEqual(byRule(seenApart));
          }),
        ),
        // Few runs can be unlucky, so that none says something: they are the same each time.
        isMany ? { numRuns: runs } : { numRuns: runs, seed: 1 },
      );
      expect(succeeded).toBeGreaterThan(isMany ? runs / 20 : 0);
      if (name === 'SQLite') expect(severalInLists).toBe(0);
      else expect(severalInLists).toBeGreaterThan(isMany ? runs / 30 : 0);
    },
    30_000 + runs * 60,
  );

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
