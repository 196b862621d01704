import { DatabaseSync } from 'node:sqlite';
import { defineApi, toMany, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { createKyselySources, type DeletionPolicy } from './index.ts';
import { createNodeSqliteDialect } from './node-sqlite.ts';

const api = defineApi({
  products: { attributes: {}, relationships: { lines: toMany('lines', { write: false }) } },
  lines: { attributes: {}, relationships: { product: toOne('products', { write: 'create' }) } },
});

/** Deletes a product that a line references. The caller must not change lines. */
async function deleteProduct(onDelete: DeletionPolicy | undefined, access: boolean) {
  const database = new DatabaseSync(':memory:');
  database.exec(`
    create table product (id text primary key, deleted integer not null default 0);
    create table line (id text primary key, product_id text references product (id));
    insert into product (id) values ('1');
    insert into line values ('1', '1');
  `);
  const sources = createKyselySources(api, new Kysely({ dialect: createNodeSqliteDialect(database) }), {
    products: {
      table: 'product',
      scope: { deleted: 0 },
      softDelete: { deleted: 1 },
      relationships: {
        lines: onDelete === undefined ? { foreignKey: 'product_id' } : { foreignKey: 'product_id', onDelete },
      },
    },
    lines: { table: 'line', relationships: { product: { column: 'product_id' } } },
  });
  const rules = { access: { products: { delete: () => true } }, defaultAccess: 'deny' } as const;
  const server = createServer(api, sources, access ? { ...rules, access: { ...rules.access, ...readable } } : {});
  const { status } = await server.handle({ method: 'DELETE', url: '/products/1', headers: {} });
  return [status, database.prepare('select product_id from line').get()?.['product_id']];
}

const readable = {
  products: { read: () => true, delete: () => true },
  lines: { read: () => true, update: () => false, relate: () => false },
};

test.each([
  [undefined, 204],
  ['database', 204],
  ['restrict', 409],
  ['set null', 403],
  ['cascade', 403],
] as const)(
  'a soft deletion with `onDelete: %s` calls the rules of rows only if it changes them',
  async (onDelete, status) => {
    for (const access of [true, false]) expect(await deleteProduct(onDelete, access)).toEqual([status, '1']);
  },
);
