import { DatabaseSync } from 'node:sqlite';
import { createNodeSqliteDialect } from '@linkage/kysely';
import { atomicOperations, createServer, cursorPagination } from '@linkage/server';
import fc from 'fast-check';
import { Kysely } from 'kysely';
import { api } from '../../../atlas/src/api.ts';
import { createSources } from '../../../atlas/src/sources.ts';
import { createTables } from '../../../atlas/src/tables.ts';
import type { Opened } from '../blog.ts';
import type { InputKind, Subject } from '../input-kind.ts';
import { mutatedDocuments } from '../mutate-document.ts';
import { mutatedUrls } from '../mutate-url.ts';
import { ATOMIC, type RequestInput, sendRequest } from '../send-request.ts';
import { city, country, extra, sqlParts as parts } from './sql-parts.ts';

const rows = `
  insert into regions values ('EU', 'Europe'), ('AS', 'Asia');
  insert into languages values ('fra', 'French'), ('deu', 'German');
  insert into currencies values ('EUR', 'Euro', '€'), ('CHF', 'Franc', null);
  insert into countries values
    ('FRA', 'France', 'French Republic', 'FR', null, '["Paris"]', 'Western', 'French', 551695, '{"lat":46,"lon":2}', 1, 1, 0, 'EU'),
    ('CHE', 'Switzerland', 'Swiss Confederation', 'CH', '🇨🇭', '[]', null, null, null, null, null, 1, 1, 'EU'),
    ('''; drop table cities --', '__proto__', '%_\\', 'XX', '', '[]', '', '', -1, null, 0, 0, 0, null);
  insert into country_languages values ('FRA', 'fra'), ('CHE', 'fra'), ('CHE', 'deu');
  insert into country_currencies values ('FRA', 'EUR'), ('CHE', 'CHF');
  insert into country_borders values ('FRA', 'CHE'), ('CHE', 'FRA');
  insert into cities values
    ('1', 'Paris', 2138551, 'PPLC', 'A8', '{"lat":48,"lon":2}', 'FRA'), ('2', 'Bern', 121631, 'PPLC', null, null, 'CHE'),
    ('%', '_', 0, 'PPL', '\\', null, 'FRA'), ('a/b', 'null', 1, 'PPL', '', null, null);
`;

function openAtlas(): Opened & { readonly close: () => Promise<void> } {
  const database = new DatabaseSync(':memory:');
  database.exec(createTables + rows);
  database.exec('pragma foreign_keys = on');
  const db = new Kysely<unknown>({ dialect: createNodeSqliteDialect(database) });
  const failures: unknown[] = [];
  const cursors = cursorPagination({ key: 'a key of thirty-two bytes or more' });
  const server = createServer(api, createSources(db), {
    onError: (error) => failures.push(error),
    extensions: [atomicOperations()],
    profiles: [cursors],
    pagination: { types: { cities: { strategy: cursors.pagination } } },
    root: true,
  });
  return { server, failures, close: () => db.destroy() };
}

const writes = fc.oneof(
  fc.tuple(
    fc.constant('POST'),
    fc.constantFrom('/countries', '/cities', '/regions'),
    mutatedDocuments(
      [{ data: country }, { data: city }, { data: { type: 'regions', id: 'X', attributes: { name: 'x' } } }],
      extra,
    ),
  ),
  fc.tuple(
    fc.constant('PATCH'),
    fc.constantFrom('/countries/FRA', '/cities/1'),
    mutatedDocuments([{ data: { ...country, id: 'FRA' } }, { data: { ...city, id: '1' } }], extra),
  ),
  fc.tuple(
    fc.constantFrom('PATCH', 'POST', 'DELETE'),
    fc.constantFrom(
      '/countries/FRA/relationships/languages',
      '/countries/FRA/relationships/cities',
      '/cities/1/relationships/country',
      '/regions/EU/relationships/countries',
    ),
    mutatedDocuments(
      [
        { data: [{ type: 'languages', id: 'deu' }] },
        { data: [{ type: 'cities', id: '2' }] },
        { data: { type: 'countries', id: 'CHE' } },
        { data: null },
      ],
      extra,
    ),
  ),
  fc.tuple(
    fc.constant('POST'),
    fc.constant('/operations'),
    mutatedDocuments(
      [
        {
          'atomic:operations': [
            { op: 'add', data: { ...city, lid: 'l' } },
            {
              op: 'update',
              ref: { type: 'cities', lid: 'l', relationship: 'country' },
              data: { type: 'countries', id: 'CHE' },
            },
          ],
        },
        {
          'atomic:operations': [
            { op: 'add', data: country },
            { op: 'update', data: { type: 'countries', id: 'NEW', attributes: { area: null } } },
            { op: 'remove', ref: { type: 'countries', id: 'NEW' } },
          ],
        },
      ],
      extra,
    ),
  ),
);

const open = (): Subject => {
  const opened = openAtlas();
  return { run: (input: RequestInput) => sendRequest(opened, input), close: opened.close };
};

/** Requests to a server over SQLite. */
export const sqlKinds: readonly InputKind[] = [
  {
    name: 'sql-read',
    inputs: fc.record({ method: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'DELETE'), url: mutatedUrls(parts) }),
    open,
  },
  {
    name: 'sql-write',
    inputs: writes.map(([method, url, body]) =>
      url === '/operations'
        ? { method, url, body, headers: { 'content-type': ATOMIC, accept: ATOMIC } }
        : { method, url, body },
    ),
    open,
  },
];
