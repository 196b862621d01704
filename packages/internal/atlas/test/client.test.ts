/** C24: the client calls the demo over a socket, and its function in the same process. */
import { atomicRequests, ClientError, createClient, hasStatus } from '@linkage/client';
import { JsonApiError } from '@linkage/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { api } from '../src/api.ts';
import { serveAtlas } from './served-atlas.ts';

let served: Awaited<ReturnType<typeof serveAtlas>>;
beforeAll(async () => {
  served = await serveAtlas();
});
afterAll(() => served.close());

const ways = {
  'a socket': () => ({ baseUrl: served.base, fetch: (request: Request) => fetch(request) }),
  'its function': () => ({ baseUrl: 'http://localhost', fetch: served.atlas.fetch }),
};

const atlantis = { attributes: { name: 'Atlantis', population: 12_000 } };

describe.each(Object.entries(ways))('the client of Linkage over %s', (_, way) => {
  const open = (options: object = {}) => createClient<typeof api>({ ...way(), atomic: atomicRequests(), ...options });

  test('list, pages of cursors and of numbers, get, related, and relationship', async () => {
    const client = open();
    const page = await client.list('cities', {
      include: ['country'],
      filter: [{ field: 'country', values: ['FRA'] }],
      sort: ['-population'],
      fields: { countries: ['name'] },
      page: { size: 2 },
    });
    expect(page.data.map(({ name, country }) => [name, country?.name])).toEqual([
      ['Paris', 'France'],
      ['Marseille', 'France'],
    ]);
    const second = await page.next();
    expect(second?.data.map(({ name }) => name)).toEqual(['Lyon', 'Toulouse']);
    expect((await second?.prev())?.data.map(({ name }) => name)).toEqual(['Paris', 'Marseille']);
    const names: string[] = [];
    for await (const { name } of await client.list('regions', { sort: ['name'], page: { size: 2 } })) names.push(name);
    expect(names).toHaveLength((await client.list('regions', { page: { total: true } })).total ?? 0);
    expect(names).toEqual([...names].sort());
    const { data } = await client.get('countries', 'FRA', { include: ['borders.languages', 'region'] });
    expect(data).toMatchObject({ name: 'France', region: { id: 'europe' } });
    expect(data.borders?.find(({ id }) => id === 'ESP')?.languages?.map(({ name }) => name)).toContain('Spanish');
    expect((await client.related('cities', '2988507', 'country')).data?.name).toBe('France');
    expect((await client.related('languages', 'isl', 'countries')).data.map(({ id }) => id)).toEqual(['ISL']);
    expect((await client.relationship('cities', '2988507', 'country')).data).toEqual({ type: 'countries', id: 'FRA' });
  });

  test('create, update, updateRelationship, delete, and a transaction', async () => {
    const client = open();
    const { data: city } = await client.create('cities', {
      ...atlantis,
      relationships: { country: { type: 'countries', id: 'PRT' } },
    });
    expect(city).toMatchObject({ name: 'Atlantis', featureCode: 'PPL', location: null, country: { id: 'PRT' } });
    const { etag } = await client.get('cities', city.id);
    const updated = await client.update(
      'cities',
      city.id,
      { attributes: { population: 13_000 } },
      { ifMatch: etag ?? '' },
    );
    expect(updated.data?.population).toBe(13_000);
    const late = client.update('cities', city.id, { attributes: { population: 1 } }, { ifMatch: etag ?? '' });
    await expect(late).rejects.toMatchObject({ name: 'JsonApiError', status: 412 });
    await client.updateRelationship('cities', city.id, 'country', { replace: null });
    expect((await client.related('cities', city.id, 'country')).data).toBeNull();
    await client.updateRelationship('countries', 'ISL', 'languages', { add: [{ type: 'languages', id: 'fao' }] });
    const { data: languages } = await client.relationship('countries', 'ISL', 'languages');
    expect(languages.map(({ id }) => id)).toEqual(['fao', 'isl']);
    await client.updateRelationship('countries', 'ISL', 'languages', { remove: [{ type: 'languages', id: 'fao' }] });
    const [language, renamed, gone] = await client.atomic((it) => {
      const added = it.add('languages', { id: 'atl', attributes: { name: 'Atlantean' } });
      const country = { type: 'countries', id: 'ISL' } as const;
      it.updateRelationship(country, 'languages', { add: [added] });
      return [
        added,
        it.update({ type: 'cities', id: city.id }, { attributes: { name: 'Sunk' } }),
        it.remove({ type: 'cities', id: city.id }),
      ];
    });
    expect([language?.id ?? 'atl', renamed?.name ?? 'Sunk', gone]).toEqual(['atl', 'Sunk', undefined]);
    await expect(client.get('cities', city.id)).rejects.toMatchObject({ status: 404 });
    expect((await client.related('countries', 'ISL', 'languages')).data.map(({ id }) => id)).toContain('atl');
    expect((await client.delete('languages', 'atl')).status).toBe(204);
  });

  test('an answer that is still current, and errors with their fields', async () => {
    const client = open();
    const read = await client.get('countries', 'FRA');
    expect(await client.get('countries', 'FRA', {}, { previous: read })).toMatchObject({
      notModified: true,
      data: { name: 'France' },
    });
    const error: unknown = await client
      .create('cities', { attributes: { name: '', population: -1 } })
      .catch((it: unknown) => it);
    expect(hasStatus(error, 422)).toBe(true);
    expect(JsonApiError.is(error) && error.errors.map(({ source }) => source?.pointer)).toEqual([
      '/data/attributes/name',
      '/data/attributes/population',
    ]);
  });

  test('each kind of `ClientError`', async () => {
    const kindOf = (call: Promise<unknown>) =>
      call.then(String, (it: unknown) => (ClientError.is(it) ? it.kind : String(it)));
    const down = open({ fetch: () => Promise.reject(new TypeError('down')), retry: 0 });
    expect(await kindOf(down.list('cities'))).toBe('network');
    // The demo responds to its root with a page for people if `Accept` allows HTML.
    const html = open({ urls: () => '/', fetch: ({ url }: Request) => way().fetch(new Request(url)) });
    expect(await kindOf(html.list('cities'))).toBe('not-json-api');
    const controller = new AbortController();
    const aborted = kindOf(open().list('cities', {}, { signal: controller.signal }));
    controller.abort();
    expect(await aborted).toBe('aborted');
    const moved = open({
      fetch: async () => new Response(null, { status: 302, headers: { Location: 'http://other.example/' } }),
    });
    expect(await kindOf(moved.list('cities'))).toBe('rejected');
  });
});
