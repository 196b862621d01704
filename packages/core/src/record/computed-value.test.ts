import { expect, test } from 'vitest';
import { z } from 'zod';
import { buildDocument } from '../build/build-document.ts';
import { attribute } from '../schema/attribute.ts';
import { defineApi } from '../schema/define-api.ts';
import { serialize } from '../serialize/serialize.ts';

const api = defineApi({
  people: {
    attributes: {
      first: z.string(),
      last: z.string().nullable().optional(),
      name: attribute(z.string(), {
        needs: ['first', 'last'],
        compute: ({ first, last }: { readonly first: string; readonly last: string | null }) =>
          last === null ? first : `${first} ${last}`,
      }),
    },
  },
});

test.each<[string, object, object]>([
  ['has both fields', { first: 'Ada', last: 'Byron' }, { first: 'Ada', last: 'Byron', name: 'Ada Byron' }],
  ['has a field that is null', { first: 'Ada', last: null }, { first: 'Ada', last: null, name: 'Ada' }],
  ['lacks a field: without the attribute', { first: 'Ada' }, { first: 'Ada' }],
  ['has a value of its own, which does not count', { first: 'Ada', name: 'Bo' }, { first: 'Ada' }],
  [
    'inherits a field',
    Object.assign(Object.create({ last: 'Byron' }), { first: 'Ada' }),
    { first: 'Ada', last: 'Byron', name: 'Ada Byron' },
  ],
])('a computed attribute of a record that %s', (_, fields, attributes) => {
  const record = Object.assign(fields, { id: '1' }) as never;
  expect(buildDocument(api, 'people', record).data).toEqual({ type: 'people', id: '1', attributes });
  expect(JSON.parse(serialize(api, 'people', record)).data).toEqual({ type: 'people', id: '1', attributes });
});
