import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { type AccessRules, createMemorySources, type DataSource, type SourceCall } from '@linkage/server';
import { Kysely, sql } from 'kysely';
import { z } from 'zod';
import { createKyselySources } from '../src/index.ts';
import { type DatabaseName, databases } from './databases.ts';

/** Every place that writers meet in: the databases, and sources in memory. PGlite has one connection, as SQLite does. */
export const places: readonly { readonly name: DatabaseName | 'memory'; readonly missing: string | undefined }[] = [
  { name: 'memory', missing: undefined },
  ...databases.filter(({ name }) => name !== 'PGlite'),
];

const text = attribute(z.string().default(''), { filter: true });

/** A team has members, who have articles, which have comments and tags. Requests can change authors, or cannot. */
const apiOf = (write: boolean) =>
  defineApi({
    teams: {
      attributes: { name: text },
      relationships: { members: toMany('people', { inverse: 'team' }) },
      clientGeneratedIds: true,
    },
    people: {
      attributes: { name: text },
      relationships: {
        team: toOne('teams', { inverse: 'members', onDelete: 'cascade' }),
        articles: toMany('articles', { inverse: 'author' }),
      },
      clientGeneratedIds: true,
    },
    articles: {
      attributes: { title: text, status: text },
      relationships: {
        author: toOne('people', { inverse: 'articles', filter: true, onDelete: 'clear', write }),
        comments: toMany('comments', { inverse: 'article' }),
        tags: toMany('tags', { inverse: 'articles' }),
      },
      clientGeneratedIds: true,
    },
    comments: {
      attributes: { status: text },
      relationships: { article: toOne('articles', { inverse: 'comments', onDelete: 'cascade' }) },
      clientGeneratedIds: true,
    },
    tags: {
      attributes: { name: text },
      relationships: { articles: toMany('articles', { inverse: 'tags' }) },
      clientGeneratedIds: true,
    },
  });

export const api = apiOf(true);
/** The same API, but no request can change the author of an article. */
export const protectedApi = apiOf(false);

export type WriterType = 'teams' | 'people' | 'articles' | 'comments' | 'tags';

const tables = `
  create table team (id varchar(20) primary key, name varchar(20) not null);
  create table person (id varchar(20) primary key, name varchar(20) not null, team_id varchar(20) references team (id));
  create table article (
    id varchar(20) primary key, title varchar(40) not null, status varchar(20) not null,
    author_id varchar(20) references person (id)
  );
  create table comment (
    id varchar(20) primary key, status varchar(20) not null, article_id varchar(20) references article (id)
  );
  create table tag (id varchar(20) primary key, name varchar(20) not null);
  create table article_tag (
    article_id varchar(20) not null references article (id) on delete cascade,
    tag_id varchar(20) not null references tag (id) on delete cascade,
    primary key (article_id, tag_id)
  );`;
const noRows = `
  delete from article_tag; delete from tag; delete from comment; delete from article; delete from person; delete from team;`;
const rows = `
  insert into team values ('1', 'one');
  insert into person values ('1', 'Ada', '1'), ('2', 'Bo', null), ('3', 'Di', null);
  insert into article values ('1', 'one', 'draft', '1'), ('2', 'two', 'draft', '2'), ('3', 'three', 'draft', null);
  insert into comment values ('1', 'open', '1'), ('2', 'open', null);
  insert into tag values ('1', 'shown'), ('2', 'shown'), ('3', 'hidden');
  insert into article_tag values ('1', '1');`;

/** Returns a resource identifier. */
export const identifier = (type: string, id: string) => ({ type, id });
const seed = {
  teams: [{ id: '1', name: 'one', members: [identifier('people', '1')] }],
  people: [
    { id: '1', name: 'Ada' },
    { id: '2', name: 'Bo' },
    { id: '3', name: 'Di' },
  ],
  articles: [
    { id: '1', title: 'one', status: 'draft', author: identifier('people', '1'), tags: [identifier('tags', '1')] },
    { id: '2', title: 'two', status: 'draft', author: identifier('people', '2') },
    { id: '3', title: 'three', status: 'draft', author: null },
  ],
  comments: [
    { id: '1', status: 'open', article: identifier('articles', '1') },
    { id: '2', status: 'open', article: null },
  ],
  tags: [
    { id: '1', name: 'shown' },
    { id: '2', name: 'shown' },
    { id: '3', name: 'hidden' },
  ],
};

