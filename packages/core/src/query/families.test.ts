import { expect, test } from 'vitest';
import { JsonApiError } from '../error/json-api-error.ts';
import { defineApi } from '../schema/define-api.ts';
import { families } from './families.ts';
import { formatQuery } from './format-query.ts';
import { emptyQuery, parseQuery } from './parse-query.ts';

const api = defineApi({ articles: {} });

test('every family is a member of a query, with its value if it is absent', () => {
  const query: Readonly<Record<string, unknown>> = { ...parseQuery(api, 'articles', '') };
  for (const [name, { absent }] of families) expect(query[name], name).toBe(absent);
  expect(Object.keys(query)).toEqual([...families.keys(), 'parameters', 'extensionParameters']);
  expect(emptyQuery()).toEqual(query);
});

test('no query can change the value of an absent family for the next', () => {
  const query = parseQuery(api, 'articles', '');
  for (const value of [query, query.fields, query.sort, query.filter, query.page, query.parameters])
    expect(Object.isFrozen(value)).toBe(true);
  expect(() => (query.page as Map<string, string>).set('size', '1')).toThrow(TypeError);
});

test.each([...families.keys()])('%s can be written', (name) => {
  expect(formatQuery(api, 'articles', { [name]: undefined })).toBe('');
  expect(() => formatQuery(api, 'articles', { [`${name}s2`]: undefined } as never)).toThrow(TypeError);
});

test('a message lists the form of every family', () => {
  const forms = [...families.values()].map(({ form }) => `\`${form}\``).join(', ');
  try {
    parseQuery(api, 'articles', 'none=1');
    expect.unreachable();
  } catch (error) {
    expect(JsonApiError.is(error) && error.errors[0]?.detail).toContain(`Supported: ${forms}.`);
  }
});
