import { scryptSync } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi } from '@linkage/core';
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
  // No document contains the attribute, and clients cannot compare it.
  accounts: { attributes: { name: z.string(), password: attribute(z.string().min(12), { read: false }) } },
});
const db = new Kysely({ dialect: createNodeSqliteDialect(database) });
const sources = createKyselySources(api, db, {
  accounts: {
    table: 'account',
    idType: 'integer',
    attributes: { password: { column: 'password_hash', encode: (password) => hash(String(password)) } },
  },
});
export const server = createServer(api, sources);
// #endregion
export const storedHash = () => database.prepare('select password_hash from account').get()?.['password_hash'];
