import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi } from '@linkage/core';
import { createServer, type SourceCall } from '@linkage/server';
import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createKyselySources, createNodeSqliteDialect } from './index.ts';

const api = defineApi({ notes: { attributes: { title: attribute(z.string(), { filter: true }) } } });

/** A server that lists from a replica, and reads what a client has just written from the primary database. */
function serve() {
  const open = (title: string) => {
    const database = new DatabaseSync(':memory:');
    database.exec(
      `create table note (id integer primary key, title text not null); insert into note values (1, '${title}')`,
    );
    const db = new Kysely<unknown>({ dialect: createNodeSqliteDialect(database) });
    return createKyselySources(api, db, { notes: { table: 'note', idType: 'integer' } }).notes;
  };
  const [primary, replica] = [open('new'), open('old')];
  const from = ({ context, transaction }: SourceCall) =>
    transaction !== undefined || context === 'has just written' ? primary : replica;
  const list: typeof primary.list = (query, call) => from(call).list(query, call);
  const find: typeof primary.find = (ids, selection, call) => from(call).find(ids, selection, call);
  const types = primary.appliesConditions?.types ?? [];
  const notes = { ...primary, list, find, appliesConditions: { methods: [list, find], types } };
  const access = { notes: { read: () => [{ field: 'title' as const, values: ['new', 'old', 'written'] }] } };
  const context = ({ headers }: { readonly headers: object }) =>
    'x-written' in headers ? 'has just written' : undefined;
  return createServer(api, { notes }, { context, defaultAccess: 'allow', access });
}

test('reads come from a replica, writes and reads after a write from the primary database', async () => {
  const server = serve();
  const titleOf = async (url: string, headers: Readonly<Record<string, string>> = {}) => {
    const { body } = await server.handle({ method: 'GET', url, headers });
    return [JSON.parse(body ?? '{}').data].flat()[0].attributes.title;
  };
  const written = { 'x-written': 'yes' };
  expect([await titleOf('/notes'), await titleOf('/notes/1')]).toEqual(['old', 'old']);
  expect([await titleOf('/notes', written), await titleOf('/notes/1', written)]).toEqual(['new', 'new']);
  const body = JSON.stringify({ data: { type: 'notes', id: '1', attributes: { title: 'written' } } });
  const headers = { 'content-type': 'application/vnd.api+json' };
  const { status } = await server.handle({ method: 'PATCH', url: '/notes/1', headers, body });
  expect([status, await titleOf('/notes/1', written), await titleOf('/notes/1')]).toEqual([200, 'written', 'old']);
});
