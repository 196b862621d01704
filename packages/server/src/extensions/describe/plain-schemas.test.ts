/** Schemas without a library: the description says what they require, and has no gap. */
import { defineApi, optional, string, unchecked } from '@linkage/core';
import { expect, test } from 'vitest';
import { createMemorySources, createServer } from '../../index.ts';

test('a string has its type, and an unchecked attribute allows every value', async () => {
  const api = defineApi({
    people: { attributes: { name: string(), note: optional(string()), address: unchecked<object>() } },
  });
  const server = createServer(api, createMemorySources(api, {}), { defaultAccess: 'allow' });
  const { types, gaps } = await server.describe();
  const fields = Object.entries(types['people']?.fields ?? {}).map(([name, field]) => [
    name,
    ...(field.kind === 'attribute' ? [field.schema, field.required, field.optional] : []),
  ]);
  expect(fields).toEqual([
    ['name', { type: 'string' }, true, false],
    ['note', { type: 'string' }, false, true],
    ['address', {}, true, false],
  ]);
  expect(gaps).toEqual([]);
});
