import {
  attribute,
  buildCreateDocument,
  buildUpdateDocument,
  defineApi,
  parseQuery,
  serialize,
  serializeRelationship,
  toMany,
  toOne,
} from '@linkage/core';
import { type ParsedOperation, parseOperations, runOperations } from '@linkage/core/atomic';
import { cursorErrors, cursorStrategy } from '@linkage/core/cursor-pagination';
import { readPage } from '@linkage/core/http';
import { selectRecords } from '@linkage/core/records';
import { z } from 'zod';

const on = { sort: true, filter: true } as const;
const api = defineApi({
  cities: {
    attributes: { name: attribute(z.string(), on), people: attribute(z.int(), on) },
    relationships: { country: toOne('countries', on) },
  },
  countries: { attributes: { name: attribute(z.string(), on) }, relationships: { cities: toMany('cities') } },
});
const france = { id: 1, name: 'France', cities: [1, 2, 3] };
const cities = [
  { id: 1, name: 'Lyon', people: 522, country: france },
  { id: 2, name: 'Nantes', people: 323, country: france },
  { id: 3, name: 'Lille', people: 236, country: france },
];

// #region array
/** GET /cities of a backend of your own, over an array. */
export function listCities(url: string): string {
  const query = parseQuery(api, 'cities', url.split('?')[1] ?? '');
  const page = readPage({ query }, url, { pageSize: 2, pageSizeMaximum: 100 });
  const found = selectRecords(api, 'cities', cities, query, { page: page.slice });
  const { records, links, meta } = page.result(found);
  return serialize(api, 'cities', records, { fields: query.fields, baseUrl: '', links, meta });
}
// #endregion

export const listed = listCities('/cities?sort=country.name,-people&filter[people][ge]=200&page[total]=true');

/** A table of a database, here in memory. */
const table = {
  read: async (offset: number, limit: number) => cities.slice(offset, offset + limit),
  count: async () => cities.length,
};

// #region table
/** The same over a table: `slice` says what to read, and `needsTotal` whether to count. */
export async function listFromTable(url: string): Promise<string> {
  const query = parseQuery(api, 'cities', url.split('?')[1] ?? '');
  const page = readPage({ query }, url, { total: 'always' });
  const rows = await table.read(page.slice.offset, page.slice.limit);
  const { records, links, meta } = page.result({
    records: rows,
    total: page.needsTotal ? await table.count() : undefined,
  });
  return serialize(api, 'cities', records, { fields: query.fields, links, meta });
}
// #endregion

export const fromTable = await listFromTable('/cities?page[size]=2');

// #region cursor
const strategy = cursorStrategy({ key: 'the value of an environment variable' }); // 32 bytes or more

/** The same with cursors: each page begins behind the position `page.slice.after`. */
export function listByCursor(url: string): string {
  try {
    const query = parseQuery(api, 'cities', url.split('?')[1] ?? '');
    const page = readPage({ query }, url, { strategy, pageSize: 2 });
    const found = page.result(selectRecords(api, 'cities', cities, query, { page: page.slice }));
    const { records, links, meta, recordMeta } = found;
    return serialize(api, 'cities', records, { links, meta, resources: { cities: { meta: recordMeta } } });
  } catch (error) {
    throw cursorErrors(error);
  }
}
// #endregion

export const byCursor = listByCursor('/cities?sort=-people');

// #region relationship
/** GET /countries/1/relationships/cities, in pages. */
export function countryCities(url: string): string {
  const query = parseQuery(api, 'cities', url.split('?')[1] ?? '');
  const page = readPage({ query }, url);
  const members = cities.filter(({ country }) => country === france);
  const { records, links, meta } = page.result(selectRecords(api, 'cities', members, query, { page: page.slice }));
  const shown = { id: france.id, cities: records };
  return serializeRelationship(api, 'countries', shown, 'cities', { baseUrl: '', links, meta });
}
// #endregion

export const linkage = countryCities('/countries/1/relationships/cities?page[size]=2');

// #region operations
/** POST /operations: all operations or none, if `run` works in a transaction. */
export async function operate(body: string): Promise<object> {
  const operations: readonly ParsedOperation<typeof api>[] = await parseOperations(api, body);
  const results = await runOperations(operations, (operation) => {
    if (operation.kind !== 'resource' || operation.op !== 'add' || operation.input.type !== 'countries')
      return undefined;
    const row = { id: 2, ...operation.input.attributes };
    return { data: { type: 'countries', id: String(row.id), attributes: { name: row.name } } };
  });
  return { 'atomic:results': results };
}
// #endregion

export const operated = await operate(
  '{"atomic:operations":[{"op":"add","data":{"type":"countries","lid":"x","attributes":{"name":"Italy"}}}]}',
);

// #region request
/** The document of a client of another API: a creation has no id, because the server chooses it. */
export const creation = buildCreateDocument(api, 'cities', {
  attributes: { name: 'Nice', people: 348 },
  relationships: { country: { type: 'countries', id: '1' } },
});
export const change = buildUpdateDocument(api, 'cities', '1', { attributes: { people: 523 } });
// #endregion
