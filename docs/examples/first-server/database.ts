import { DatabaseSync } from 'node:sqlite';

export const database = new DatabaseSync('app.db');

database.exec(`
  create table if not exists person (
    id integer primary key autoincrement,
    name text not null
  );
  create table if not exists article (
    id integer primary key autoincrement,
    title text not null,
    words integer not null default 0,
    author_id integer references person (id) on delete set null
  );
`);

const { people } = database.prepare('select count(*) as people from person').get() as { people: number };
if (people === 0) {
  database.exec(`
    insert into person (name) values ('Dan'), ('Ada');
    insert into article (title, words, author_id) values ('Hello', 120, 1), ('Again', 800, 1), ('Notes', 40, 2);
  `);
}
