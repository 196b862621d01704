import { createMemorySources } from '@linkage/server';
import { api } from './api.ts';

/** The records are in memory, so that tests need no database. */
export const testAddress = undefined;

/** Opens the records in memory: changes end with the process. */
export async function openSources(_address?: string) {
  const sources = createMemorySources(api, {
    people: [{ id: '1', name: 'Dan', articles: ['1', '2'] }],
    articles: [
      { id: '1', title: 'Hello', words: 120, author: '1' },
      { id: '2', title: 'Again', words: 800, author: '1' },
    ],
  });
  return { sources, close: async () => undefined };
}
