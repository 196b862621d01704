import { DatabaseSync } from 'node:sqlite';
import { createNodeSqliteDialect } from '@linkage/kysely';
import { Kysely } from 'kysely';
import { hashPassword, hashToken } from './passwords.ts';

const tables = `
  create table user (
    id integer primary key, name text not null, email text not null unique, password_hash text not null, is_admin integer not null
  );
  create table session (id integer primary key, token_hash text unique, user_id integer not null references user (id));
  create table category (id integer primary key, name text not null, parent_id integer references category (id));
  create table product (
    id integer primary key, name text not null, description text not null, price integer not null,
    stock integer not null check (stock >= 0), category_id integer not null references category (id), deleted_at text
  );
  create table medium (
    id integer primary key, kind text not null check (kind in ('images', 'videos')), url text not null, alt text,
    seconds integer, product_id integer not null references product (id)
  );
  create table "order" (
    id integer primary key, status text not null default 'open', created_at text not null,
    customer_id integer not null references user (id), deleted_at text
  );
  create table line (
    id integer primary key, quantity integer not null, name text not null, price integer not null,
    order_id integer not null references "order" (id), product_id integer not null references product (id)
  );
  create index order_customer on "order" (customer_id);
  create index line_order on line (order_id); create index line_product on line (product_id);

  create trigger category_tree before update of parent_id on category when new.id in ( -- a category is not below itself
    with recursive above (id) as (select new.parent_id union select parent_id from category join above using (id)) select id from above
  ) begin select raise(abort, 'The category is below itself.'); end;
`;

const rows = `
  insert into category (id, name, parent_id) values (1, 'Kitchen', null), (2, 'Drinks', 1), (3, 'Tea', 2), (4, 'Tools', null);
  insert into product (name, description, price, stock, category_id) values
    ('Green tea', 'Leaves from Uji.', 850, 20, 3),
    ('Teapot', 'Holds one liter of tea.', 3200, 3, 2),
    ('Hammer', 'For nails.', 1500, 5, 4);
  insert into medium (kind, url, alt, seconds, product_id) values
    ('images', 'https://example.com/teapot.jpg', 'A teapot', null, 2),
    ('videos', 'https://example.com/teapot.mp4', null, 40, 2);
  insert into "order" (created_at, customer_id) values ('2026-01-02T10:00:00Z', 2), ('2026-01-03T10:00:00Z', 3);
  insert into line (quantity, name, price, order_id, product_id) values
    (2, 'Green tea', 850, 1, 1), (1, 'Hammer', 1500, 2, 3);
`;

/** Creates a database with three users: an admin, Ada, and Bob. Their tokens are `root`, `ada`, and `bob`. */
export function createDatabase() {
  const database = new DatabaseSync(':memory:');
  database.exec(tables);
  const insertUser = database.prepare(
    'insert into user (name, email, password_hash, is_admin) values (?, ?, ?, ?) returning id',
  );
  const insertSession = database.prepare('insert into session (token_hash, user_id) values (?, ?)');
  for (const name of ['root', 'ada', 'bob']) {
    const isAdmin = name === 'root' ? 1 : 0;
    const user = insertUser.get(name, `${name}@example.com`, hashPassword(`${name} has a password`), isAdmin);
    insertSession.run(hashToken(name), Number(user?.['id']));
  }
  database.exec(rows);
  return { database, db: new Kysely({ dialect: createNodeSqliteDialect(database) }) };
}
