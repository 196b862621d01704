import { MysqlDialect } from 'kysely';
import { createPool } from 'mysql2';

const local = 'mysql://linkage:linkage@localhost:3306/linkage';
/** Tests remove what they create. */
export const testAddress = process.env['TEST_DATABASE_URL'];

/** Connects to the database of `DATABASE_URL`, or to that of `compose.yaml`. */
export function createDialect(address = process.env['DATABASE_URL'] ?? local) {
  return new MysqlDialect({ pool: createPool({ uri: address }) });
}

export const tables = [
  `create table if not exists person (
    id integer primary key auto_increment,
    name varchar(200) not null
  )`,
  `create table if not exists article (
    id integer primary key auto_increment,
    title varchar(200) not null,
    words integer not null default 0,
    author_id integer,
    foreign key (author_id) references person (id) on delete set null
  )`,
];
