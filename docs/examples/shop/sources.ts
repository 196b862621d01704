import type { DatabaseSync } from 'node:sqlite';
import { createKyselySources, readCatalog } from '@linkage/kysely';
import { type CollectionQuery, type DataSource, type SourceCall, unauthorized } from '@linkage/server';
import { type Kysely, sql } from 'kysely';
import { hashPassword, logIn } from './passwords.ts';
import type { Caller } from './rules.ts';
import { api } from './schema.ts';

const now = () => new Date().toISOString();
const idType = 'integer';
// A deleted row stays in the database, but is no longer a resource.
const softDeleted = { scope: { deleted_at: null }, softDelete: { deleted_at: now } };

export async function createSources(database: DatabaseSync, db: Kysely<unknown>) {
  const stored = createKyselySources(
    api,
    db,
    {
      users: {
        table: 'user',
        idType,
        attributes: { password: { column: 'password_hash', encode: hashPassword } },
        relationships: { orders: { foreignKey: 'customer_id' } },
      },
      categories: {
        table: 'category',
        idType,
        relationships: {
          parent: { column: 'parent_id' },
          children: { foreignKey: 'parent_id' },
          products: { foreignKey: 'category_id' },
        },
      },
      products: {
        table: 'product',
        idType,
        ...softDeleted,
        relationships: { category: { column: 'category_id' }, lines: { foreignKey: 'product_id' } },
      },
      orders: {
        table: 'order',
        idType,
        ...softDeleted,
        onCreate: { created_at: now, customer_id: ({ context }: SourceCall<Caller>) => context.user?.id ?? null },
        attributes: {
          createdAt: 'created_at',
          total: {
            expression: (row, eb) =>
              eb
                .selectFrom('line')
                .where('order_id', '=', row('id'))
                .select(sql`coalesce(sum(quantity * price), 0)`.as('total')),
          },
        },
        relationships: { customer: { column: 'customer_id' }, lines: { foreignKey: 'order_id' } },
      },
      lines: {
        table: 'line',
        idType,
        relationships: { order: { column: 'order_id' }, product: { column: 'product_id' } },
      },
    },
    { catalog: await readCatalog(db) },
  );

  // Not a table of resources: a new session is a check of the password.
  const sessions: DataSource<typeof api, 'sessions', Caller> = {
    create({ attributes: { email, password } }) {
      const session = logIn(database, email, password);
      if (session === undefined) throw unauthorized('Bearer', 'The email or the password is wrong.');
      return session;
    },
    find: () => [], // clients cannot read a session again
  };

  const search = database.prepare('select rowid as id from product_text where product_text match ? limit 1000');
  /** `searchText` is one more condition, so pages, totals, and the filters of the client stay correct. */
  function list(query: CollectionQuery, call: SourceCall) {
    const text = query.parameters?.['searchText'];
    if (text === undefined) return stored.products.list(query, call);
    const words = String(text).replaceAll('"', ' ');
    const values = search.all(`"${words}"`).map(({ id }) => String(id));
    const found = { field: 'id', operator: 'eq', values } as const;
    return stored.products.list({ ...query, filter: [...query.filter, found] }, call);
  }
  const { find, related, appliesConditions } = stored.products;
  const products = {
    ...stored.products,
    list,
    appliesConditions: { types: ['products'], ...appliesConditions, methods: [list, find, related] },
  };
  return { ...stored, products, sessions };
}
