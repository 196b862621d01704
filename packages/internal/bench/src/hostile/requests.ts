import type { JsonApiRequest } from '@linkage/server';

const media = 'application/vnd.api+json';
const cursors = `${media};profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"`;

/** The largest number of pieces, below the fixed limits of headers, and the request: `mark` is another string each time. */
export type SizedRequest = readonly [limit: number, make: (count: number, mark: string) => Partial<JsonApiRequest>];

const list = (count: number, piece: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => piece(n)).join('');

/** Requests whose paths, cursors, and headers could take more than linear time. */
export const hostileRequests: Readonly<Record<string, SizedRequest>> = {
  'segments of a path': [4000, (n, mark) => ({ url: `/${mark}${'a/'.repeat(n)}` })],
  'escapes of a path': [2500, (n, mark) => ({ url: `/nodes/${mark}${'%41'.repeat(n)}` })],
  // 22 characters are the code that authenticates a cursor.
  'a long cursor': [
    4000,
    (n, mark) => ({ url: `/nodes?page[after]=1${mark.padEnd(22, 'a')}${'x'.repeat(n)}`, headers: { accept: cursors } }),
  ],
  'parameters of a page': [1000, (n, mark) => ({ url: `/nodes?${list(n, (it) => `page[${mark}a${it}]=1&`)}` })],
  'entity tags': [
    1000,
    (n, mark) => ({ url: '/nodes/1', headers: { 'if-none-match': `"${mark}",${'"a",'.repeat(n)}` } }),
  ],
  'entity tags of a write': [
    1000,
    (n, mark) => ({
      method: 'DELETE',
      url: '/nodes/1',
      headers: { 'if-match': `"${mark}",${'"a",'.repeat(n)}` },
    }),
  ],
  preferences: [450, (n, mark) => ({ headers: { prefer: `a="${mark}",${'a=b,'.repeat(n)}` } })],
  'an idempotency key': [
    240,
    (n, mark) => ({
      method: 'POST',
      headers: { 'idempotency-key': `"${mark}${'x'.repeat(n)}"`, 'content-type': media },
      body: '{}',
    }),
  ],
  'escapes of an idempotency key': [
    240,
    (n, mark) => ({
      method: 'POST',
      headers: { 'idempotency-key': `"${mark}${'\\"'.repeat(n)}"`, 'content-type': media },
      body: '{}',
    }),
  ],
  'elements of an Accept field': [
    65,
    (n, mark) => ({ headers: { accept: `${media};a="${mark}",${`${media};a=b,`.repeat(n)}` } }),
  ],
  'short elements of an Accept field': [450, (n, mark) => ({ headers: { accept: `a/${mark},${'a/b,'.repeat(n)}` } })],
  'parameters of a Content-Type field': [
    450,
    (n, mark) => ({
      method: 'POST',
      headers: { 'content-type': `${media};a="${mark}"${';a=b'.repeat(n)}` },
      body: '{}',
    }),
  ],
};
