import { createServer } from 'node:http';
import { createClient } from '@linkage/client';
import type { Api } from '@linkage/core';
import { expect, test } from 'vitest';
import { toClient } from '../page/text/client-code.ts';
import { toFetch } from '../page/text/code.ts';
import { listen } from './listen.ts';

function codeFor(target: string): string | undefined {
  const address = { method: 'GET', target } as const;
  return toClient({ api: "https://example.com/it's", address, headers: [], body: '', ifMatch: undefined });
}

test('the code of the client has the type, the id, and the query', () => {
  expect(codeFor('/articles/a%20b?include=author')).toContain('client.get("articles", "a b", {');
  expect(codeFor('/articles?sort=title')).toContain('client.list("articles", {');
});

test('the code is complete: it has its imports, the headers, and the condition', () => {
  const address = { method: 'PATCH', target: '/articles/1' } as const;
  const body = '{"data":{"type":"articles","id":"1","attributes":{"title":"b"}}}';
  const headers = [{ name: 'Authorization', value: 'Bearer a' }];
  expect(
    toClient({ api: 'https://example.com', address, headers, body, ifMatch: '"1"' }),
  ).toBe(`import { createClient } from '@linkage/client';
// The declaration of your server: \`export const api = defineApi({ … });\`
import type { api } from './api.ts';

const client = createClient<typeof api>({
  baseUrl: "https://example.com",
  headers: () => ({
    "Authorization": "Bearer a"
  }),
});
const answer = await client.update("articles", "1", {
  "attributes": {
    "title": "b"
  }
}, {"ifMatch":"\\"1\\""});`);
});

test('an id of a document cannot add code', () => {
  expect(codeFor("/articles/1');alert(1)('")).toContain(`client.get("articles", "1');alert(1)('")`);
  expect(codeFor('/articles/1')).toContain(`baseUrl: "https://example.com/it's"`);
});

test('a path that cannot be decoded is used as it is', () => {
  expect(codeFor('/articles/%zz')).toContain('client.get("articles", "%zz")');
});

/** Runs the code with a client that only notes its request. */
async function requestOf(code: string | undefined): Promise<{ readonly target: string; readonly body: unknown }> {
  const [, call = '', text = ''] = /await client\.(\w+)\(([\s\S]*)\);$/.exec(code ?? '') ?? [];
  const sent: Request[] = [];
  const client = createClient<Api>({
    baseUrl: 'https://example.com',
    fetch: async (request: Request) => {
      sent.push(request);
      throw new TypeError('This client does not have a server.');
    },
    retry: 0,
  });
  const values: unknown[] = JSON.parse(`[${text}]`);
  const calls: Readonly<Record<string, unknown>> = { ...client };
  await (calls[call] as (...given: unknown[]) => Promise<unknown>)(...values).catch(() => undefined);
  const [request] = sent;
  if (request === undefined) throw new Error(`The code sends no request: ${code}`);
  const body = await request.text();
  return {
    target: decodeURIComponent(request.url.slice('https://example.com'.length).replaceAll('+', ' ')),
    body: body === '' ? undefined : JSON.parse(body),
  };
}

test.each([
  '/articles',
  '/articles?include=author,comments.author&sort=-title,words',
  '/articles?fields[articles]=title,author&page[size]=5&page[total]=true',
  '/articles?filter[title]=a,b',
  '/articles?filter[words][ge]=10&filter[title][contains]=x y',
  '/articles?filter[words][between]=1,2',
  '/articles/7?include=author',
])('the code for %s sends the same request', async (target) => {
  expect((await requestOf(codeFor(target))).target).toBe(target);
});

test.each([
  "/articles?filter=or(eq(title,'a'),gt(words,1))",
  '/articles?filter[title]=a\\,b',
  '/articles?filter[title]=null',
  '/articles?filter[title][contains]=a,b',
  '/articles?example-lang=de',
])('the page does not show code for %s, which the client would send in another way', (target) => {
  expect(codeFor(target)).toBeUndefined();
});

test.each([
  [
    'POST',
    '/articles',
    {
      data: {
        type: 'articles',
        id: 'x',
        attributes: { title: 'a' },
        relationships: { author: { data: { type: 'people', id: '1' } } },
      },
    },
  ],
  ['PATCH', '/articles/7', { data: { type: 'articles', id: '7', attributes: { title: 'a' } } }],
] as const)('the code for a %s sends the same document', async (method, target, document) => {
  const sending = {
    api: '/',
    address: { method, target },
    headers: [],
    body: JSON.stringify(document),
    ifMatch: undefined,
  };
  expect(await requestOf(toClient(sending))).toEqual({ target, body: document });
});

test.each([
  ['GET', 200],
  ['PATCH', 200],
  ['PATCH', 204],
  ['DELETE', 204],
] as const)('the code of fetch for %s runs if the response has status %i', async (method, status) => {
  const seen: (string | undefined)[] = [];
  const host = createServer((request, response) => {
    seen.push(request.method);
    response.writeHead(status).end(status === 204 ? undefined : '{"data":null}');
  });
  const url = `${await listen(host)}/articles/1`;
  const sending = {
    api: url,
    address: { method, target: '/articles/1' },
    headers: [],
    body: '{"data":{}}',
    ifMatch: '"1"',
  };
  await Object.getPrototypeOf(async () => undefined).constructor(toFetch(sending, url))();
  host.close();
  expect(seen).toEqual([method]);
});
