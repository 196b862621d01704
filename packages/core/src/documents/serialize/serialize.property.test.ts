import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineApi } from '../../schema/define-api.ts';
import { toMany, toOne } from '../../schema/relationship.ts';
import { validateDocument } from '../../validate/validate-document.ts';
import { buildDocument } from '../build/build-document.ts';
import type { BuildOptions } from '../build/build-options.ts';
import { serialize } from './serialize.ts';

const api = defineApi({
  nodes: {
    attributes: { label: z.string().optional(), note: z.json().optional(), at: z.string().optional() },
    relationships: { next: toOne('nodes'), twin: toOne(['nodes', 'twins']), others: toMany('twins') },
  },
  twins: { attributes: { label: z.string().optional() }, relationships: { others: toMany(['nodes', 'twins']) } },
});

const id = fc.constantFrom<string | number | bigint>('1', 2, 3n, 'constructor', 'ä/ö?');
const members = {
  label: fc.option(fc.string(), { nil: undefined }),
  note: fc.option(fc.jsonValue({ maxDepth: 2 }), { nil: undefined }),
  at: fc.option(fc.date({ noInvalidDate: true }), { nil: undefined }),
  secret: fc.constant('never'),
};

/** A record of any shape: members in any order, absent or undefined, a plain object or an instance of a class. */
function shaped(record: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return fc.tuple(record, fc.nat(), fc.boolean()).map(([made, turn, isInstance]) => {
    const entries = Object.entries(made);
    const turned = entries.slice(turn % entries.length).concat(entries.slice(0, turn % entries.length));
    const object = Object.fromEntries(
      turned.filter(([name], index) => name === 'id' || name === 'type' || index !== turn % 7),
    );
    return isInstance ? Object.assign(new (class Entity {})(), object) : object;
  });
}

const { nodes } = fc.letrec<{ nodes: object; twins: object; either: unknown }>((tie) => ({
  nodes: shaped(
    fc.record({
      id,
      type: fc.constant('nodes'),
      ...members,
      next: fc.option(fc.oneof({ maxDepth: 3 }, id, tie('nodes')), { nil: null }),
      twin: fc.option(tie('either'), { nil: null }),
      others: fc.array(fc.oneof({ maxDepth: 3 }, id, tie('twins')), { maxLength: 4 }),
    }),
  ),
  twins: shaped(
    fc.record({
      id,
      type: fc.constant('twins'),
      label: members.label,
      others: fc.array(tie('either'), { maxLength: 3 }),
    }),
  ),
  either: fc.oneof(
    { maxDepth: 3 },
    fc.record({ type: fc.constantFrom('nodes', 'twins'), id }),
    tie('nodes'),
    tie('twins'),
  ),
}));

const names = { nodes: ['label', 'note', 'at', 'next', 'twin', 'others'], twins: ['label', 'others'] };
const options = fc.record(
  {
    include: fc.subarray(['next', 'next.next', 'twin', 'twin.others', 'others', 'others.others', 'twin.others.twin']),
    fields: fc.record({ nodes: fc.subarray(names.nodes), twins: fc.subarray(names.twins) }, { requiredKeys: [] }),
    baseUrl: fc.constantFrom('', '/api', 'https://example.com/api/'),
    meta: fc.constant({ took: 1 }),
    jsonapi: fc.constant({ version: '1.1' }),
  },
  { requiredKeys: [] },
);

const data = fc.oneof(
  nodes,
  fc.constant(null),
  fc.uniqueArray(nodes, { maxLength: 5, selector: (record) => String((record as { id?: unknown }).id) }),
);

test('the text is that of the document, and both are valid', () => {
  fc.assert(
    fc.property(data, options, (records, chosen) => {
      const given = chosen as unknown as BuildOptions<typeof api, 'nodes'>;
      const document = buildDocument(api, 'nodes', records as never, given);
      const text = serialize(api, 'nodes', records as never, given);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(document)));
      expect(validateDocument(document, { api, sparseFieldsets: given.fields !== undefined }).issues).toBe(undefined);
      expect(text).not.toContain('never');
      expect(serialize(api, 'nodes', records as never, given)).toBe(text);
    }),
    { numRuns: 500 },
  );
});
