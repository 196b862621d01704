import { z } from 'zod';
import type { HttpRequest } from '../src/http.ts';
import { attribute, defineApi, JsonApiError, toMany, toOne } from '../src/index.ts';

/** The API of the tests of requests. */
export const shop = defineApi({
  articles: {
    attributes: { title: attribute(z.string().min(1), { sort: true, filter: true }) },
    relationships: {
      author: toOne('people'),
      comments: toMany('comments'),
      editors: toMany('people', { required: true }),
      origin: toOne('people', { write: false }),
    },
  },
  people: { attributes: { name: attribute(z.string(), { sort: true, filter: true }) } },
  comments: { attributes: { text: z.string() }, relationships: { author: toOne('people') } },
});

const media = 'application/vnd.api+json';

/** Creates a request from its first line, such as `GET /articles`, and its document. */
export function requestOf(line: string, body?: unknown, headers: Record<string, string> = {}): HttpRequest {
  const [method, url] = line.split(' ');
  const ofBody = body === undefined ? {} : { 'content-type': media };
  return { method, url, headers: { accept: media, ...ofBody, ...headers }, body };
}

/** Returns the status of the error of a reader, and each error with its place; `[]` if there is none. */
export async function problemsOf(read: () => unknown): Promise<readonly unknown[]> {
  try {
    await read();
    return [];
  } catch (error) {
    if (!JsonApiError.is(error)) throw error;
    const placeOf = (source: object = {}) => Object.values(source).join();
    return [error.status, ...error.errors.map(({ code, source }) => `${code} ${placeOf(source)}`.trim())];
  }
}
