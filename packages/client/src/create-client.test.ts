import { JsonApiError } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { beforeEach, describe, expect, test } from 'vitest';
import { type api, createWorld, type World } from '../test/world.ts';
import type { Client } from './client.ts';
import { createClient } from './create-client.ts';

let world: World;
let client: Client<typeof api>;
beforeEach(() => {
  world = createWorld();
  client = createClient({ baseUrl: 'http://localhost/api', fetch: toFetchHandler(world.server, { prefix: '/api' }) });
});

describe('reads', () => {
  test('a resource with an included one', async () => {
    const answer = await client.get('articles', '1', { include: ['author.friend'] });
    expect(answer.data).toMatchObject({ type: 'articles', id: '1', title: 'First', words: 1 });
    expect(answer.data.author?.friend?.friend).toBe(answer.data.author);
    expect(answer).toMatchObject({ status: 200, notModified: false, job: undefined });
    expect(answer.etag).toMatch(/^"/);
    expect(answer.resourceOf(answer.data)?.links).toEqual({ self: '/api/articles/1' });
    expect(await answer.wait()).toBe(answer);
    expect(Object.isFrozen(answer)).toBe(true);
  });

  test('a collection, sorted, filtered, and with a fieldset', async () => {
    const page = await client.list('articles', {
      sort: ['-title'],
      filter: [{ field: 'words', operator: 'ge', values: [2] }],
      fields: { articles: ['title'] },
    });
    expect(page.data).toEqual([
      { type: 'articles', id: '3', title: 'Third' },
      { type: 'articles', id: '2', title: 'Second' },
    ]);
    expect(page.total).toBe(2);
  });
});

describe('writes', () => {
  test('create, update, and delete a resource', async () => {
    const created = await client.create('articles', {
      attributes: { title: 'New', subtitle: undefined },
      relationships: { author: { type: 'people', id: '9' }, comments: [] },
    });
    expect(created).toMatchObject({ status: 201, data: { title: 'New', words: 0, author: { id: '9' } } });
    const { id } = created.data;
    const updated = await client.update('articles', id, {
      attributes: { title: 'Newer', words: undefined },
      relationships: { author: null },
    });
    expect(updated.data).toMatchObject({ id, title: 'Newer', author: null });
    expect(await client.delete('articles', id)).toMatchObject({ status: 204, data: undefined, document: undefined });
    await expect(client.get('articles', id)).rejects.toMatchObject({ name: 'JsonApiError', status: 404 });
  });

  test('an error document is thrown with its status, errors, and headers', async () => {
    const error: unknown = await client.create('articles', { attributes: { title: '' } }).catch((it: unknown) => it);
    expect(JsonApiError.is(error) && error).toMatchObject({
      status: 422,
      errors: [{ source: { pointer: '/data/attributes/title' } }],
      headers: { 'content-type': 'application/vnd.api+json' },
    });
  });
});
