import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineApi } from '../../schema/define-api.ts';
import { buildDocument } from '../build/build-document.ts';
import { serialize } from '../serialize/serialize.ts';
import { documentPlan } from './document-plan.ts';

const names = Array.from({ length: 14 }, (_, index) => `a${index}`);
const api = defineApi({ t: { attributes: Object.fromEntries(names.map((name) => [name, z.number()])) } });
const record = { id: 1, ...Object.fromEntries(names.map((name, index) => [name, index])) } as never;

/** The names that the bits of a number choose. */
const chosen = (bits: number): readonly string[] => names.filter((_, index) => (bits & (1 << index)) !== 0);

test('ten thousand different fieldsets in a row: each shows its own, and the plans kept are few', () => {
  const documentPlans = new Set<object>();
  for (let bits = 0; bits < 10_000; bits++) {
    const fields = { t: chosen(bits) };
    documentPlans.add(documentPlan(api, fields, undefined));
    const { data } = JSON.parse(serialize(api, 't', record, { fields }));
    expect(Object.keys(data.attributes ?? {})).toEqual(fields.t);
  }
  expect(documentPlans.size).toBe(10_000);
  const kept = [...documentPlans].filter((_, bits) =>
    documentPlans.has(documentPlan(api, { t: chosen(bits) }, undefined)),
  );
  expect(kept.length).toBeLessThan(300);
});

test('two users in turn never see the fields of the other', () => {
  const narrow = { fields: { t: ['a1'] } } as const;
  const wide = { fields: { t: ['a1', 'a2', 'a3'] } } as const;
  for (let turn = 0; turn < 1000; turn++) {
    expect(serialize(api, 't', record, narrow)).toBe('{"data":{"type":"t","id":"1","attributes":{"a1":1}}}');
    expect(JSON.parse(serialize(api, 't', record, wide)).data.attributes).toEqual({ a1: 1, a2: 2, a3: 3 });
    expect((buildDocument(api, 't', record, narrow) as { data: { attributes: object } }).data.attributes).toEqual({
      a1: 1,
    });
  }
});

test('fieldsets of one text but not of one meaning are told apart', () => {
  expect(() => serialize(api, 't', record, { fields: { t: ['a1,a2'] } as never })).toThrow(
    'does not have a field "a1,a2"',
  );
  const fields: { t: string[] } = { t: ['a1'] };
  serialize(api, 't', record, { fields });
  fields.t.push('a2');
  expect(JSON.parse(serialize(api, 't', record, { fields })).data.attributes).toEqual({ a1: 1, a2: 2 });
});
