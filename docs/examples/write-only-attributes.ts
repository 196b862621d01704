import { scryptSync } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { defineApi } from '@linkage/core';
import { createKyselySources, createNodeSqliteDialect } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { z } from 'zod';

const database = new DatabaseSync(':memory:');
database.exec('create table account (id integer primary key, name text not null, password_hash text not null)');

// #region server
const hash = (password: string) => {
  const salt = crypto.randomUUID();
  return `${salt}:${scryptSync(password, salt, 32).toString('hex')}`;
};

const api = defineApi({
  // Without `filter` and `sort`, clients cannot compare the attribute.
  accounts: { attributes: { name: z.string(), password: z.string().min(12).optional() } },
});
const db = new Kysely({ dialect: createNodeSqliteDialect(database) });
const sources = createKyselySources(api, db, {
  accounts: {
    table: 'account',
    idType: 'integer',
    attributes: {
      password: {
        column: 'password_hash',
        encode: (password) => hash(String(password)),
        decode: () => undefined, // An attribute without a value is not in the response.
      },
    },
  },
});
export const server = createServer(api, sources);
// #endregion
export const storedHash = () => database.prepare('select password_hash from account').get()?.['password_hash'];
