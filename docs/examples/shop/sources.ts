import type { DatabaseSync } from 'node:sqlite';
import { createKyselySources, readCatalog } from '@linkage/kysely';
import { type CollectionQuery, type DataSource, type SourceCall, unauthorized } from '@linkage/server';
import type { Kysely } from 'kysely';
import { hashToken, isPassword, hashPassword, newToken } from './passwords.ts';
import type { Caller } from './rules.ts';
import { api } from './schema.ts';

const now = () => new Date().toISOString();
const integer = { idType: 'integer' } as const;
// A deleted row remains in the database, but is not a resource anymore.
const softDeleted = { scope: { deleted_at: null }, softDelete: { deleted_at: now } };

export async function createSources(database: DatabaseSync, db: Kysely<unknown>) {
  const { products, ...stored } = createKyselySources(api, db, {
    users: {
      table: 'user',
      ...integer,
      attributes: { password: { column: 'password_hash', encode: hashPassword } },
      relationships: { orders: { foreignKey: 'customer_id' } },
    },
    categories: {
      table: 'category',
      ...integer,
      relationships: {
        parent: { column: 'parent_id' },
        children: { foreignKey: 'parent_id' },
        products: { foreignKey: 'category_id' },
      },
    },
    products: { table: 'product', ...integer, ...softDeleted, relationships: { category: { column: 'category_id' } } },
    orders: {
      table: 'order',
      ...integer,
      ...softDeleted,
      onCreate: { created_at: now, customer_id: ({ context }: SourceCall<Caller>) => context.user?.id },
      attributes: {
        createdAt: 'created_at',
        total: {
          expression: (row, eb) => eb.selectFrom('line').where('order_id', '=', row('id')).select(sql`coalesce(sum(quantity * price), 0)`.as('total')),
        },
      },
      relationships: { customer: { column: 'customer_id' }, lines: { foreignKey: 'order_id' } },
    },
    lines: {
      table: 'line',
      ...integer,
      relationships: { order: { column: 'order_id' }, product: { column: 'product_id' } },
    },
  }, { catalog: await readCatalog(db) });
}
