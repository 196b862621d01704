import { attribute, defineApi, formatMediaType, toOne, validateDocument } from '@linkage/core';
import { createServer, type DataSource } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { timestamps } from './timestamps.ts';

const { profile } = timestamps;
const plain = formatMediaType();
const profiled = formatMediaType({ extensions: [], profiles: [profile.uri] });
const time = attribute(z.iso.datetime(), { onDemand: true });
const times = { createdAt: time, updatedAt: time };
const api = defineApi({
  articles: { attributes: { title: z.string(), ...times }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string(), ...times } },
});
const [early, late] = ['2024-01-01T00:00:00Z', '2024-02-01T00:00:00Z'];
const shown = { createdAt: early, updatedAt: late };

function createBlog(applied: 'on request' | 'always') {
  const articles: DataSource<typeof api, 'articles'> = {
    find: (ids) =>
      ids.filter((id) => id === '1').map((id) => ({ id, title: 'A', author: '9', createdAt: early, updatedAt: early })),
  };
  const people: DataSource<typeof api, 'people'> = {
    find: (ids) => ids.map((id) => ({ id, name: 'Dan', createdAt: early, updatedAt: late })),
  };
  const server = createServer(api, { articles, people }, { profiles: [{ ...timestamps, applied }] });
  return async (url: string, accept = plain) => {
    const { status, headers, body } = await server.handle({ method: 'GET', url, headers: { accept } });
    const document = JSON.parse(body ?? '');
    const profiles = document.jsonapi.profile === undefined ? [] : [profile];
    expect(validateDocument(document, { as: 'response', profiles, sparseFieldsets: true }).issues).toBeUndefined();
    return { status, type: headers['Content-Type'], document };
  };
}

describe.each([
  ['on request', plain, false],
  ['on request', profiled, true],
  ['always', plain, true],
  ['always', profiled, true],
] as const)('%s, with Accept: %s', (applied, accept, isApplied) => {
  test('resources and identifiers of loaded resources have it', async () => {
    const { type, document } = await createBlog(applied)('/articles/1?include=author', accept);
    const { data, included, links, jsonapi } = document;
    expect(type).toBe(isApplied ? profiled : plain);
    expect(jsonapi.profile).toEqual(isApplied ? [profile.uri] : undefined);
    const href = '/articles/1?include=author';
    expect(links.self).toEqual(isApplied ? { href, type: profiled } : href);
    expect(data.meta).toEqual(isApplied ? { ...shown, updatedAt: shown.createdAt } : undefined);
    expect(included[0].meta).toEqual(isApplied ? shown : undefined);
    expect(data.relationships.author.data.meta).toEqual(isApplied ? shown : undefined);
  });

  test('errors have it', async () => {
    const { status, type, document } = await createBlog(applied)('/articles/2', accept);
    const { errors, jsonapi } = document;
    expect([status, type, jsonapi.profile]).toEqual([
      404,
      isApplied ? profiled : plain,
      isApplied ? [profile.uri] : undefined,
    ]);
    expect(errors[0].meta).toEqual(isApplied ? { occurredAt: expect.any(String) } : undefined);
    expect(errors[0].links).toEqual(isApplied ? { type: timestamps.errorTypes?.['NOT_FOUND'] } : undefined);
  });

  test('the parameter hides it, and is not a parameter without the profile', async () => {
    const ask = createBlog(applied);
    const { status, document } = await ask('/articles/1?include=author&hideTimestamps=true', accept);
    expect(status).toBe(isApplied ? 200 : 400);
    if (!isApplied) return;
    expect([document.data.meta, document.included[0].meta]).toEqual([undefined, undefined]);
    expect(document.data.relationships.author.data).toEqual({ type: 'people', id: '9' });
    expect((await ask('/articles/1?hideTimestamps=maybe', accept)).status).toBe(400);
  });
});
