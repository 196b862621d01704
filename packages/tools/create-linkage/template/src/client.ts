import { type ClientOptions, createClient } from '@linkage/client';
import type { AppApi } from './api.ts';

/** Creates the client. Its types come from the declaration, and nothing is generated. */
export function createApiClient(options: ClientOptions) {
  return createClient<AppApi>(options);
}

/** Returns lines such as "Hello, by Dan". */
export async function articleLines(client: ReturnType<typeof createApiClient>): Promise<string[]> {
  const { data } = await client.list('articles', { include: ['author'], sort: ['title'] });
  return data.map(({ title, author }) => `${title}, by ${author?.name ?? 'an unknown author'}`);
}
