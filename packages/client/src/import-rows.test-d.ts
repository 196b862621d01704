import { expectTypeOf, test } from 'vitest';
import type { api } from '../test/world.ts';
import type { AtomicClient, Client } from './client.ts';
import { importRows } from './import-rows.ts';
import type { ImportProgress } from './send-rows.ts';

declare const client: AtomicClient<typeof api>;
declare const withoutOperations: Client<typeof api>;
declare const rows: AsyncIterable<{ readonly title: string }>;

test('the types of rows and of the API are inferred', () => {
  const run = importRows(client, rows, {
    key: 'a',
    write(it, row, index) {
      expectTypeOf(row).toEqualTypeOf<{ readonly title: string }>();
      expectTypeOf(index).toEqualTypeOf<number>();
      it.add('articles', { attributes: { title: row.title } });
      // @ts-expect-error: the attribute is misspelled.
      it.add('articles', { attributes: { titel: row.title } });
      // @ts-expect-error: the type does not exist.
      it.add('article', { attributes: { title: row.title } });
      // @ts-expect-error: the row does not have this member.
      it.add('articles', { attributes: { title: row.titel } });
    },
  });
  expectTypeOf(run).toEqualTypeOf<AsyncGenerator<ImportProgress, void, undefined>>();
  // @ts-expect-error: the key is required.
  importRows(client, rows, { write: () => undefined });
  // @ts-expect-error: the client must be able to send transactions.
  importRows(withoutOperations, rows, { key: 'a', write: () => undefined });
});
