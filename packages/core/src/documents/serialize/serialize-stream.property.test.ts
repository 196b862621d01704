import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineApi } from '../../schema/define-api.ts';
import { toMany, toOne } from '../../schema/relationship.ts';
import { validateDocument } from '../../validate/validate-document.ts';
import { serialize } from './serialize.ts';
import { serializeStream } from './serialize-stream.ts';

const targets = ['nodes', 'twins'] as const;
const fields = {
  attributes: { label: z.string().optional(), note: z.json().optional() },
  relationships: { next: toOne(targets), others: toMany(targets) },
};
/** Paths from roots lead to no root; those from nodes and twins lead back. */
const api = defineApi({ roots: fields, nodes: fields, twins: fields });

type Record = { type: string; id: string } & Partial<{ label: string; note: unknown; next: unknown; others: unknown }>;

const path = fc
  .array(fc.constantFrom('next', 'others'), { minLength: 1, maxLength: 4 })
  .map((steps) => steps.join('.'));
const fieldset = fc.subarray(['label', 'note', 'next', 'others']);
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const options = fc.record({
  include: optional(fc.uniqueArray(path, { maxLength: 4 })),
  fields: optional(fc.record({ roots: fieldset, nodes: fieldset }, { requiredKeys: [] })),
  baseUrl: optional(fc.constantFrom('', '/api')),
  jsonapi: optional(fc.constant({ version: '1.1' })),
  links: optional(fc.constantFrom({}, { self: '/a' })),
  meta: optional(fc.constantFrom({}, { 'a"': '\u2028' })),
  extensions: fc.constant([{ uri: 'https://example.com/v', namespace: 'v' }]),
  additional: optional(fc.constantFrom({}, { 'v:a': [1], 'v:b': null })),
});

/** A value for a relationship: where it leads, and how it says so. */
const link = fc.record({ at: fc.nat(), as: fc.constantFrom('record', 'part', 'identifier') });
const drawn = fc.record({
  type: fc.constantFrom('roots', ...targets),
  number: fc.nat({ max: 60 }),
  label: optional(fc.oneof(fc.string(), fc.constant('long '.repeat(4000)))),
  note: optional(fc.jsonValue({ maxDepth: 1 })),
  next: optional(fc.option(link)),
  others: optional(fc.array(link, { maxLength: 3 })),
  /** Whether the clock goes on before this record comes, so that the chunk goes out with it. */
  isLate: fc.boolean(),
});
/** Mostly in the order of their numbers, so that there are ids that grow. */
const graph = fc
  .uniqueArray(drawn, { maxLength: 50, selector: ({ type, number }) => `${type} ${number}` })
  .chain((all) => {
    const sorted = all.toSorted((a, b) => a.number - b.number);
    return fc.oneof(fc.constant(sorted), fc.shuffledSubarray(sorted, { minLength: sorted.length }));
  });
type Drawn = typeof graph extends fc.Arbitrary<infer Value> ? Value : never;

/** Records that lead to each other; parts of them show less, or, if they `differ`, something else. */
function recordsOf(all: Drawn, differ: boolean): readonly Record[] {
  const records = all.map(
    ({ type, number, label, note }): Record => ({ type, id: String(number), label, note }) as Record,
  );
  const related = records.filter(({ type }) => type !== 'roots');
  const toValue = ({ at, as }: { readonly at: number; readonly as: string }): unknown => {
    const record = related[at % related.length];
    if (record === undefined) return null;
    const { type, id } = record;
    if (as === 'record') return record;
    if (as === 'identifier') return { type, id };
    // Its prototype tells a record of which no field was loaded from an identifier.
    const other = related[(at >> 1) % related.length];
    return differ
      ? { type, id, label: 'other', next: other, others: [other] }
      : Object.assign(Object.create({}), { type, id });
  };
  for (const [index, { next, others }] of all.entries()) {
    const record = records[index] as Record;
    if (next !== undefined) record.next = next && toValue(next);
    if (others !== undefined) record.others = others.map(toValue).filter((value) => value !== null);
  }
  return records;
}

async function textOf(stream: AsyncIterable<string>): Promise<{ readonly text: string; readonly chunks: number }> {
  let text = '';
  let chunks = 0;
  for await (const chunk of stream) {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    text += chunk;
    chunks++;
  }
  return { text, chunks };
}

async function* inTime(records: readonly Record[], all: Drawn): AsyncGenerator<Record> {
  for (const record of records) {
    if (all.some((it) => it.isLate && it.type === record.type && String(it.number) === record.id))
      vi.advanceTimersByTime(100);
    yield record;
  }
}

beforeAll(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterAll(() => void vi.useRealTimers());

/** Which types the primary data is of. */
const choices = [['roots'], ['nodes', 'twins'], ['roots', 'nodes', 'twins'], ['nodes']] as const;

test('a stream gives the text of serialize, wherever its chunks end, and it validates (CMP-04, CMP-05)', async () => {
  const seen = { chunks: 0, included: 0 };
  await fc.assert(
    fc.asyncProperty(
      graph,
      options,
      fc.constantFrom(...choices),
      fc.boolean(),
      async (all, drawnOptions, types, isAsync) => {
        const given = drawnOptions as object;
        const records = recordsOf(all, false).filter(({ type }) => (types as readonly string[]).includes(type));
        const text = serialize(api, types, records as never, given);
        const source = isAsync ? inTime(records, all) : records;
        const streamed = await textOf(serializeStream(api, types, source as never, given));
        expect(streamed.text).toBe(text);
        const document = JSON.parse(text);
        const sparseFieldsets = drawnOptions.fields !== undefined;
        const plain = { ...document, 'v:a': undefined, 'v:b': undefined };
        expect(validateDocument(plain, { sparseFieldsets })).toHaveProperty('value');
        seen.chunks = Math.max(seen.chunks, streamed.chunks);
        seen.included = Math.max(seen.included, document.included?.length ?? 0);
      },
    ),
    { numRuns: 300 },
  );
  expect(seen.chunks).toBeGreaterThan(3);
  expect(seen.included).toBeGreaterThan(2);
});

test('whatever records say of each other, the document validates', async () => {
  await fc.assert(
    fc.asyncProperty(graph, options, fc.constantFrom(...choices), async (all, { include }, types) => {
      const records = recordsOf(all, true).filter(({ type }) => (types as readonly string[]).includes(type));
      const { text } = await textOf(serializeStream(api, types, records as never, { include } as object));
      expect(validateDocument(JSON.parse(text))).toHaveProperty('value');
    }),
    { numRuns: 300 },
  );
});
