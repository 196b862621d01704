/** How many statements a request takes, without `begin` and `commit`, on every database. A change that needs fewer changes this table. */
import { atomicOperations, createServer } from '@linkage/server';
import { beforeEach, describe, expect, test } from 'vitest';
import { operate } from '../../../server/test/atomic-request.ts';
import { api, optionsOf, type Setting } from '../../../server/test/transcripts/blog-world.ts';
import { identifier, many } from '../../../server/test/transcripts/requests.ts';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { createSources, rows, tables } from '../test/transcripts/blog-sources.ts';
import { useDatabase } from '../test/use-database.ts';
import { readDatabaseSchema } from './index.ts';

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
  ['GET with include', [3, 3], 'GET /articles?include=author,tags'],
  [
    'GET with a filter and an include of two levels',
    [3, 3],
    'GET /articles?include=author.articles&filter[author.name]=Ada',
  ],
  [
    'PATCH of the title',
    [3, 4, 3, 5],
    'PATCH /articles/1',
    { ...identifier('articles', '1'), attributes: { title: 'new' } },
  ],
  ['PATCH of title, author, and tags: one leaves', [7, 8, 8, 9], 'PATCH /articles/1', patch({ title: 'new' }, ['1'])],
  [
    'PATCH of title, author, and tags: one leaves, one is new',
    [7, 8, 8, 9],
    'PATCH /articles/1',
    patch({ title: 'new' }, ['1', '4']),
  ],
  ['POST with author and one tag', [5, 5, 5, 6], 'POST /articles', post],
  ['POST of a new member to a relationship', [3, 4, 4, 4], 'POST /articles/1/relationships/tags', many('tags', '4')],
  ['POST of a known member to a relationship', [4, 5, 5, 5], 'POST /articles/1/relationships/tags', many('tags', '1')],
  ['DELETE of a resource without links', [2, 2, 2, 2], 'DELETE /tags/4'],
  ['DELETE of a resource with links', [2, 2, 2, 2], 'DELETE /tags/1'],
  ['DELETE with records that are deleted, too', [5, 9, 5, 9], 'DELETE /articles/1'],
];
/** The statements of sources that declare `returnsWritten`, by title. A hook can change anything, so the record is read again after it. */
const completeCounts: Readonly<Record<string, readonly number[]>> = {
  'PATCH of the title': [2, 3, 3, 5],
  'PATCH of title, author, and tags: one leaves': [4, 7, 8, 9],
  'PATCH of title, author, and tags: one leaves, one is new': [4, 7, 8, 9],
  'POST with author and one tag': [2, 5, 5, 6],
};
const reset = `
  delete from article_tag; delete from comment; delete from article; delete from tag; delete from person;
  ${rows}
  insert into tag values ('4', 'green', 'shown'); delete from article_tag where tag_id = '3'; delete from comment where id = '3';`;