/** The sources of a place, and what tests have to know about its transactions. */
export interface WritersPlace {
  readonly name: DatabaseName | 'memory';
  readonly sources: Readonly<Record<WriterType, Required<DataSource>>>;
  /** Whether a transaction waits for a lock of another one. Undefined where transactions run one after another. */
  readonly isWaiting: (() => Promise<boolean>) | undefined;
  readonly reset: () => Promise<void>;
  readonly close: () => Promise<unknown>;
}

/** A call outside of a request. */
export const call: SourceCall = { context: undefined, signal: new AbortController().signal };

/** Returns an update by a source without rules, outside of a request if no other call is given. */
export const updateOf =
  (type: WriterType, id: string, attributes: object, relationships: object = {}) =>
  (sources: WritersPlace['sources'], inside: SourceCall = call): unknown =>
    sources[type].update(id, { type, id, attributes, relationships } as never, inside);
export const publish = updateOf('articles', '1', { status: 'published' });

/** A rule that allows writes of drafts, and a rule that shows nothing else. */
export const isDraft = (_: unknown, { record }: { readonly record?: object | undefined }): boolean =>
  (record as { readonly status?: string }).status === 'draft';
export const drafts: AccessRules<typeof api> = {
  articles: { read: () => [{ field: 'status', values: ['draft'] }] },
};

function openMemory(): WritersPlace {
  const world = { sources: createMemorySources(api, seed as never) };
  return {
    name: 'memory',
    get sources() {
      return world.sources as unknown as WritersPlace['sources'];
    },
    isWaiting: undefined,
    reset: async () => {
      world.sources = createMemorySources(api, seed as never);
    },
    close: async () => undefined,
  };
}

/** How the databases tell that a transaction of this database waits for a lock. */
const waiting: Readonly<Partial<Record<DatabaseName, string>>> = {
  PostgreSQL:
    "select count(*) as found from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  // `innodb_trx` shows nothing new while several tests read it. Other databases of the server can wait, too.
  MariaDB: `select count(*) as found from information_schema.processlist p
    join information_schema.global_status s on s.variable_name = 'INNODB_ROW_LOCK_CURRENT_WAITS'
    where p.db = database() and p.id <> connection_id() and p.command = 'Query' and p.time_ms > 20
      and s.variable_value > 0`,
};

/** Opens the sources of a place with their records. Call `reset` before each test. */
export async function openWriters(name: DatabaseName | 'memory'): Promise<WritersPlace> {
  if (name === 'memory') return openMemory();
  const database = await (databases.find((it) => it.name === name) as (typeof databases)[number]).open();
  const db = new Kysely<never>({ dialect: database.dialect });
  await database.exec(tables);
  const sources = createKyselySources(api, db, {
    teams: { table: 'team', relationships: { members: { foreignKey: 'team_id', onDelete: 'cascade' } } },
    people: {
      table: 'person',
      relationships: { team: { column: 'team_id' }, articles: { foreignKey: 'author_id', onDelete: 'set null' } },
    },
    articles: {
      table: 'article',
      relationships: {
        author: { column: 'author_id' },
        comments: { foreignKey: 'article_id', onDelete: 'cascade' },
        tags: { through: 'article_tag', from: 'article_id', to: 'tag_id' },
      },
    },
    comments: { table: 'comment', relationships: { article: { column: 'article_id' } } },
    tags: { table: 'tag', relationships: { articles: { through: 'article_tag', from: 'tag_id', to: 'article_id' } } },
  });
  const text = waiting[name];
  return {
    name,
    sources: sources as unknown as WritersPlace['sources'],
    isWaiting:
      text === undefined
        ? undefined
        : async () => Number((await sql<{ found: unknown }>`${sql.raw(text)}`.execute(db)).rows.at(0)?.found) > 0,
    reset: () => database.exec(`${noRows}${rows}`),
    close: async () => {
      await db.destroy();
      await database.close();
    },
  };
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

/** Waits until work has ended, or cannot go on before another transaction ends. */
export async function endsOrWaits({ isWaiting }: WritersPlace, work: Promise<unknown>): Promise<'ended' | 'waits'> {
  let hasEnded = false;
  work.then(
    () => {
      hasEnded = true;
    },
    () => {
      hasEnded = true;
    },
  );
  // Where transactions run one after another, nothing tells that one waits: it has many turns to go on.
  for (let turns = 0; !hasEnded && (isWaiting !== undefined || turns < 30); turns++) {
    await turn();
    if (!hasEnded && (await isWaiting?.()) === true) return 'waits';
  }
  return hasEnded ? 'ended' : 'waits';
}
