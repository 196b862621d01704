import type { DatabaseSync } from 'node:sqlite';
import { createKyselySources, readDatabaseSchema } from '@linkage/kysely';
import { type DataSource, type SourceCall, unauthorized } from '@linkage/server';
import { type Kysely, sql } from 'kysely';
import { hashPassword, logIn } from './passwords.ts';
import type { Visitor } from './rules.ts';
import { api } from './schema.ts';

const now = () => new Date().toISOString();
const idType = 'integer';
// A deleted row stays in the database, but is no longer a resource.
const softDeleted = { where: { deleted_at: null }, softDelete: { deleted_at: now } };
const medium = { table: 'medium', idType, relationships: { product: { column: 'product_id' } } } as const;

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
        attributes: { text: { expression: (row) => sql`${row('name')} || ' ' || ${row('description')}` } },
        relationships: { category: { column: 'category_id' }, lines: { foreignKey: 'product_id' }, media: null },
      },
      images: { ...medium, where: { kind: 'images' } }, // the column tells the type of a row
      videos: { ...medium, where: { kind: 'videos' } },
      orders: {
        table: 'order',
        idType,
        ...softDeleted,
        onCreate: { created_at: now, customer_id: ({ context }: SourceCall<Visitor>) => context.user?.id ?? null },
        attributes: {
          createdAt: 'created_at',
          total: {
            expression: (row) =>
              sql`(select coalesce(sum(quantity * price), 0) from line where order_id = ${row('id')})`,
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
    { databaseSchema: await readDatabaseSchema(db) },
  );

  // Not a table of resources: a new session is a check of the password.
  const sessions: DataSource<typeof api, 'sessions', Visitor> = {
    create({ attributes: { email, password } }) {
      const session = logIn(database, email, password);
      if (session === undefined) throw unauthorized('Bearer', 'The email or the password is wrong.');
      return session;
    },
    find: () => [], // clients cannot read a session again
  };

  const media = database.prepare('select kind as type, id from medium where product_id = ? order by id');
  /** `media` has members of several types: identifiers are enough, the server reads the records of each type. */
  const related: typeof stored.products.related = (relationship, ids, query, call) => {
    if (relationship !== 'media') return stored.products.related(relationship, ids, query, call);
    const { offset, limit } = query.page ?? { offset: 0, limit: query.atMost };
    const pageOf = (id: string) => {
      const records = media.all(id).map((row) => ({ type: String(row['type']), id: String(row['id']) }));
      return { records: records.slice(offset, offset + limit), total: records.length };
    };
    return new Map(ids.map((id) => [id, pageOf(id)]));
  };
  return { ...stored, products: { ...stored.products, related }, sessions };
}
