import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { buildDocument } from '../../documents/build/build-document.ts';
import type { BuildOptions } from '../../documents/build/build-options.ts';
import { serialize } from '../../documents/serialize/serialize.ts';
import { defineApi } from '../../schema/define-api.ts';
import { toMany, toOne } from '../../schema/relationship.ts';
import { validateDocument } from '../../validate/validate-document.ts';
import { deserialize } from './deserialize.ts';

const types = ['nodes', 'twins', 'bare'] as const;
const fields = {
  attributes: { label: z.string(), note: z.json().optional() },
  relationships: { next: toOne(types), others: toMany(types) },
};
const api = defineApi({ nodes: fields, twins: fields, bare: { relationships: fields.relationships } });

interface Node {
  readonly type: (typeof types)[number];
  readonly id: string;
  readonly label?: string;
  readonly note?: unknown;
  next?: Node | null | undefined;
  others?: readonly Node[] | undefined;
}

/** Enough steps to come from any node to any other. */
const steps = 4;
const path = (depth: number): readonly string[] =>
  depth === 0 ? [] : ['next', 'others'].flatMap((name) => [name, ...path(depth - 1).map((rest) => `${name}.${rest}`)]);
const options = { include: path(steps) } as unknown as BuildOptions<typeof api, (typeof types)[number]>;

/** Up to five records, related at will: cycles, self-references, shared records, relationships that were not loaded. */
const graph = fc
  .uniqueArray(
    fc.record({
      type: fc.constantFrom(...types),
      id: fc.constantFrom('1', '2', '__proto__', 'constructor'),
      label: fc.string(),
      note: fc.option(
        fc.jsonValue({ maxDepth: 1 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown),
        { nil: undefined },
      ),
      next: fc.option(fc.option(fc.nat(), { nil: null }), { nil: undefined }),
      others: fc.option(fc.uniqueArray(fc.nat({ max: 4 }), { maxLength: 4 }), { nil: undefined }),
    }),
    { minLength: 1, maxLength: steps + 1, selector: ({ type, id }) => JSON.stringify([type, id]) },
  )
  .map((drawn) => {
    const nodes = drawn.map(
      ({ type, id, label, note }): Node => (type === 'bare' ? { type, id } : { type, id, label, note }),
    );
    const nodeAt = (index: number) => nodes[index % nodes.length] as Node;
    for (const [index, { next, others }] of drawn.entries()) {
      const node = nodeAt(index);
      node.next = typeof next === 'number' ? nodeAt(next) : next;
      node.others = others && [...new Set(others.map(nodeAt))];
    }
    return nodes;
  });

/** Walks records and linked objects side by side: each record has to have one linked object, and each of these one record. */
function expectSameGraph(records: readonly Node[], linked: readonly object[]): void {
  const linkedOf = new Map<Node, object>();
  const work: (readonly [unknown, unknown])[] = records.map((record, index) => [record, linked[index]]);
  for (const [record, object] of work) {
    if (record === null || record === undefined) {
      expect(object).toBe(record);
      continue;
    }
    const known = linkedOf.get(record as Node);
    if (known !== undefined) {
      expect(object).toBe(known);
      continue;
    }
    linkedOf.set(record as Node, object as object);
    const { next, others, ...own } = record as Node;
    const { next: linkedNext, others: linkedOthers, ...linkedOwn } = object as Node;
    expect(linkedOwn).toEqual(own);
    for (const [name, value] of Object.entries({ next, others })) {
      expect(Object.hasOwn(object as object, name)).toBe(value !== undefined);
    }
    work.push([next, linkedNext]);
    expect(linkedOthers?.length).toBe(others?.length);
    for (const [index, it] of (others ?? []).entries()) work.push([it, linkedOthers?.[index]]);
  }
  expect(new Set(linkedOf.values()).size).toBe(linkedOf.size);
}

test('a document with everything included gives the records back, and so does its text', () => {
  fc.assert(
    fc.property(graph, fc.nat({ max: 4 }), (nodes, count) => {
      const records = nodes.slice(0, count);
      const document = buildDocument(api, types, records as never, options);
      expect(validateDocument(document)).toHaveProperty('value');
      expectSameGraph(records, deserialize(document, { collection: true }).data);
      const text = serialize(api, types, records as never, options);
      expectSameGraph(records, deserialize(JSON.parse(text), { collection: true }).data);
    }),
    { numRuns: 300 },
  );
});

test('one record, too', () => {
  fc.assert(
    fc.property(graph, ([record]) => {
      const document = buildDocument(api, types, record as never, options);
      expectSameGraph([record as Node], [deserialize(document, { collection: false }).data as object]);
    }),
  );
});

test('any JSON in the place of data and included is taken, and stays as it was', () => {
  const name = fc.oneof(fc.string(), fc.constantFrom('type', 'id', 'data', '__proto__', 'toString', 'attributes'));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 6 }, fc.constantFrom(null, 1, 'a', '__proto__'), fc.array(tie('value')), tie('object')),
    object: fc.oneof(
      fc.dictionary(name, tie('value'), { maxKeys: 3 }),
      fc.record(
        { type: tie('value'), id: tie('value'), attributes: tie('value'), relationships: tie('value') },
        { requiredKeys: [] },
      ),
    ),
  }));
  fc.assert(
    fc.property(value, value, (data, included) => {
      const text = JSON.stringify({ data, included });
      const document = JSON.parse(text);
      deserialize(document);
      expect(JSON.stringify(document)).toBe(text);
    }),
  );
});
