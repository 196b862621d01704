/** O3 and O4: `ask` compares each answer with the OpenAPI document of the demo, which also says what to request. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationsOf, parametersOf, statusesOf } from '../../../tools/openapi/test/document-check.ts';
import { mediaType, serveAtlas } from './served-atlas.ts';

let atlas: Awaited<ReturnType<typeof serveAtlas>>;
beforeAll(async () => {
  atlas = await serveAtlas();
});
afterAll(() => atlas.close());

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: {
    readonly type?: string;
    readonly minimum?: number;
    readonly properties?: Readonly<Record<string, Parameter['schema']>>;
    readonly items?: {
      readonly enum?: readonly string[];
      readonly anyOf?: readonly { readonly enum?: readonly string[] }[];
    };
  };
}

const ids: Readonly<Record<string, string>> = {
  ...{ regions: 'europe', countries: 'FRA', languages: 'isl', currencies: 'ISK', cities: '2988507' },
};

/** Returns the parameters of an object, whose members are parameters themselves. */
function membersOf(parameter: Parameter): readonly Parameter[] {
  const members = Object.entries(parameter.schema.properties ?? {});
  return members.length === 0 ? [parameter] : members.map(([name, schema]) => ({ name, in: parameter.in, schema }));
}

/** The URLs of one method, with ids of resources that exist. */
function urlsOf(method: string): readonly { readonly url: string; readonly parameters: readonly Parameter[] }[] {
  return Object.entries(atlas.described.openApi.paths).flatMap(([path, item]) => {
    if (item[method] === undefined) return [];
    const [, type = ''] = path.split('/');
    const parameters = parametersOf(atlas.described.openApi, path, method).flatMap(membersOf);
    return [{ url: path.replace('{id}', ids[type] ?? ''), parameters }];
  });
}

/** Values that are valid for the schema of a parameter. */
function valuesOf({ schema: { type, minimum, items } }: Parameter): readonly string[] {
  const names = items?.enum ?? items?.anyOf?.at(0)?.enum;
  if (names !== undefined) return [...names.slice(0, 1), names.slice(-2).join(',')];
  if (type === 'integer') return [String(minimum ?? 1)];
  return type === 'boolean' ? ['true'] : [];
}

/** Reads a URL. With another `Accept`, the demo responds to its root with a page for people. */
function read(url: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  return atlas.ask(method, url, undefined, { Accept: mediaType, ...headers });
}

test('every GET and HEAD, with each parameter that is not free text', async () => {
  let count = 0;
  for (const { url, parameters } of urlsOf('get')) {
    expect((await read(url)).status, url).toBe(200);
    for (const parameter of parameters.filter((it) => it.in === 'query')) {
      for (const value of valuesOf(parameter)) {
        const path = `${url}?${encodeURIComponent(parameter.name)}=${encodeURIComponent(value)}`;
        const { status, errors } = await read(path);
        count++;
        // The server accepts all that the document describes, but for paths that lead to very many resources.
        if (status !== 200) expect([path, errors.map(({ code }) => code)]).toEqual([path, ['INCLUDED_TOO_MANY']]);
      }
    }
  }
  for (const { url } of urlsOf('head')) expect((await read(url, {}, 'HEAD')).status, url).toBe(200);
  expect(urlsOf('head').map(({ url }) => url)).toEqual(urlsOf('get').map(({ url }) => url));
  expect(count).toBeGreaterThan(100);
}, 60_000);

test('filters, wrong parameters, and wrong headers', async () => {
  for (const { url, parameters } of urlsOf('get')) {
    for (const { name } of parameters.filter((it) => it.name.startsWith('filter')).slice(0, 3)) {
      for (const value of ['x', '1']) await read(`${url}?${encodeURIComponent(name)}=${value}`);
    }
    await read(`${url}?inclde=x`);
    await read(url, { Accept: `${mediaType}; charset=utf-8` });
    await read(url, { 'If-None-Match': '*' });
    await read(url, { 'If-Match': '"x"' });
    await read(`${url}?filter[name]=${'x'.repeat(10_000)}`);
    await read(url, { 'If-None-Match': '*' }, 'HEAD');
    await read(`${url}?inclde=x`, {}, 'HEAD');
  }
  expect([...atlas.described.occurred].sort()).toEqual([200, 304, 400, 406, 412, 414]);
}, 60_000);

const city = { type: 'cities', attributes: { name: 'Atlantis', population: 12 } };

test('writes, valid and wrong, until each described status occurred', async () => {
  const { ask, get, described } = atlas;
  const created = await ask('POST', '/cities', { data: city });
  const path = `/cities/${created.data.id}`;
  const data = { type: 'cities', id: created.data.id };
  const bodies: readonly unknown[] = [
    ...[{ data: { ...data, attributes: { population: 13 } } }, { data: { ...data, attributes: { population: -1 } } }],
    ...[{ data: { ...data, id: 'other' } }, { data: null }, {}, '{', '[]', `"${'x'.repeat(2 ** 21)}"`],
    { data: { ...data, relationships: { country: { data: { type: 'countries', id: 'XXX' } } } } },
  ];
  for (const body of bodies) await ask('PATCH', path, body);
  await ask('PATCH', path, { data }, { 'If-Match': '"x"' });
  await ask('PATCH', path, { data }, { 'Content-Type': 'application/json' });
  await ask('PATCH', path, { data: { ...data, attributes: { population: 14 } } }, { Prefer: 'return=minimal' });
  const region = { type: 'regions', id: 'europe', attributes: { name: 'Europe' } };
  expect((await ask('POST', '/regions', { data: region })).status).toBe(409);
  expect((await ask('POST', '/cities', { data: { ...city, id: 'own' } })).status).toBe(403);
  const linkage = `${path}/relationships/country`;
  await ask('PATCH', linkage, { data: { type: 'countries', id: 'FRA' } });
  await ask('PATCH', linkage, { data: { type: 'people', id: '1' } });
  await ask('POST', '/countries/ISL/relationships/languages', { data: [{ type: 'languages', id: 'fra' }] });
  await ask('DELETE', '/countries/ISL/relationships/languages', { data: [{ type: 'languages', id: 'fra' }] });
  await ask('POST', '/countries/XXX/relationships/languages', { data: [] });
  await ask(
    'POST',
    '/operations',
    { 'atomic:operations': [{ op: 'add', data: city }] },
    { 'Content-Type': `${mediaType}; ext="https://jsonapi.org/ext/atomic"` },
  );
  expect((await ask('DELETE', path)).status).toBe(204);
  expect((await get(path)).status).toBe(404);
  const statuses = operationsOf(described.openApi).flatMap(({ operation }) => statusesOf(described.openApi, operation));
  const missing = [...new Set(statuses)].filter((status) => !described.occurred.has(status));
  // The database of the demo neither fails nor hangs, and fewer requests are sent than the limit at once. The witness of
  // @linkage/openapi fails and hangs.
  expect(missing.sort()).toEqual([500, 503, 504]);
}, 60_000);
