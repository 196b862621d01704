import { deserialize, formatQuery } from '@linkage/core';
import { api } from './core.ts';

// #region client
const mediaType = 'application/vnd.api+json';

/** Sends a request and returns the parsed document. Throws an error that contains the error objects. */
export async function request(url: string, { body, headers, ...init }: RequestInit & { body?: string } = {}) {
  const response = await fetch(url, {
    ...init,
    ...(body === undefined ? {} : { body }),
    headers: { Accept: mediaType, ...(body === undefined ? {} : { 'Content-Type': mediaType }), ...headers },
  });
  const text = await response.text();
  const document: unknown = text === '' ? undefined : JSON.parse(text);
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`, { cause: document });
  return { document, etag: response.headers.get('ETag') };
}
// #endregion

// #region read
export async function fetchArticles(origin: string) {
  const query = formatQuery(api, 'articles', { include: ['author'], sort: ['-title'] });
  const { document } = await request(`${origin}/articles?${query}`);
  return deserialize(document, { api, type: 'articles', include: ['author'], collection: true }).data;
}
// #endregion

// #region write
export async function renameArticle(origin: string, id: string, title: string) {
  const url = `${origin}/articles/${id}`;
  const { etag } = await request(url);
  const body = JSON.stringify({ data: { type: 'articles', id, attributes: { title } } });
  // 412 if another client has changed the article in the meantime.
  return request(url, { method: 'PATCH', body, headers: etag === null ? {} : { 'If-Match': etag } });
}
// #endregion
