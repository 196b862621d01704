import { DatabaseSync } from 'node:sqlite';
import { createNodeSqliteDialect } from '@linkage/kysely';
import { Kysely } from 'kysely';
import { hashPassword, hashToken } from './passwords.ts';

const tables = `
  create table user (
    id integer primary key,
    name text not null,
    email text not null unique,
    password_hash text not null,
    is_admin integer not null default 0
  );
  create table session (id integer primary key, token_hash text not null unique, user_id integer not null references user (id) on delete cascade);
  create table category (id integer primary key, name text not null, parent_id integer references category (id));
  create table product (
    id integer primary key,
    name text not null,
    description text not null default '',
    price integer not null,
    stock integer not null default 0 check (stock >= 0),
    category_id integer not null references category (id),
    deleted_at text
  );
  create table "order" (
    id integer primary key,
    status text not null default 'open',
    created_at text not null,
    customer_id integer not null references user (id),
    deleted_at text
  );
  create table line (
    id integer primary key,
    quantity integer not null,
    name text not null,
    price integer not null,
    order_id integer not null references "order" (id),
    product_id integer not null references product (id)
  );
  create index order_customer on "order" (customer_id);
  create index line_order on line (order_id);

  -- The index of the full-text search follows the products.
  create virtual table product_text using fts5 (name, description, content='product', content_rowid='id');
  create trigger product_added after insert on product begin
    insert into product_text (rowid, name, description) values (new.id, new.name, new.description);
  end;
  create trigger product_changed after update of name, description on product begin
    insert into product_text (product_text, rowid, name, description)
      values ('delete', old.id, old.name, old.description);
    insert into product_text (rowid, name, description) values (new.id, new.name, new.description);
  end;
`;

const rows = `
  insert into category (id, name, parent_id) values (1, 'Kitchen', null), (2, 'Drinks', 1), (3, 'Tea', 2), (4, 'Tools', null);
  insert into product (id, name, description, price, stock, category_id) values
    (1, 'Green tea', 'Leaves from Uji.', 850, 20, 3),
    (2, 'Teapot', 'Holds one litre of tea.', 3200, 3, 2),
    (3, 'Hammer', 'For nails.', 1500, 5, 4);
  insert into "order" (id, created_at, customer_id) values (1, '2026-01-02T10:00:00Z', 2), (2, '2026-01-03T10:00:00Z', 3);
  insert into line (quantity, name, price, order_id, product_id) values (2, 'Green tea', 850, 1, 1), (1, 'Hammer', 1500, 2, 3);
`;

/** Creates a database with three users (an admin, Ada, and Bob), whose tokens are `root`, `ada`, and `bob`. */
export function createDatabase(path: string) {
  const database = new DatabaseSync(path);
  database.exec(tables);
  const insertUser = database.prepare(
    'insert into user (id, name, email, password_hash, is_admin) values (?, ?, ?, ?, ?)',
  );
  const insertSession = database.prepare('insert into session (token_hash, user_id) values (?, ?)');
  for (const [index, name] of ['root', 'ada', 'bob'].entries()) {
    insertUser.run(
      index + 1,
      name,
      `${name}@example.com`,
      hashPassword(`${name} has a password`),
      Number(name === 'root'),
    );
    insertSession.run(hashToken(name), index + 1);
  }
  database.exec(rows);
  return { database, db: new Kysely({ dialect: createNodeSqliteDialect(database) }) };
}
