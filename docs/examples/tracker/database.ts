import { createIdempotencyTable } from '@linkage/kysely';
import { type Kysely, sql } from 'kysely';

/** The two databases of this example. The code differs in the types of three kinds of columns, and in the full-text search. */
export type Database = 'SQLite' | 'PostgreSQL';

const types = {
  SQLite: { instant: 'text', date: 'text', boolean: 'integer' },
  PostgreSQL: { instant: 'timestamptz', date: 'date', boolean: 'boolean' },
};
const search: Readonly<Record<Database, readonly string[]>> = {
  SQLite: [
    'create virtual table issue_search using fts5 (title, body)',
    `create trigger issue_added after insert on issue begin
       insert into issue_search (rowid, title, body) values (new.rowid, new.title, new.body); end`,
    `create trigger issue_changed after update of title, body on issue begin
       update issue_search set title = new.title, body = new.body where rowid = new.rowid; end`,
  ],
  PostgreSQL: [
    `alter table issue add search tsvector generated always as (to_tsvector('simple', title || ' ' || body)) stored`,
    'create index issue_search on issue using gin (search)',
  ],
};

/** Creates the tables. Each table of a tenant has the column `organization_id`, which the access rules compare. */
export async function createTables(db: Kysely<never>, database: Database): Promise<void> {
  const { instant, date, boolean } = types[database];
  const tenant = 'organization_id text not null references organization (id)';
  const ofProject = `project_id text not null references project (id), ${tenant}`;
  const ofIssue = `issue_id text not null references issue (id), author_id text not null references account (id), ${tenant}`;
  const tables = [
    'create table organization (id text primary key, name text not null)',
    `create table account (id text primary key, name text not null, email text not null unique,
       accepts_invitations ${boolean} not null)`,
    `create table membership (
       id text primary key, role text not null, created_at ${instant} not null, ${tenant},
       user_id text not null references account (id), unique (organization_id, user_id))`,
    `create table session (
       token_hash text primary key, organization_id text not null, user_id text not null,
       foreign key (organization_id, user_id) references membership (organization_id, user_id) on delete cascade)`,
    `create table project (
       id text primary key, name text not null, key text not null, is_internal ${boolean} not null,
       last_number integer not null default 0, created_at ${instant} not null, deleted_at ${instant}, ${tenant})`,
    // The key of a deleted project is free again. The index contains the tenant, so a conflict reveals nothing of others.
    'create unique index project_key on project (organization_id, key) where deleted_at is null',
    `create table sprint (id text primary key, name text not null, starts_on ${date}, ends_on ${date}, ${ofProject})`,
    `create table issue (
       id text primary key, number integer not null, title text not null, body text not null, resolution text,
       status text not null default 'open', priority integer not null, due_on ${date}, created_at ${instant} not null,
       updated_at ${instant} not null, deleted_at ${instant}, revision integer not null default 1, ${ofProject},
       sprint_id text references sprint (id) on delete set null, assignee_id text references account (id),
       author_id text not null references account (id), unique (project_id, number))`,
    `create table label (id text primary key, name text not null, color text not null, ${ofProject},
       unique (project_id, name))`,
    `create table issue_label (
       issue_id text not null references issue (id) on delete cascade,
       label_id text not null references label (id) on delete cascade, primary key (issue_id, label_id))`,
    `create table comment (
       id text primary key, body text not null, created_at ${instant} not null, updated_at ${instant} not null, ${ofIssue})`,
    `create table file (
       id text primary key, name text not null, media_type text not null, size integer, sha256 text,
       created_at ${instant} not null, ${ofIssue})`,
  ];
  const indexed = `project (organization_id, id); issue (organization_id, created_at desc, id); issue (project_id, id);
    issue (sprint_id, id); issue (assignee_id, id); issue_label (label_id, issue_id); sprint (project_id, id);
    comment (issue_id, id); file (issue_id, id); membership (user_id, id)`;
  const indexes = indexed.split(';').map((it, index) => `create index tracker_${index} on ${it}`);
  for (const statement of [...tables, ...indexes, ...search[database]]) await sql.raw(statement).execute(db);
  await createIdempotencyTable(db);
}
