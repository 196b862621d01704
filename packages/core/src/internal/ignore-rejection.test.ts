import { afterEach, beforeEach, expect, test } from 'vitest';
import { serialize } from '../documents/serialize/serialize.ts';
import { parseQuery } from '../query/parse-query.ts';
import { attribute } from '../schema/attribute.ts';
import { defineApi } from '../schema/define-api.ts';
import type { StandardSchema } from '../schema/standard-schema.ts';

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
beforeEach(() => void process.on('unhandledRejection', note));
afterEach(() => void process.off('unhandledRejection', note));

const fail = (): Promise<never> => Promise.reject(new Error('late'));
const schemaOf = (validate: (value: unknown) => unknown): StandardSchema =>
  ({ '~standard': { version: 1, vendor: 'test', validate } }) as StandardSchema;
/** The declaration calls a schema with examples of strings, which are short. */
const slow = schemaOf((value) => (value === 'asked' ? fail() : { value }));
const plain = schemaOf((value) => ({ value }));
const thenable = schemaOf((value) =>
  value === 'asked'
    ? // biome-ignore lint/suspicious/noThenProperty: a promise of another library
      { then: (_: unknown, reject: (reason: unknown) => void) => reject(new Error('late')) }
    : { value },
);
const apiOf = (title: StandardSchema, options: object = {}) =>
  defineApi({ notes: { attributes: { title: attribute(title, options) }, relationships: {} } });
const record = { id: '1', title: 'a' };
const filter = new URLSearchParams({ 'filter[title]': 'asked' });

test.each<[string, () => unknown]>([
  ['the schema of a filter', () => parseQuery(apiOf(slow, { filter: true }), 'notes', filter)],
  ['the schema of a filter, in a thenable', () => parseQuery(apiOf(thenable, { filter: true }), 'notes', filter)],
  [
    'a filter language',
    () => parseQuery(apiOf(plain, { filter: true }), 'notes', filter, { filterLanguage: fail as never }),
  ],
  ['an attribute of a record', () => serialize(apiOf(plain), 'notes', { ...record, title: fail() } as never)],
  ['`encode`', () => serialize(apiOf(plain, { encode: fail }), 'notes', record as never)],
  ['members of `encode`', () => serialize(apiOf(plain, { encode: () => [fail(), fail()] }), 'notes', record as never)],
  [
    '`compute`',
    () => {
      const full = attribute(plain, { compute: fail as never, needs: ['title'] });
      return serialize(defineApi({ notes: { attributes: { title: plain, full } } }), 'notes', record as never);
    },
  ],
  ['the record', () => serialize(apiOf(plain), 'notes', fail() as never)],
])('a promise that %s returns is an error, and its rejection does not end the process', async (_, run) => {
  unhandled.length = 0;
  expect(run).toThrow(TypeError);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(unhandled).toEqual([]);
});
