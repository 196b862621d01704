import fc from 'fast-check';
import { split } from '../../../bench/src/hostile/odd.ts';
import { blogNames, openBlog } from '../blog.ts';
import type { InputKind } from '../input-kind.ts';
import { mutatedDocuments } from '../mutate-document.ts';
import { changedStrings, mutatedQueries, mutatedUrls } from '../mutate-url.ts';
import { ATOMIC, MEDIA_TYPE, type RequestInput, sendRequest } from '../send-request.ts';
import { blogDocuments, blogParts } from './blog-parts.ts';
import { type CursorInput, cursors, cursorUrl, profile } from './cursor-inputs.ts';

const { create, update, linkage, operations } = blogDocuments;
const methods = fc.constantFrom(
  ...split(`
    GET GET GET HEAD OPTIONS POST PATCH DELETE PUT get __proto__ CONNECT
  `),
  ...[''],
);

const headerNames = [
  ...split(`
    accept Accept content-type if-match if-none-match prefer idempotency-key x-http-method-override if-modified-since
    host content-length content-encoding range __proto__ constructor toString
  `),
];
const headerValues = [
  ...[MEDIA_TYPE, ATOMIC, '*/*', 'application/json', '"x"', 'W/"x"', '*', '"0000000000000000-"', '"', ',', '', 'gzip'],
  ...[
    'return=minimal',
    'PATCH',
    'DELETE',
    '"k1"',
    'k1',
    '0',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    `${MEDIA_TYPE};profile="x"`,
  ],
  `${MEDIA_TYPE};profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"`,
];

/** Creates headers that a request of HTTP can have. */
const headers = fc.dictionary(
  fc.constantFrom(...headerNames),
  fc.oneof(
    changedStrings(fc.constantFrom(...headerValues)),
    fc.array(fc.constantFrom(...headerValues), { maxLength: 3 }),
  ),
  { maxKeys: 3 },
);

const requestsOf = (urls: fc.Arbitrary<string>): fc.Arbitrary<RequestInput> =>
  fc.record({ method: fc.constant('GET'), url: urls });
const open = () => {
  const opened = openBlog();
  return { run: (input: RequestInput) => sendRequest(opened, input) };
};

const writes = fc.oneof(
  fc.tuple(
    fc.constant('POST'),
    fc.constantFrom('/articles', '/people', '/comments'),
    mutatedDocuments(create, { names: blogNames }),
  ),
  fc.tuple(
    fc.constant('PATCH'),
    fc.constantFrom('/articles/1', '/people/1', '/articles/3'),
    mutatedDocuments(update, { names: blogNames }),
  ),
  fc.tuple(
    fc.constantFrom('PATCH', 'POST', 'DELETE'),
    fc.constantFrom(...['author', 'related', 'comments'].map((it) => `/articles/1/relationships/${it}`)),
    mutatedDocuments(linkage, { names: blogNames }),
  ),
);

const AGGREGATES = 'https://github.com/linkage-js/linkage/blob/main/docs/profiles/aggregates.md';

/** Queries with the parameters of aggregates, of readable, hidden, and other attributes, beside those of all families. */
const aggregated = fc
  .tuple(
    fc.constantFrom('/articles', '/people', '/comments', '/articles/1', '/people/1/articles'),
    fc.array(
      fc.tuple(
        fc.constantFrom('groupBy', 'sumOf', 'minOf', 'maxOf', 'groupBy', 'groupby', 'sumOf[]'),
        fc.array(
          fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...blogNames) }, changedStrings(fc.constant('words'))),
          {
            maxLength: 3,
          },
        ),
      ),
      { minLength: 1, maxLength: 3 },
    ),
    fc.constantFrom('', 'page[size]=0', 'page[size]=1', 'page[total]=true'),
    fc.option(mutatedQueries(blogParts), { freq: 3 }),
  )
  .map(([path, parts, page, query]) => {
    const pairs = parts.map(([name, names]) => `${name}=${encodeURIComponent(names.join(',').toWellFormed())}`);
    return `${path}?${[...pairs, page, query ?? ''].filter((it) => it !== '').join('&')}`;
  });

const actions = fc.tuple(
  fc.oneof(
    fc.constantFrom('/articles/1/-actions/publish', '/articles/3/-actions/publish', '/articles/-actions/recount'),
    fc.constantFrom('/articles/-actions/rate?filter[words]=4', '/articles/-actions/rate?filter[title][ne]=x'),
    changedStrings(fc.constant('/articles/1/-actions/publish')).map((it) => `/${it.replace(/^\//, '')}`),
    mutatedQueries(blogParts).map((it) => `/articles/-actions/rate?${it}`),
  ),
  mutatedDocuments(['{"meta":{"reason":"it is done","any":{"deep":[1,null]}}}', '{"meta":{"by":3}}', '{}'], {
    names: [...blogNames, 'meta', 'reason', 'by'],
  }),
  headers,
);

/** Requests to a server in memory with access rules, profiles, and extensions. */
export const serverKinds: readonly InputKind[] = [
  { name: 'url', inputs: requestsOf(mutatedUrls(blogParts)), open },
  {
    name: 'filter',
    inputs: requestsOf(
      fc
        .tuple(fc.constantFrom('/articles', '/people', '/comments'), mutatedQueries(blogParts))
        .map(([path, query]) => `${path}?${query}`),
    ),
    open,
  },
  {
    name: 'cursor',
    inputs: cursors,
    open: () => {
      const opened = openBlog();
      return {
        run: async (input: CursorInput) =>
          sendRequest(opened, { method: 'GET', url: await cursorUrl(input), headers: profile }),
      };
    },
  },
  {
    name: 'aggregates',
    inputs: aggregated.map((url) => ({
      ...{ method: 'GET', url },
      headers: { accept: `${MEDIA_TYPE};profile="${AGGREGATES}"` },
    })),
    open,
  },
  {
    name: 'action',
    inputs: actions.map(([url, body, given]) => ({ method: 'POST', url, body, headers: given })),
    open,
  },
  { name: 'write', inputs: writes.map(([method, url, body]) => ({ method, url, body })), open },
  {
    name: 'operations',
    inputs: mutatedDocuments(operations, { names: blogNames }).map((body) => ({
      method: 'POST',
      url: '/operations',
      headers: { 'content-type': ATOMIC, accept: ATOMIC },
      body,
    })),
    // A request has up to 50 writes, each with the access rules of three types: about 0.5 ms before V8 has optimized the code.
    mostTime: 80,
    open,
  },
  {
    name: 'request',
    inputs: fc.record(
      {
        method: methods,
        url: mutatedUrls(blogParts),
        headers,
        body: mutatedDocuments([...create, ...update, ...linkage], { names: blogNames }),
        bytes: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('base64')),
      },
      { requiredKeys: ['method', 'url', 'headers'] },
    ),
    open,
  },
];
