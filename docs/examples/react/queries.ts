import type { AtomicClient } from '@linkage/client';
import { createReads, createWrites, optimistic } from '@linkage/query';
import type { api } from './schema.ts';

/** The queries and the mutations of the page. */
export function queriesOf(client: AtomicClient<typeof api>) {
  const reads = createReads(client);
  const writes = createWrites(client);
  return {
    list: reads.list('articles', { include: ['author'], sort: ['title'], page: { size: 5, total: true } }),
    scroll: reads.infiniteList('articles', { sort: ['title'], page: { size: 15 } }),
    article: (id: string) => reads.get('articles', id, { include: ['author'] }),
    save: writes.update('articles', { include: ['author'] }),
    rename: writes.update('articles', { optimistic }),
    remove: writes.delete('articles', { optimistic }),
    publish: writes.action('articles', 'publish'),
    create: { ...writes.create('articles', { idempotencyKey: true }), retry: 3 },
    createTogether: writes.atomic('createTogether', (transaction, given: { title: string; name: string }) => {
      const author = transaction.add('people', { attributes: { name: given.name } });
      return [transaction.add('articles', { attributes: { title: given.title }, relationships: { author } }), author];
    }),
  };
}
