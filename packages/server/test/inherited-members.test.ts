/** The server does not read properties that a program has added to `Object.prototype` as members of what comes from outside. */
import { defineApi, toMany } from '@linkage/core';
import { mergeVary } from '@linkage/core/internal';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createMemorySources, createServer } from '../src/index.ts';

const api = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { tags: toMany('tags') } },
  tags: { attributes: {} },
});
const allowed = {
  articles: { read: () => true, create: () => true, update: () => true, updateRelationship: () => true },
};
const records = () => ({ articles: [{ id: '1', title: 'a', tags: ['1'] }], tags: [{ id: '1' }] });
const media = 'application/vnd.api+json';

/** The source of articles, with some of its methods. */
function sourcesWith(...names: readonly ('find' | 'create')[]) {
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
/** The number of calls of an inherited function. */
let calls = 0;

test.each<[title: string, name: string, value: unknown, run: () => unknown]>([
  [
    'the transactions of a guarded source',
    'transaction',
    () => 'none',
    () =>
      send(
        createServer(api, sourcesWith('find', 'create'), { defaultAccess: 'allow', access: allowed, onError: silent }),
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
      calls++;
    },
    async () => {
      const tracing = { startRequest: () => ({ end: silent }) };
      return [await send(createServer(api, createMemorySources(api, records()), { tracing }), 'GET /articles'), calls];
    },
  ],
  ['the header `Vary`', 'Vary', 'Cookie', () => mergeVary({ Allow: 'GET' }, 'Origin')],
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
