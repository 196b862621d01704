import { atomicRequests, ClientError, createClient, errorsByField, errorsByPath, hasStatus } from '@linkage/client';
import { JsonApiError } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import type { api } from './client-server.ts';
import { server } from './client-server.ts';

// #region create
export const client = createClient<typeof api>({
  baseUrl: 'https://example.com/api',
  headers: () => ({ Authorization: 'Bearer token' }),
  // Without a socket, for tests and server-side rendering. Default: the `fetch` of the platform.
  fetch: toFetchHandler(server, { prefix: '/api' }),
  // Only if the server has the extension.
  atomic: atomicRequests(),
});
// #endregion

// #region read
/** Returns lines such as "Hello, by Dan". */
export async function titles() {
  const page = await client.list('articles', {
    include: ['author'],
    sort: ['-title'],
    filter: [{ field: 'title', operator: 'ne', values: ['Draft'] }],
    page: { size: 2 },
  });
  const lines: string[] = [];
  // Reads further pages by their links.
  for await (const { title, author } of page) lines.push(`${title}, by ${author?.name ?? 'unknown'}`);
  return lines;
}
// #endregion

// #region write
export async function publish(title: string) {
  const { data: dan } = await client.get('people', '9');
  const created = await client.create(
    'articles',
    { attributes: { title }, relationships: { author: dan } },
    { idempotencyKey: true },
  );
  const updated = await client.update('articles', created.data.id, { attributes: { title: `${title}!` } });
  await client.updateRelationship('articles', created.data.id, 'author', { replace: null });
  // 412 if the article has changed since.
  await client.delete('articles', created.data.id, { ifMatch: updated.etag }).catch((error: unknown) => {
    if (!hasStatus(error, 412)) throw error;
  });
  return client.related('articles', created.data.id, 'author');
}
// #endregion

// #region errors
/** Returns the strings for a form by the names of its fields. */
export async function problems(title: string): Promise<Readonly<Record<string, string>>> {
  try {
    await client.create('articles', { attributes: { title } });
    return {};
  } catch (error) {
    // There is no document: the connection broke, or a proxy responded.
    if (ClientError.is(error)) return { form: `${error.kind}: try again later` };
    if (!JsonApiError.is(error)) throw error;
    const strings = Object.entries(errorsByField(error)).map(([field, errors]) => [field, errors?.at(0)?.title ?? '']);
    return Object.fromEntries(strings);
  }
}
/** For nested values: `address.street`. */
export const byPath = errorsByPath;
// #endregion

// #region cache
export async function refresh() {
  const first = await client.get('articles', '1');
  const second = await client.get('articles', '1', {}, { previous: first });
  return second.notModified; // true: the server responded with 304
}
// #endregion

// #region atomic
export async function publishTogether() {
  const [article, person] = await client.atomic((transaction) => {
    const author = transaction.add('people', { attributes: { name: 'Eve' } });
    // The handle stands for the person, who does not have an id yet.
    return [transaction.add('articles', { attributes: { title: 'Together' }, relationships: { author } }), author];
  });
  return `${article.title}, by ${person.name}`;
}
// #endregion
