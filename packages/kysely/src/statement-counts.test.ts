/** How many statements a request takes, without `begin` and `commit`, on every database. A change that needs fewer changes this table. */
import { atomicOperations, createServer } from '@linkage/server';
import { beforeEach, describe, expect, test } from 'vitest';
import { operate } from '../../server/test/atomic-request.ts';
import { api, optionsOf, type Setting } from '../../server/test/transcripts/blog-world.ts';
import { identifier, many } from '../../server/test/transcripts/requests.ts';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { createSources, rows, tables } from '../test/transcripts/blog-sources.ts';
import { useDatabase } from '../test/use-database.ts';

type Counted = readonly [title: string, statements: readonly number[], line: string, data?: unknown];

const settings: readonly Setting[] = ['open', 'rules', 'hooks', 'rules and hooks'];
const patch = (attributes: object, tags: readonly string[]) => ({
  ...{ ...identifier('articles', '1'), attributes },
  relationships: { author: { data: identifier('people', '2') }, tags: { data: many('tags', ...tags) } },
});
const post = {
  ...{ ...identifier('articles', '9'), attributes: { title: 'new' } },
  relationships: { author: { data: identifier('people', '1') }, tags: { data: many('tags', '1') } },
};

/**
 * The statements without rules, with rules, with hooks, and with both. Article 1 has the author 1 and the tags 1 and 2, and everything
 * is visible. Updates and deletions send an entity tag.
 */
const counted: readonly Counted[] = [
  ['GET with include', [3, 4], 'GET /articles?include=author,tags'],
  [
    'GET with a filter and an include of two levels',
    [3, 5],
    'GET /articles?include=author.articles&filter[author.name]=Ada',
  ],
  [
    'PATCH of the title',
    [3, 8, 4, 9],
    'PATCH /articles/1',
    { ...identifier('articles', '1'), attributes: { title: 'new' } },
  ],
  ['PATCH of title, author, and tags: one leaves', [7, 22, 8, 23], 'PATCH /articles/1', patch({ title: 'new' }, ['1'])],
  [
    'PATCH of title, author, and tags: one leaves, one is new',
    [8, 23, 9, 24],
    'PATCH /articles/1',
    patch({ title: 'new' }, ['1', '4']),
  ],
  ['POST with author and one tag', [7, 12, 7, 12], 'POST /articles', post],
  ['POST of a new member to a relationship', [5, 9, 6, 10], 'POST /articles/1/relationships/tags', many('tags', '4')],
  ['POST of a known member to a relationship', [4, 8, 5, 9], 'POST /articles/1/relationships/tags', many('tags', '1')],
  ['DELETE of a resource without links', [2, 3, 3, 4], 'DELETE /tags/4'],
  ['DELETE of a resource with links', [2, 3, 3, 4], 'DELETE /tags/1'],
  ['DELETE with records that are deleted, too', [5, 11, 6, 12], 'DELETE /articles/1'],
];
const reset = `
  delete from article_tag; delete from comment; delete from article; delete from tag; delete from person;
  ${rows}
  insert into tag values ('4', 'green', 'shown'); delete from article_tag where tag_id = '3'; delete from comment where id = '3';`;
const isOwn = (statement: string): boolean => !/^(?:begin|start|set|commit|rollback)/.test(statement);

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'statements', () => {
    const statements: string[] = [];
    const database = useDatabase(open, tables, statements);
    const serverOf = (setting: Setting) => {
      const options = { ...optionsOf(setting, [...api.types.keys()]), extensions: [atomicOperations()] };
      return createServer(api, createSources(database.db) as never, options as never);
    };
    // For MariaDB, no statement returns the row that it writes, so that another one reads it.
    const more = name === 'MariaDB' ? 1 : 0;
    beforeEach(() => database.exec(reset));

    test.each(counted.map((it) => [it[0], it] as const))('%s', async (_, [, expected, line, data]) => {
      const found: number[] = [];
      for (const setting of settings.slice(0, expected.length)) {
        await database.exec(reset);
        const server = serverOf(setting);
        const [, url] = /^(?:PATCH|DELETE) (\/\w+\/\d)$/.exec(line) ?? [];
        const known = url === undefined ? undefined : await server.handle({ method: 'GET', url, headers: {} });
        statements.length = 0;
        const headers = known === undefined ? {} : { 'if-match': known.headers['ETag'] ?? '' };
        const { status } = await requestsTo(server)(line, data, headers);
        expect([line, setting, status < 300]).toEqual([line, setting, true]);
        found.push(statements.filter(isOwn).length);
      }
      const isOfRow = /^(?:POST|PATCH) \/articles(?:\/1)?$/.test(line);
      expect(found).toEqual(expected.map((count) => count + (isOfRow ? more : 0)));
    });

    test.each([
      ['open', 150],
      ['rules', 350],
    ] as const)('50 adds, each with a link to one resource: %s', async (setting, expected) => {
      const adds = Array.from({ length: 50 }, () => ({
        op: 'add',
        data: { type: 'articles', attributes: {}, relationships: { author: { data: identifier('people', '1') } } },
      }));
      const server = serverOf(setting);
      statements.length = 0;
      expect((await operate(server, adds)).status).toBe(200);
      expect(statements.filter(isOwn)).toHaveLength(expected + 50 * more);
    });
  });
});
