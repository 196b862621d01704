import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toOne } from '@linkage/core';
import { createKyselySources, createNodeSqliteDialect, type DatabaseTable, readDatabaseSchema } from '@linkage/kysely';
import { Kysely } from 'kysely';
import { z } from 'zod';

interface Database {
  readonly person: { readonly id: string; readonly name: string };
  readonly profile: { readonly id: string; readonly text: string; readonly person_id: string | null };
}

const database = new DatabaseSync(':memory:');
database.exec(`
  create table person (id text primary key, name text not null);
  create table profile (id text primary key, text text not null, person_id text unique references person (id));
`);
const db = new Kysely<Database>({ dialect: createNodeSqliteDialect(database) });

const api = defineApi({
  people: {
    attributes: { name: attribute(z.string(), { sort: true }) },
    relationships: { profile: toOne('profiles', { inverse: 'person', filter: true, sort: true }) },
  },
  profiles: { attributes: { text: z.string() }, relationships: { person: toOne('people', { inverse: 'profile' }) } },
});

export const warnings: string[] = [];

// #region sources
const databaseSchema = await readDatabaseSchema(db);
export const sources = createKyselySources(
  api,
  db,
  {
    people: { table: 'person', relationships: { profile: { foreignKey: 'person_id' } } }, // unique in `profile`
    profiles: { table: 'profile', relationships: { person: { column: 'person_id' } } },
  },
  { databaseSchema, onWarning: ({ where, message }) => warnings.push(`${where}: ${message}`) },
);
// #endregion

// #region tables
/** The columns that reference other rows, and that no index begins with. */
export const unindexed = [...new Set(databaseSchema.tables.values())].flatMap((table) => {
  const { name, primaryKey = [], foreignKeys = [], indexes = [] }: DatabaseTable = table;
  const first = [primaryKey[0], ...indexes.map(({ columns }) => columns[0])];
  return foreignKeys.filter(({ columns }) => !first.includes(columns[0])).map(({ columns }) => `${name}.${columns}`);
});
// #endregion
