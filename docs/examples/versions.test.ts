import { attribute, defineApi, formatMediaType, toOne, validateDocument } from '@linkage/core';
import { createServer, type DataSource } from '@linkage/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { versions } from './versions.ts';

const { extension } = versions;
const plain = formatMediaType();
const versioned = formatMediaType({ extensions: [extension.uri], profiles: [] });
const api = defineApi({
  articles: {
    attributes: { title: z.string(), revision: attribute(z.int(), { onDemand: true }) },
    relationships: { author: toOne('people') },
  },
  people: { attributes: { name: z.string() } },
});
const articles: DataSource<typeof api, 'articles'> = {
  find: (ids) => ids.filter((id) => id === '1').map((id) => ({ id, title: 'A', author: '9', revision: 7 })),
};
const people: DataSource<typeof api, 'people'> = { find: (ids) => ids.map((id) => ({ id, name: 'Dan' })) };
const server = createServer(api, { articles, people }, { extensions: [versions] });

async function ask(url: string, accept = versioned) {
  const { status, headers, body } = await server.handle({ method: 'GET', url, headers: { accept } });
  const document = JSON.parse(body ?? '');
  const extensions = document.jsonapi.ext === undefined ? [] : [extension];
  expect(validateDocument(document, { as: 'response', extensions }).issues).toBeUndefined();
  expect(headers['Content-Type']).toBe(accept);
  return { status, document };
}

test('members stand in the document, in links, in resources and in relationships', async () => {
  const { document } = await ask('/articles/1?include=author');
  const { data, included, links } = document;
  expect([document['version:scope'], links['version:history']]).toEqual(['all', '/history']);
  expect([data['version:number'], included[0]['version:number']]).toEqual([7, 1]);
  expect(data.relationships.author['version:number']).toBe(7);
});

test('the parameter of the extension shapes them', async () => {
  const { document } = await ask('/articles/1?version:scope=resources');
  expect([document['version:scope'], document.data['version:number']]).toEqual(['resources', 7]);
  expect(document.data.relationships.author).not.toHaveProperty('version:number');
});

test('errors have theirs', async () => {
  const { status, document } = await ask('/articles/2');
  expect([status, document.errors[0]['version:retry']]).toEqual([404, false]);
});

test('without the extension there is nothing of it, and its parameter is rejected', async () => {
  const { document } = await ask('/articles/1?include=author', plain);
  expect(JSON.stringify(document)).not.toContain('version:');
  const { status, document: rejected } = await ask('/articles/1?version:scope=resources', plain);
  expect([status, rejected.errors[0].source.parameter]).toEqual([400, 'version:scope']);
  expect(rejected.errors[0]).not.toHaveProperty('version:retry');
});
