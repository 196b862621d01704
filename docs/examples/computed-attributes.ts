import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi } from '@linkage/core';
import { createKyselySources, createNodeSqliteDialect } from '@linkage/kysely';
import { createMemorySources, createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { z } from 'zod';

const database = new DatabaseSync(':memory:');
// #region sql
database.exec(`
  create table person (
    id integer primary key,
    first_name text not null,
    last_name text not null,
    full_name text generated always as (first_name || ' ' || last_name) virtual
  );
  insert into person (first_name, last_name) values ('Ada', 'Lovelace');
`);

const api = defineApi({
  people: {
    attributes: {
      firstName: z.string(),
      lastName: z.string(),
      // Clients can read, sort, and filter by the column, but cannot write it.
      fullName: attribute(z.string(), { write: false, sort: true, filter: true }),
    },
  },
});
const db = new Kysely({ dialect: createNodeSqliteDialect(database) });
const sources = createKyselySources(api, db, {
  people: {
    table: 'person',
    idType: 'integer',
    attributes: { firstName: 'first_name', lastName: 'last_name', fullName: 'full_name' },
  },
});
// #endregion
export const server = createServer(api, sources);

// #region record
/** For records that you pass to `serialize`: compute the attribute in the function that creates the record. */
export const toPerson = (row: { readonly id: number; readonly first: string; readonly last: string }) => ({
  id: row.id,
  firstName: row.first,
  lastName: row.last,
  fullName: [row.first, row.last].join(' '),
});
// #endregion

// #region compute
const declared = defineApi({
  people: {
    attributes: {
      firstName: z.string(),
      lastName: z.string(),
      fullName: attribute(z.string(), {
        compute: ({ firstName, lastName }) => [firstName, lastName].join(' '),
        needs: ['firstName', 'lastName'],
      }),
    },
  },
});
const computed = createMemorySources(declared, { people: [{ id: '1', firstName: 'Ada', lastName: 'Lovelace' }] });
export const computing = createServer(declared, computed);
// #endregion
