/** End-to-end requests to an API like the demo: the requests that a new client tries first. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createMemorySources } from '../src/memory/create-memory-sources.ts';
import { createServer } from '../src/pipeline/create-server.ts';
import type { Server } from '../src/pipeline/server.ts';
import { type AnyDocument, identities, recordCalls, send } from './support.ts';

const api = defineApi({
  countries: {
    attributes: { name: z.string(), area: z.number() },
    relationships: { borders: toMany('countries'), languages: toMany('languages'), cities: toMany('cities') },
  },
  languages: { attributes: { name: z.string() } },
  cities: {
    attributes: {
      name: attribute(z.string(), { sort: true, filter: true }),
      population: attribute(z.int().min(0), { sort: true, filter: true }),
    },
    relationships: { country: toOne('countries', { filter: true }) },
  },
});

function atlas(): { readonly server: Server; readonly calls: string[] } {
  const city = (id: number, name: string, population: number, country: string) => ({ id, name, population, country });
  const { sources, calls } = recordCalls(
    createMemorySources(api, {
      countries: [
        { id: 'FRA', name: 'France', area: 551_695, borders: ['DEU', 'ESP'], languages: ['fra'], cities: [1, 2, 3] },
        { id: 'DEU', name: 'Germany', area: 357_114, borders: ['FRA'], languages: ['deu'], cities: [4] },
        { id: 'ESP', name: 'Spain', area: 505_992, borders: ['FRA'], languages: ['spa'] },
        { id: 'ATA', name: 'Antarctica', area: 14_000_000 },
      ],
      languages: ['fra', 'deu', 'spa'].map((id) => ({ id, name: id })),
      cities: [
        city(1, 'Lyon', 472_317, 'FRA'),
        city(2, 'Paris', 2_138_551, 'FRA'),
        city(3, 'Nice', 338_620, 'FRA'),
        city(4, 'Berlin', 3_426_354, 'DEU'),
      ],
    }) as AnyDocument,
  );
  return { server: createServer(api, sources as AnyDocument), calls };
}

const { server } = atlas();

describe('reading', () => {
  test('GET /countries/FRA?include=borders,languages&fields[countries]=name,borders,languages', async () => {
    const { status, document } = await send(
      server,
      'GET /countries/FRA?include=borders,languages&fields[countries]=name,borders,languages',
    );
    expect([status, ...identities(document.included)]).toEqual([
      200,
      'countries DEU',
      'countries ESP',
      'languages fra',
    ]);
    for (const country of [document.data, ...document.included.slice(0, 2)]) {
      expect(Object.keys(country.attributes)).toEqual(['name']);
      expect(Object.keys(country.relationships)).toEqual(['borders', 'languages']);
    }
  });

  test('GET /cities?filter[country]=FRA&sort=-population&page[size]=2, and its next link', async () => {
    const { document } = await send(server, 'GET /cities?filter[country]=FRA&sort=-population&page[size]=2');
    expect(document.data.map((city: AnyDocument) => city.attributes.name)).toEqual(['Paris', 'Lyon']);
    const next = await send(server, `GET ${document.links.next}`);
    expect(next.document.data.map((city: AnyDocument) => city.attributes.name)).toEqual(['Nice']);
    expect(next.document.links.next).toBeNull();
  });

  test('relationship, related, and empty related URLs', async () => {
    expect(identities((await send(server, 'GET /countries/FRA/relationships/borders')).document.data)).toHaveLength(2);
    expect(identities((await send(server, 'GET /countries/FRA/cities')).document.data)).toHaveLength(3);
    expect((await send(server, 'GET /countries/ATA/borders')).document.data).toEqual([]);
  });

  test('GET /cities?include=country,country.languages&page[size]=100 costs three calls', async () => {
    const served = atlas();
    await send(served.server, 'GET /cities?include=country,country.languages&page[size]=100');
    expect(served.calls).toEqual(['cities.list', 'countries.find FRA,DEU', 'languages.find fra,deu']);
  });
});

test('writing: POST, PATCH, to-many POST, PATCH and DELETE, DELETE, then 404', async () => {
  const { server } = atlas();
  const country = { data: { type: 'countries', id: 'FRA' } };
  const attributes = { name: 'Metz', population: 1 };
  const created = await send(server, 'POST /cities', {
    data: { type: 'cities', attributes, relationships: { country } },
  });
  expect(created.status).toBe(201);
  const url = created.headers['Location'];
  const { id } = created.document.data;
  const changed = await send(server, `PATCH ${url}`, {
    data: { type: 'cities', id, attributes: { population: 118_489 } },
  });
  expect(changed.document.data.attributes).toEqual({ name: 'Metz', population: 118_489 });
  const cities = '/countries/ATA/relationships/cities';
  const metz = { data: [{ type: 'cities', id }] };
  const linkage = async () => identities((await send(server, `GET ${cities}`)).document.data);
  for (const [method, body, after] of [
    ['POST', metz, [`cities ${id}`]],
    ['PATCH', { data: [{ type: 'cities', id: '1' }, ...metz.data] }, ['cities 1', `cities ${id}`]],
    ['DELETE', metz, ['cities 1']],
  ] as const) {
    expect((await send(server, `${method} ${cities}`, body)).status).toBe(204);
    expect(await linkage()).toEqual(after);
  }
  expect((await send(server, `DELETE ${url}`)).status).toBe(204);
  expect((await send(server, `GET ${url}`)).status).toBe(404);
});

test.each<[string, string, unknown, Readonly<Record<string, string>>, number, AnyDocument]>([
  ['a missing resource', 'GET /countries/XXX', undefined, {}, 404, undefined],
  ['an unknown path', 'GET /countries?include=nope', undefined, {}, 400, { parameter: 'include' }],
  ['another media type', 'POST /cities', {}, { 'content-type': 'application/json' }, 415, { header: 'Content-Type' }],
  [
    'a parameter in Accept',
    'GET /countries',
    undefined,
    { accept: 'application/vnd.api+json; charset=utf-8' },
    406,
    { header: 'Accept' },
  ],
  ['invalid JSON does not have a source', 'POST /cities', '{"data":', {}, 400, undefined],
])('rejecting: %s', async (_, line, body, headers, status, source) => {
  const answer = await send(server, line, body, headers);
  expect([answer.status, answer.document.errors[0].source]).toEqual([status, source]);
});