const isOwn = (statement: string): boolean => !/^(?:begin|start|set|commit|rollback)/.test(statement);

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'statements', () => {
    const statements: string[] = [];
    const database = useDatabase(open, tables, statements);
    const serverOf = async (setting: Setting, isComplete = false, createsAll = true) => {
      const options = { ...optionsOf(setting, [...api.types.keys()]), extensions: [atomicOperations()] };
      const known = isComplete ? { databaseSchema: await readDatabaseSchema(database.db) } : {};
      const sources = Object.entries(createSources(database.db, known)).map(([type, source]) => {
        const { createAll: _, ...others } = source as { readonly createAll?: unknown };
        return [type, createsAll ? source : others];
      });
      return createServer(api, Object.fromEntries(sources) as never, options as never);
    };
    // For MariaDB, no statement returns the row that it writes, so that another one reads it.
    const more = name === 'MariaDB' ? 1 : 0;
    beforeEach(() => database.exec(reset));

    const complete = counted.flatMap(([title, , line, data]) => {
      const fewer = completeCounts[title];
      return fewer === undefined
        ? []
        : [[`${title}, of a source that declares \`returnsWritten\``, fewer, line, data] as const];
    });
    const both: readonly (readonly [string, Counted, boolean])[] = [
      ...counted.map((it) => [it[0], it, false] as const),
      ...complete.map((it) => [it[0], it, true] as const),
    ];
    test.each(both)('%s', async (_, [title, expected, line, data], isComplete) => {
      const found: number[] = [];
      for (const setting of settings.slice(0, expected.length)) {
        await database.exec(reset);
        const server = await serverOf(setting, isComplete);
        const [, url] = /^(?:PATCH|DELETE) (\/\w+\/\d)$/.exec(line) ?? [];
        const known = url === undefined ? undefined : await server.handle({ method: 'GET', url, headers: {} });
        statements.length = 0;
        const headers = known === undefined ? {} : { 'if-match': known.headers['ETag'] ?? '' };
        const { status } = await requestsTo(server)(line, data, headers);
        expect([line, setting, status < 300]).toEqual([line, setting, true]);
        found.push(statements.filter(isOwn).length);
      }
      const isOfRow = /^(?:POST|PATCH) \/articles(?:\/1)?$/.test(line);
      // MySQL locks the row before its members change, and reads members before it adds new ones.
      const changesTags = line === 'PATCH /articles/1' && Object.hasOwn(Object(data), 'relationships');
      // A collation of MariaDB finds other spellings of an id, so the server looks for the ids.
      const asked = isComplete && (changesTags || line === 'POST /articles') ? [2 * more] : [];
      const ofTags = changesTags ? (/one is new\b/.test(title) ? 2 : 1) * more : 0;
      expect(found).toEqual(
        expected.map((count, index) => count + (isOfRow ? more : 0) + ofTags + (asked[index] ?? 0)),
      );
    });

    test.each([
      ['1', 201, name === 'MariaDB' ? 3 : 1],
      // The source rejects it, and the first step finds the error.
      ['99', 404, name === 'MariaDB' ? 1 : 2],
    ])('POST with a link to article %s: %i, statements: %i', async (id, expected, count) => {
      const server = await serverOf('open', true);
      const comment = {
        type: 'comments',
        attributes: {},
        relationships: { article: { data: identifier('articles', id) } },
      };
      statements.length = 0;
      const { status, document } = await requestsTo(server)('POST /comments', comment);
      expect([status, statements.filter(isOwn).length]).toEqual([expected, count]);
      if (status === 404) expect(document.errors[0].source.pointer).toBe('/data/relationships/article/data');
      const { document: all } = await requestsTo(server)('GET /comments');
      expect(all.data).toHaveLength(status === 404 ? 3 : 4);
    });

    const yes = (): boolean => true;
    const writes = { create: yes, update: yes, delete: yes, updateRelationship: yes };
    const shown = { ...writes, read: () => [{ field: 'status', operator: 'eq', values: ['shown'] }] };
    const access = { articles: shown, people: { ...writes, read: yes }, tags: { ...writes, read: yes } };
    test.each<[string, object, string, readonly string[], number, number]>([
      ['without rules', {}, '2', ['1', '4'], 200, 3],
      ['with rules', { access: { ...access, comments: access.tags } }, '2', ['1', '4'], 200, 3],
      // The source rejects it, and the steps find the first error.
      ['an author that does not exist', {}, '99', ['1'], 404, 4],
      ['a tag that does not exist', {}, '2', ['99'], 404, 6],
    ])(
      'PATCH with author and tags, of a source that declares `returnsWritten`: %s',
      async (_, options, author, tags, status, count) => {
        const sources = createSources(database.db, { databaseSchema: await readDatabaseSchema(database.db) });
        const server = createServer(api, sources as never, options as never);
        const { relationships, ...others } = patch({ title: 'new' }, tags);
        const linked = { ...relationships, author: { data: identifier('people', author) } };
        statements.length = 0;
        const { status: found, document } = await requestsTo(server)('PATCH /articles/1', {
          ...others,
          relationships: linked,
        });
        const written = statements.filter(isOwn).length;
        expect([found, document.errors?.[0].source.pointer]).toEqual([
          status,
          status === 200 ? undefined : `/data/relationships/${author === '99' ? 'author/data' : 'tags/data/0'}`,
        ]);
        // A collation of MariaDB finds other spellings of an id, so the server looks for the ids.
        const isRight = name === 'MariaDB' ? written <= count + 7 : written === count;
        expect([written, isRight]).toEqual([written, true]);
        const { document: after } = await requestsTo(server)('GET /articles/1?include=tags,author');
        const ids = after.data.relationships.tags.data.map(({ id }: { id: string }) => id).sort();
        expect([after.data.attributes.title, after.data.relationships.author.data.id, ids]).toEqual(
          status === 200 ? ['new', '2', [...tags]] : ['one', '1', ['1', '2']],
        );
      },
    );

    const missing404 = [404, ['author/data', 'tags/data/0', 'tags/data/1']];
    test.each<[string, object, string, readonly string[], boolean, readonly unknown[], number]>([
      ['without rules', {}, '2', ['1', '4'], true, [200, []], 4],
      ['with rules', { access: { ...access, comments: access.tags } }, '2', ['1', '4'], true, [200, []], 4],
      ['no resource that it links to', {}, '99', ['98', '97'], true, missing404, 5],
      ['another version, and no resource that it links to', {}, '99', ['98', '97'], false, [412, []], 1],
    ])('PATCH with author, tags, and `If-Match`: %s', async (_, options, author, tags, isCurrent, expected, count) => {
      const sources = createSources(database.db, { databaseSchema: await readDatabaseSchema(database.db) });
      const server = createServer(api, sources as never, options as never);
      const { headers } = await server.handle({ method: 'GET', url: '/articles/1', headers: {} });
      const { relationships, ...others } = patch({ title: 'new' }, tags);
      const linked = { ...relationships, author: { data: identifier('people', author) } };
      const tag = { 'if-match': isCurrent ? String(headers['ETag']) : '"stale-"' };
      statements.length = 0;
      const sent = await requestsTo(server)('PATCH /articles/1', { ...others, relationships: linked }, tag);
      const errors: readonly { readonly source?: { readonly pointer?: string } }[] = sent.document.errors ?? [];
      const pointers = errors.flatMap((it) => it.source?.pointer?.replace('/data/relationships/', '') ?? []);
      expect([sent.status, pointers]).toEqual(expected);
      const written = statements.filter(isOwn).length;
      // A collation of MariaDB finds other spellings of an id, so the server looks for the ids.
      const isRight = name === 'MariaDB' ? written <= count + 5 : written === count;
      expect([written, isRight]).toEqual([written, true]);
    });

    // With rules, the linked resource is read again for each operation: a trigger can have changed it, and a rule receives its record.
    // A source that declares `returnsWritten` excludes this.
    test.each([
      ['open', 1, 101, 'nothing'],
      ['rules', 1, 150, 'nothing'],
      ['open', 2, 101, 'nothing'],
      ['rules', 2, 150, 'nothing'],
      ['open', 2, 51, '`returnsWritten`'],
      ['rules', 2, 101, '`returnsWritten`'],
      ['open', 2, 1, '`returnsWritten`, and has `createAll`'],
      ['rules', 2, 3, '`returnsWritten`, and has `createAll`'],
    ] as const)(
      '50 adds: %s, with links to people: %i, statements: %i, of a source that declares %s',
      async (setting, people, expected, declared) => {
        const [isComplete, createsAll] = [declared !== 'nothing', declared.endsWith('createAll`')];
        const adds = Array.from({ length: 50 }, (_, index) => ({
          op: 'add',
          data: {
            type: 'articles',
            attributes: {},
            relationships: { author: { data: identifier('people', String((index % people) + 1)) } },
          },
        }));
        const server = await serverOf(setting, isComplete, createsAll);
        statements.length = 0;
        expect((await operate(server, adds)).status).toBe(200);
        const search = expected === 1 && name === 'MariaDB' ? 1 : 0;
        expect(statements.filter(isOwn)).toHaveLength(expected + search + (createsAll ? 1 : 50) * more);
      },
    );
  });
});
