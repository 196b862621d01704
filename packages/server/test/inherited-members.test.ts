/** What inherits from `Object.prototype` in a program that has added properties to it is not a member of options, sources, and hooks. */
import { defineApi, defineExtension, toMany } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createMemorySources, createServer } from '../src/index.ts';
import { mergeVary } from '../src/response/merge-vary.ts';

const api = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { tags: toMany('tags') } },
  tags: { attributes: {} },
});
const allowed = { articles: { read: () => true, create: () => true, update: () => true, relate: () => true } };
const records = () => ({ articles: [{ id: '1', title: 'a', tags: ['1'] }], tags: [{ id: '1' }] });
const media = 'application/vnd.api+json';

/** The source of articles, with some of its methods. */
function sourcesWith(...names: readonly ('list' | 'find' | 'create' | 'relate' | 'update')[]) {
  const { articles, tags } = createMemorySources(api, records());
  return { articles: Object.fromEntries(names.map((name) => [name, articles?.[name]])), tags };
}

async function send(
  server: { handle: (request: never) => unknown },
  line: string,
  data?: unknown,
  headers: object = {},
) {
  const [method, url] = line.split(' ');
  const body = data === undefined ? '' : JSON.stringify({ data });
  const request = { method, url, headers: { 'content-type': media, ...headers }, body };
  return server.handle(request as never);
}

const silent = () => undefined;
const title = { type: 'articles', attributes: { title: 'b' } };
const extension = defineExtension({ uri: 'https://example.com/seen', namespace: 'seen' });
const withExtension = {
  accept: `${media}; ext="${extension.uri}"`,
  'content-type': `${media}; ext="${extension.uri}"`,
};

test.each<[title: string, name: string, value: unknown, run: () => unknown]>([
  [
    'the methods of a guarded source: no link to a resource that cannot be found',
    'find',
    () => [],
    () => send(createServer(api, sourcesWith('list'), { access: { tags: allowed.articles }, onError: silent }), 'GET /articles'),
  ],
  [
    'the transactions of a guarded source',
    'transaction',
    () => 'none',
    () =>
      send(
        createServer(api, sourcesWith('find', 'create'), { access: allowed, onError: silent }),
        'POST /articles',
        title,
      ),
  ],
  [
    'a function of a hook',
    'before',
    () => ({ attributes: {}, relationships: {} }),
    () => {
      const hooks = { articles: { create: { after: silent } } };
      return send(
        createServer(api, createMemorySources(api, records()), { hooks: hooks as never, onError: silent }),
        'POST /articles',
        title,
      );
    },
  ],
  [
    'the run function of a span',
    'run',
    () => {
      throw new Error('called');
    },
    async () => {
      const runs: string[] = [];
      const tracing = { startRequest: () => ({ end: () => void runs.push('end') }) };
      const server = createServer(api, createMemorySources(api, records()), { tracing });
      return [await send(server, 'GET /articles'), runs];
    },
  ],
  [
    'the meta of a resource to which an extension adds members',
    'meta',
    () => ({ a: 1 }),
    () => {
      const extensions = [{ extension, members: { resource: () => ({ by: 'me' }) } }];
      return send(
        createServer(api, createMemorySources(api, records()), { extensions }),
        'GET /articles/1',
        undefined,
        withExtension,
      );
    },
  ],
  [
    'the links of a resource to which the application adds members',
    'links',
    () => ({ help: '/x' }),
    () => {
      const resources = { articles: { meta: () => ({ a: 1 }) } };
      return send(
        createServer(api, createMemorySources(api, records()), { resources: resources as never }),
        'GET /articles/1',
      );
    },
  ],
  [
    'the attributes of a record of a type without attributes',
    'attributes',
    { x: 1 },
    () => send(createServer(api, createMemorySources(api, records())), 'GET /tags/1'),
  ],
  ['the header field `Vary`', 'Vary', 'Cookie', () => mergeVary({ Allow: 'GET' }, 'Origin')],
  [
    'whether a schema rejects an absent value',
    'issues',
    [{ message: 'x' }],
    async () => {
      const optional = defineApi({ tags: { attributes: { text: z.string().optional() } } });
      const server = createServer(optional, createMemorySources(optional, { tags: [] }));
      return (await server.describe()).types;
    },
  ],
  [
    'the parameters of an extension in the description',
    'parameters',
    ['x'],
    async () => {
      const extensions = [{ extension: { uri: 'https://example.com/plain', namespace: 'plain' } as never }];
      return (await createServer(api, createMemorySources(api, records()), { extensions }).describe()).extensions;
    },
  ],
])('%s: `%s`', async (_, name, value, run) => {
  const expected = await run();
  Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
  try {
    expect(await run()).toEqual(expected);
  } finally {
    Reflect.deleteProperty(Object.prototype, name);
  }
});
