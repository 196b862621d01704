/** Usual mistakes that no compiler sees: each error names the place and the remedy. */
import { createServer as createHost } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineApi, JSON_API_MEDIA_TYPE, toOne } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { toNodeHandler } from '@linkage/node';
import { createMemorySources, createServer } from '@linkage/server';
import express from 'express';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { compilerMistakes } from './compiler-mistakes.ts';

const api = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() } },
});
const server = createServer(api, createMemorySources(api, { people: [{ id: '9', name: 'Dan' }] }));
const handler = toFetchHandler(server);
const document = { data: { type: 'articles', attributes: { title: 'A' } } };

/** Returns the details of the errors in the response to `POST /articles`. */
async function detailsOf(body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const response = await handler(
    new Request('http://localhost/articles', {
      method: 'POST',
      headers: { 'Content-Type': JSON_API_MEDIA_TYPE, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
  const { errors = [] } = (await response.json()) as { readonly errors?: readonly { readonly detail: string }[] };
  return errors.map(({ detail }) => detail);
}

test('the document without a mistake is accepted', async () => {
  expect(await detailsOf(document)).toEqual([]);
  // `Accept` is optional.
  expect(await detailsOf(document, { Accept: '*/*' })).toEqual([]);
});

test.each<[title: string, details: () => Promise<readonly string[]>, says: readonly string[]]>([
  [
    'the Content-Type is application/json',
    () => detailsOf(document, { 'Content-Type': 'application/json' }),
    ['`Content-Type` must be application/vnd.api+json', '"application/json"'],
  ],
  [
    'the Accept is application/json',
    () => detailsOf(document, { Accept: 'application/json' }),
    ['`Accept` must allow application/vnd.api+json.'],
  ],
  ['the body is not JSON', () => detailsOf("{ title: 'A' }"), ['JSON']],
  ['the fields are not in `data`', () => detailsOf({ title: 'A' }), ['`data`']],
  [
    'an attribute is misspelled',
    () => detailsOf({ data: { type: 'articles', attributes: { titel: 'A' } } }),
    ['"titel"', 'Did you mean `title`?'],
  ],
])('%s', async (_, details, says) => {
  const [first = ''] = await details();
  for (const part of says) expect(first).toContain(part);
});

/** What neither the compiler nor the start finds: a request does. */
const late = ['a middleware reads the body before the server, and does not keep it', 'find returns rows without an id'];
const atStart = ['an adapter is called without a server'];

test('the compiler or the start finds 96 of 100 mistakes in programs', () => {
  const found = compilerMistakes.length + atStart.length;
  expect(found / (found + late.length)).toBeGreaterThanOrEqual(0.96);
});

test(late[0] as string, async () => {
  const app = express()
    .use((request, _response, next) => void request.resume().on('end', next))
    .use(toNodeHandler(server));
  const host = createHost(app).listen(0);
  const { port } = host.address() as AddressInfo;
  const response = await fetch(`http://localhost:${port}/articles`, {
    method: 'POST',
    headers: { 'Content-Type': JSON_API_MEDIA_TYPE },
    body: JSON.stringify(document),
  });
  const text = await response.text();
  host.close();
  expect(text).toContain('the body was already read');
  expect(text).toContain('Register the handler before the middleware that reads it.');
});

test(atStart[0] as string, () => {
  const message = 'server must be a server that createServer returned, but it is undefined.';
  const adapters: readonly ((server: never) => unknown)[] = [toFetchHandler, toNodeHandler];
  for (const adapter of adapters) {
    expect(() => adapter(undefined as never)).toThrow(new TypeError(message));
    expect(() => adapter(api as never)).toThrow('a server that createServer returned');
  }
});

test(late[1] as string, async () => {
  const errors: unknown[] = [];
  const rows = { find: () => [{ articleId: 1, title: 'A' }] } as never;
  const wrong = createServer(api, { articles: rows, people: {} }, { onError: (error) => errors.push(error) });
  const { status } = await wrong.handle({ method: 'GET', url: '/articles/1', headers: {} });
  expect(status).toBe(500);
  expect(String(errors[0])).toContain('articles');
  expect(String(errors[0])).toContain('id');
});
