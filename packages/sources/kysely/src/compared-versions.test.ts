/** `If-Match` as a condition of the statement that writes: a version column, on every database. */
import { defineApi, toMany, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

const api = defineApi({
  notes: { attributes: { text: z.string(), owner: z.string() }, relationships: { author: toOne('people') } },
  drafts: { attributes: { text: z.string() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() }, relationships: { notes: toMany('notes') } },
});
const tables = `
  create table person (id varchar(20) primary key, name varchar(20) not null);
  create table note (id varchar(20) primary key, text varchar(20) not null, owner varchar(20) not null, revision integer not null,
    author_id varchar(20), foreign key (author_id) references person (id));
  create table draft (id varchar(20) primary key, text varchar(20) not null, revision integer not null, author_id varchar(20),
    foreign key (author_id) references person (id) on delete set null);`;
const reset = `
  delete from note; delete from draft; delete from person;
  insert into person values ('1', 'Ada'), ('2', 'Bob');
  insert into note values ('1', 'a', 'me', 7, '1'), ('2', 'b', 'me', 7, null), ('3', 'c', 'you', 7, null), ('4', 'd', 'nobody', 7, null);
  insert into draft values ('1', 'a', 7, '2');`;
const mapping = {
  notes: { table: 'note', version: 'revision', relationships: { author: { column: 'author_id' } } },
  drafts: { table: 'draft', version: 'revision', relationships: { author: { column: 'author_id' } } },
  people: { table: 'person', relationships: { notes: { foreignKey: 'author_id' } } },
} as const;

const yes = (): boolean => true;
const own = () => [{ field: 'owner', values: ['me'] }] as const;
const access = {
  notes: {
    read: () => [{ field: 'owner', values: ['me', 'you'] }] as const,
    ...{ create: yes, update: own, delete: own, updateRelationship: yes },
  },
  drafts: { read: yes, create: yes, update: yes, delete: yes, updateRelationship: yes },
  people: { read: yes, create: yes, update: yes, delete: yes, updateRelationship: yes },
};
const patch = (id: string) => [`PATCH /notes/${id}`, { type: 'notes', id, attributes: { text: 'new' } }] as const;
const link = [
  'PATCH /notes/1',
  { type: 'notes', id: '1', relationships: { author: { data: { type: 'people', id: '2' } } } },
] as const;
const remove = (id: string) => [`DELETE /notes/${id}`, undefined] as const;

type Sent = readonly [line: string, data: unknown];
type Case = readonly [title: string, sent: Sent, tag: (current: string) => string, status: number, count: number];
const current = (tag: string): string => tag;
const stale = (tag: string): string => tag.replace('7_', '6_');
/** The status and the number of statements. One more tells why nothing was written. */
const cases: readonly Case[] = [
  ['an update', patch('1'), current, 200, 1],
  ['an update of a link', link, current, 200, 1],
  ['one of several tags', patch('1'), (tag) => `${stale(tag)}, "x", ${tag}`, 200, 1],
  ['any version', patch('1'), () => '*', 200, 1],
  ['another count', patch('1'), stale, 412, 1],
  ['a count without its hash', patch('1'), () => '"7-"', 412, 1],
  ['a weak tag', patch('1'), (tag) => `W/${tag}`, 412, 1],
  ['the tag of a resource with the same count', patch('2'), current, 412, 1],
  ['no resource', patch('9'), current, 404, 1],
  ['no resource, any version', patch('9'), () => '*', 404, 2],
  ['a deletion', remove('2'), current, 204, 1],
  ['a deletion of another count', remove('2'), stale, 412, 1],
];
const isOwn = (statement: string): boolean => !/^(?:begin|start|set|commit|rollback)/.test(statement);

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'versions', () => {
    const statements: string[] = [];
    const database = useDatabase<Record<string, Record<string, unknown>>>(open, tables, statements);
    beforeEach(() => database.exec(reset));
    const serve = async (options: object = { defaultAccess: 'allow' }) => {
      const sources = createKyselySources(api, database.db, mapping, {
        databaseSchema: await readDatabaseSchema(database.db),
      });
      const server = createServer(api, sources, options as never);
      const send = async (line: string, data?: unknown, given: Readonly<Record<string, string>> = {}) => {
        const [method = '', url = ''] = line.split(' ');
        const headers = { ...given, 'content-type': 'application/vnd.api+json' };
        return server.handle({ method, url, headers, ...(data !== undefined && { body: JSON.stringify({ data }) }) });
      };
      const tagOf = async (url: string): Promise<string> => (await send(`GET ${url}`)).headers['ETag'] ?? '';
      return { send, tagOf };
    };

    test.each(cases)('%s', async (title, [line, data], tag, status, count) => {
      for (const options of [undefined, { access }]) {
        await database.exec(reset);
        const { send, tagOf } = await serve(options);
        const known = await tagOf(
          title.includes('same count') || title.includes('no resource') ? '/notes/1' : line.replace(/\w+ /, ''),
        );
        expect(known).toMatch(/^"7_[\da-f]{16}-[\da-f]{16}"$/);
        statements.length = 0;
        const answer = await send(line, data, { 'if-match': tag(known) });
        const written = statements.filter(isOwn).length;
        expect([answer.status, name === 'MariaDB' ? written <= count + 4 && count : written]).toEqual([status, count]);
        if (status === 200) expect(answer.headers['ETag']).toMatch(/^"8_/);
        const { revision } =
          (await database.db.selectFrom('note').selectAll().where('id', '=', '1').executeTakeFirst()) ?? {};
        expect(Number(revision)).toBe(status === 200 ? 8 : 7);
      }
    });

    test('of several reasons, the response has the first: hidden, another version, rejected', async () => {
      const { send, tagOf } = await serve({ access });
      const tag = await tagOf('/notes/3');
      const send3 = async (sent: Sent, its: string) => (await send(...sent, { 'if-match': its })).status;
      for (const of of [patch, remove]) {
        expect([await send3(of('3'), tag), await send3(of('3'), stale(tag)), await send3(of('4'), '*')]).toEqual([
          403, 412, 404,
        ]);
      }
    });

    test('a write of another resource that changes the link changes the count', async () => {
      const { send, tagOf } = await serve();
      const tag = await tagOf('/notes/1');
      const members = [{ type: 'notes', id: '1' }];
      expect((await send('POST /people/2/relationships/notes', members)).status).toBe(204);
      expect((await send(...patch('1'), { 'if-match': tag })).status).toBe(412);
      expect(await tagOf('/notes/1')).toMatch(/^"8_/);
    });

    test('a link that the database changes without the version is part of the tag', async () => {
      const { send, tagOf } = await serve();
      const tag = await tagOf('/drafts/1');
      expect(tag).toMatch(/^"[\da-f]{16}-/);
      await database.exec("delete from person where id = '2'");
      const draft = { type: 'drafts', id: '1', attributes: { text: 'new' } };
      expect((await send('PATCH /drafts/1', draft, { 'if-match': tag })).status).toBe(412);
      expect((await send('PATCH /drafts/1', draft, { 'if-match': await tagOf('/drafts/1') })).status).toBe(200);
    });

    test('of writes at the same time with one tag, one is done', async () => {
      const { send, tagOf } = await serve();
      const tag = await tagOf('/notes/1');
      const sent = await Promise.all(Array.from({ length: 5 }, () => send(...patch('1'), { 'if-match': tag })));
      expect(sent.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412]);
    });

    test('a link that does not exist, and a current or another version', async () => {
      const { send, tagOf } = await serve();
      const tag = await tagOf('/notes/1');
      const missingAuthor = {
        ...(link[1] as object),
        relationships: { author: { data: { type: 'people', id: '9' } } },
      };
      const statusOf = async (its: string) => (await send('PATCH /notes/1', missingAuthor, { 'if-match': its })).status;
      expect([await statusOf(tag), await statusOf(stale(tag))]).toEqual([404, 412]);
    });
  });
});
