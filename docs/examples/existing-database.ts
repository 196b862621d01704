import { DatabaseSync } from 'node:sqlite';
import { defineApi, toMany, toOne } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import {
  compareMapping,
  createKyselySources,
  createNodeSqliteDialect,
  defineMapping,
  readDatabaseSchema,
} from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { declareModel, draftFiles, draftModel } from '@linkage/sql';
import { Kysely } from 'kysely';
import { z } from 'zod';

const database = new DatabaseSync(':memory:');
database.exec(`
  create table language (language_id integer primary key, name text not null);
  create table film (
    film_id integer primary key, title text not null, language_id integer not null references language, rate numeric(4,2)
  );
  create index film_title on film (title);
  insert into language values (1, 'English');
  insert into film values (1, 'Academy Dinosaur', 1, 0.99);
`);
const db = new Kysely<unknown>({ dialect: createNodeSqliteDialect(database) });

// #region draft
const databaseSchema = await readDatabaseSchema(db);
const model = draftModel(databaseSchema, { database: 'sqlite' });
const { api, mapping } = declareModel(model);
const sources = createKyselySources(api, db, mapping, { databaseSchema });
export const handler = toFetchHandler(createServer(api, sources, { baseUrl: '/api' }), { prefix: '/api' });
// #endregion draft

// #region files
export const files = draftFiles(model, { database: 'shop.db' });
// files['api.ts'] and files['sources.ts'] declare the same API.
// #endregion files

// #region compare
export const differences = compareMapping(api, db, mapping, await readDatabaseSchema(db));
// [] as long as the database fits
// #endregion compare

const drafted = defineApi({
  films: {
    attributes: { title: z.string() },
    relationships: { language: toOne('languages', { required: true, inverse: 'films' }) },
  },
  languages: { attributes: { name: z.string() }, relationships: { films: toMany('films') } },
});

// #region mapping
export const own = defineMapping(drafted, {
  films: { table: 'film', id: 'film_id', idType: 'integer', relationships: { language: { column: 'language_id' } } },
  languages: {
    ...{ table: 'language', id: 'language_id', idType: 'integer' },
    relationships: { films: { foreignKey: 'language_id' } },
  },
});
// #endregion mapping

export const ownSources = createKyselySources(drafted, db, own, { databaseSchema });
