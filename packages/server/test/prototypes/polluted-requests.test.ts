import { defineApi, toMany, toOne } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createMemorySources, createServer } from '../../src/index.ts';

const api = defineApi({
  articles: {
    attributes: { title: z.string() },
    relationships: { author: toOne('people'), any: toMany(['articles', 'people']) },
    clientGeneratedIds: true,
  },
  people: { attributes: { name: z.string() } },
});

function serve() {
  const sources = createMemorySources(api, {
    articles: [
      { id: '1', title: 'a', author: '1', any: [{ type: 'people', id: '1' }] },
      { id: '2', title: 'b', author: null, any: [] },
    ],
    people: [{ id: '1', name: 'n' }],
  });
  const read = () => [{ field: 'title', values: ['a', 'b', 'q'] }] as const;
  return createServer(api, sources, {
    onError: () => undefined,
    defaultAccess: 'allow',
    access: { articles: { read } },
  });
}

const requests: readonly (readonly [string, unknown?])[] = [
  ['GET /articles'],
  ['GET /articles/1?include=author,any'],
  ['GET /articles/1/relationships/any'],
  ['GET /articles/9'],
  ['GET /nothing'],
  ['PATCH /articles/1', { type: 'articles', id: '1', attributes: { title: 'q' } }],
  ['POST /articles', { type: 'articles', id: 'n', attributes: { title: 5 } }],
  ['DELETE /articles/1'],
];

/** The answers of a server, with a property of `Object.prototype` while each request is answered. */
async function answers(name?: string, value?: unknown): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const [line, data] of requests) {
    const [method = '', url = ''] = line.split(' ');
    const headers = { 'content-type': 'application/vnd.api+json' };
    const request = { method, url, headers, body: data === undefined ? '' : JSON.stringify({ data }) };
    const server = serve();
    if (name !== undefined) Object.assign(Object.prototype, { [name]: value });
    try {
      const { status, body } = await server.handle(request);
      texts.push(`${line} ${status} ${body}`);
    } finally {
      if (name !== undefined) Reflect.deleteProperty(Object.prototype, name);
    }
  }
  return texts;
}

const names = 'transaction forUpdate readable issues operator values field page filter pagePerParent id';

test.each(names.split(' '))('a property %s of Object.prototype changes no answer', async (name) => {
  const expected = await answers();
  for (const value of ['polluted', 5, { polluted: 1 }]) expect(await answers(name, value)).toEqual(expected);
});
