import { attribute, defineApi } from '@linkage/core';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { attributeDates, createClient, type WithDates } from './index.ts';

const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
const api = defineApi({
  articles: {
    attributes: {
      title: z.string(),
      publishedAt: attribute(instant.nullable(), { filter: true }),
      createdAt: attribute(z.iso.datetime(), { write: false }),
      size: z.string().transform(Number),
    },
  },
});
const options = { baseUrl: 'https://example.com' };

test('only with the option, a client reads and writes dates', async () => {
  const client = createClient<typeof api>({ ...options, dates: attributeDates(api) });
  const { data } = await client.get('articles', '1');
  expectTypeOf(data.publishedAt).toEqualTypeOf<Date | null>();
  expectTypeOf(data.createdAt).toEqualTypeOf<string>();
  expectTypeOf(data.size).toEqualTypeOf<string>();
  void client.update('articles', '1', { attributes: { publishedAt: new Date() } });
  // @ts-expect-error a string is no date.
  void client.update('articles', '1', { attributes: { publishedAt: '2026-01-01T00:00:00Z' } });
  void client.list('articles', { filter: [{ field: 'publishedAt', operator: 'lt', values: [new Date()] }] });
  const plain = await createClient<typeof api>(options).get('articles', '1');
  expectTypeOf(plain.data.publishedAt).toEqualTypeOf<string | null>();
  expectTypeOf<WithDates<typeof api>>().toHaveProperty('types');
});
