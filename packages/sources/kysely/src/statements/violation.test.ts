import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi } from '@linkage/core';
import { type AccessRules, createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createKyselySources, createNodeSqliteDialect } from '../index.ts';

const api = defineApi({
  notes: {
    attributes: {
      title: z.string(),
      tenant: z.string().default('t'),
      slug: attribute(z.string(), { write: false }),
    },
    relationships: {},
  },
});

/** Two notes in a table with these constraints. */
function serve(constraint: string, fields?: readonly ('title' | 'tenant' | 'slug')[]) {
  const database = new DatabaseSync(':memory:');
  database.exec(`
    create table note (
      id integer primary key, headline text not null, tenant text not null, slug text not null default 's', ${constraint}
    );
    insert into note values (1, 'One', 't', 'one'), (2, 'Two', 't', 'two');
  `);
  const db = new Kysely<never>({ dialect: createNodeSqliteDialect(database) });
  const { notes } = createKyselySources(api, db, {
    notes: { table: 'note', idType: 'integer', attributes: { title: 'headline' } },
  });
  const access: AccessRules<typeof api> = fields === undefined ? {} : { notes: { fields: () => fields } };
  return createServer(api, { notes }, { defaultAccess: 'allow', access });
}

const unnamed = 'Another resource already has a value that must be unique.';
const both = '`title` and `tenant` together must be unique, but another resource already has these values.';
const title = '`title` must be unique, but another resource already has this value.';
const pair = 'unique (headline, tenant)';

test.each<[string, string, Parameters<typeof serve>[1], string]>([
  ['all fields', pair, undefined, both],
  ['all of the constraint', pair, ['title', 'tenant'], both],
  ['a part of the constraint', pair, ['title'], title],
  ['nothing of it', 'unique (tenant, slug)', ['title'], unnamed],
  ['what requests cannot write', 'unique (headline, slug)', undefined, title],
])('a 409 names only what the user can read and write: %s', async (_, constraint, fields, detail) => {
  const server = serve(constraint, fields);
  const send = async (method: string, url: string, data: object) => {
    const headers = { 'content-type': 'application/vnd.api+json' };
    const response = await server.handle({ method, url, headers, body: JSON.stringify({ data }) });
    return [response.status, JSON.parse(response.body ?? '{}').errors?.[0].detail];
  };
  const create = () => send('POST', '/notes', { type: 'notes', attributes: { title: 'New' } });
  expect(await create()).toEqual([201, undefined]);
  expect(await create()).toEqual([409, detail]);
  if (constraint !== pair) return;
  const changes = { type: 'notes', id: '2', attributes: { title: 'One' } };
  expect(await send('PATCH', '/notes/2', changes)).toEqual([409, detail]);
});
