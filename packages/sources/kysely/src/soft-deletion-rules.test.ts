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

/** Deletes a product that a line references. The user must not change lines. With the row filter `true`, the deleted row stays a resource. */
async function deleteProduct(onDelete: DeletionPolicy | undefined, access: boolean, rowFilter: { deleted: 0 } | true) {
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
      where: rowFilter,
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
  const shown = await server.handle({ method: 'GET', url: '/products/1', headers: {} });
  expect(shown.status).toBe(status === 204 && rowFilter !== true ? 404 : 200);
  return [status, database.prepare('select product_id from line').get()?.['product_id']];
}

const readable = {
  products: { read: () => true, delete: () => true },
  lines: { read: () => true, update: () => false, updateRelationship: () => false },
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
    for (const access of [true, false])
      for (const rowFilter of [{ deleted: 0 } as const, true as const])
        expect(await deleteProduct(onDelete, access, rowFilter)).toEqual([status, '1']);
  },
);

const several = defineApi({
  pages: {
    attributes: {},
    relationships: { notes: toMany('notes', { write: false }), parts: toMany(['notes', 'words']) },
  },
  files: { attributes: {}, relationships: { notes: toMany('notes', { write: false }) } },
  notes: {
    attributes: {},
    relationships: {
      subject: toOne(['pages', 'files'], { write: 'create' }),
      page: toOne('pages', { write: 'create' }),
    },
  },
  words: { attributes: {}, relationships: { page: toOne('pages') } },
});

/**
 * Deletes a resource of a type to which notes with several target types link. `onDelete` is the policy of words, which a page
 * has in the same relationship as other notes.
 */
async function deleteSubject(url: string, onDelete: DeletionPolicy | undefined, options: object) {
  const database = new DatabaseSync(':memory:');
  database.exec(`
    create table page (id text primary key, deleted integer not null default 0);
    create table file (id text primary key);
    create table note (id text primary key, subject_id text, subject_type text, page_id text references page (id));
    create table word (id text primary key, page_id text references page (id));
    insert into page (id) values ('1'), ('2');
    insert into file values ('1');
    insert into note values ('a', '1', 'pages', null), ('b', '1', 'files', null), ('c', null, null, '2');
    insert into word values ('a', '2');
  `);
  const notes = { foreignKey: 'subject_id', typeColumn: 'subject_type' } as const;
  const words = onDelete === undefined ? { foreignKey: 'page_id' } : { foreignKey: 'page_id', onDelete };
  const sources = createKyselySources(several, new Kysely({ dialect: createNodeSqliteDialect(database) }), {
    pages: {
      table: 'page',
      where: { deleted: 0 },
      softDelete: { deleted: 1 },
      relationships: { notes, parts: { targets: { notes: { foreignKey: 'page_id' }, words } } },
    },
    files: { table: 'file', relationships: { notes } },
    notes: {
      table: 'note',
      relationships: { subject: { column: 'subject_id', typeColumn: 'subject_type' }, page: { column: 'page_id' } },
    },
    words: { table: 'word', relationships: { page: { column: 'page_id' } } },
  });
  const { status } = await createServer(several, sources, options).handle({ method: 'DELETE', url, headers: {} });
  const links = database.prepare('select subject_id, subject_type, page_id from note order by id').all();
  return [status, links.map((row) => Object.values(row).join(' ').trim()).join()];
}

const links = '1 pages,1 files,2';
const allow = { read: () => true, update: () => true, delete: () => true, updateRelationship: () => true };
const reject = {
  ...allow,
  read: () => [{ field: 'id', values: ['none'] }],
  update: () => false,
  updateRelationship: () => false,
};
const rules = (notes: object) => ({
  access: { pages: allow, files: allow, words: allow, notes },
  defaultAccess: 'deny',
});

test.each([
  ['without rules, a read-only inverse relationship', {}],
  ['rules that reject', rules(reject)],
  ['read-only, and allowed', rules(allow)],
])('a soft deletion changes no link of a relationship with several target types: %s', async (_, options) => {
  expect(await deleteSubject('/pages/1', undefined, options)).toEqual([204, links]);
  // The policy of one target type is not the policy of another one.
  for (const onDelete of [undefined, 'database', 'set null', 'cascade'] as const)
    expect([onDelete, ...(await deleteSubject('/pages/2', onDelete, options))]).toEqual([onDelete, 204, links]);
  // A file is really deleted, and its links stay, because no foreign key changes them.
  expect(await deleteSubject('/files/1', undefined, options)).toEqual([204, links]);
});
