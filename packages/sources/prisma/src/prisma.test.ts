import { createOutboxTable, readDatabaseSchema, readEvents } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { type SuiteCase, sourceSuite, suiteApi } from '@linkage/server/source-suite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api as orderApi, reads, rows, tables } from '../../kysely/test/composite-ids-world.ts';
import { everyDatabase, type TestDatabase } from '../../kysely/test/databases.ts';
import { requestsTo } from '../../kysely/test/requests.ts';
import {
  countedArticles,
  fillStatements,
  openSuite,
  readingFeatures,
  suiteSchema,
} from '../../kysely/test/suite-tables.ts';
import { missing, openPrisma } from '../test/open-prisma.ts';
import { createPrismaSources, kyselyOf, transactionOf } from './index.ts';

const title = (id: string) => ({ type: 'articles', id, attributes: { title: 'New' } });
const requests: readonly (readonly [line: string, data?: unknown])[] = [
  ['GET /articles?include=author.boss,tags,comments'],
  ['GET /people/1/articles?include=tags'],
  ['GET /articles?sort=-author.name&filter[tags.name]=sea'],
  ['GET /articles?page[size]=2&page[total]=true&include=tags'],
  ['GET /shelves?include=items,pinned'],
  ['GET /articles/a/relationships/tags'],
  ['PATCH /articles/a', title('a')],
  ['POST /articles', { ...title('z'), attributes: { title: 'New', words: 1, open: true, labels: [] } }],
  ['POST /articles/a/relationships/tags', [{ type: 'tags', id: 't3' }]],
  ['PATCH /articles/a/relationships/tags', [{ type: 'tags', id: 't1' }]],
  ['PATCH /articles/a/relationships/comments', []],
  ['DELETE /articles/z'],
];

describe.skipIf(missing !== undefined)(missing ?? 'Prisma', () => {
  let opened: Awaited<ReturnType<typeof openPrisma>>;
  beforeAll(async () => {
    opened = await openPrisma('suite');
    await opened.exec(suiteSchema('PostgreSQL') + tables + rows);
  }, 120_000);
  afterAll(() => opened?.close());

  const suiteMapping = {
    articles: {
      model: 'article',
      attributes: { title: 'headline' },
      relationships: { tags: { through: 'ArticleTag', from: 'articleId', to: 'tagId' } },
    },
    people: { model: 'person' },
    tags: { model: 'tag', relationships: { articles: { through: 'ArticleTag', from: 'tagId', to: 'articleId' } } },
    comments: { model: 'comment' },
    samples: { model: 'sample' },
    shelves: {
      model: 'shelf',
      relationships: {
        items: { through: 'ShelfItem', from: 'shelfId', to: 'itemId', typeColumn: 'itemType' },
        pinned: { column: 'pinnedId', typeColumn: 'pinnedType' },
      },
    },
  } as const;

  describe('the suite of sources', () => {
    let isChanged = true;
    let sources: unknown;
    const open = async () => {
      if (isChanged) await opened.exec(fillStatements());
      isChanged = true;
      sources ??= await createPrismaSources(suiteApi, opened.prisma, suiteMapping as never);
      return sources;
    };
    test('aggregates', async () => {
      expect(await countedArticles((await open()) as never)).toBe(5);
    });

    const cases = sourceSuite(open as Parameters<typeof sourceSuite>[0]);
    test.each(cases.map((it: SuiteCase) => [it.name, it] as const))('%s', async (_, { feature, run }) => {
      await run();
      isChanged = !readingFeatures.has(feature);
    });

    test('each request takes the statements that Kysely sends itself', async () => {
      const place = everyDatabase.find(({ name }) => name === 'PostgreSQL') as TestDatabase;
      const kysely = await openSuite(place);
      const isOwn = (statement: string) => !/^(?:begin|commit|rollback)/i.test(statement);
      try {
        await kysely.fill();
        const servers = [
          createServer(suiteApi, (await open()) as never),
          createServer(suiteApi, kysely.sources as never),
        ];
        for (const [line, data] of requests) {
          const sent = [];
          for (const server of servers) {
            opened.statements.length = 0;
            kysely.statements.length = 0;
            const { status } = await requestsTo(server)(line, data);
            sent.push([line, status < 300, [...opened.statements, ...kysely.statements].filter(isOwn).sort()]);
          }
          // Calls of one level run at the same time.
          expect(sent[0]).toEqual(sent[1]);
        }
      } finally {
        await kysely.close();
      }
    }, 60_000);

    test('writes have events, in the transactions of Prisma', async () => {
      await opened.exec(fillStatements());
      isChanged = true;
      const kysely = kyselyOf(opened.prisma);
      await createOutboxTable(kysely);
      const withEvents = { outbox: 'outbox' };
      const recorded = await createPrismaSources(suiteApi, opened.prisma, suiteMapping as never, withEvents);
      const send = requestsTo(createServer(suiteApi, recorded as never));
      expect((await send('PATCH /articles/a', title('a'))).status).toBe(200);
      expect((await send('POST /articles/a/relationships/tags', [{ type: 'tags', id: 't3' }])).status).toBe(204);
      const { events } = await readEvents(suiteApi, kysely);
      const found = events.map(({ type, id, operation, fields }) => [type, id, operation, ...fields].join(' '));
      expect(found).toEqual([
        'articles a update title',
        'articles a updateRelationship tags',
        'tags t3 updateRelationship articles',
      ]);
    }, 60_000);
  });

  describe('ids of several columns', () => {
    const sources = () =>
      createPrismaSources(orderApi, opened.prisma, {
        orders: { model: 'purchase' },
        lines: { model: 'line', version: 'revision' },
        shipments: { model: 'shipment' },
        places: { model: 'place' },
      } as never);

    test.each(reads.map(([url, expected]) => [url, expected] as const))('GET %s: %s', async (url, expected) => {
      const { status, ids } = await requestsTo(createServer(orderApi, (await sources()) as never))(`GET ${url}`);
      expect(typeof expected === 'number' ? status : ids).toBe(expected);
    });
  });

  test('a transaction commits, rolls back, and belongs to Prisma; errors are those of the driver', async () => {
    const { prisma } = opened;
    const kysely = kyselyOf(prisma) as never as import('kysely').Kysely<{ tag: { id: string; name: string } }>;
    expect(kyselyOf(prisma)).toBe(kysely);
    expect(await transactionOf(prisma, {})).toBe(prisma);
    await kysely.transaction().execute(async (it) => {
      await it.insertInto('tag').values({ id: 'x1', name: 'x' }).execute();
      const tx = await transactionOf(prisma, { transaction: it });
      await tx.tag.create({ data: { id: 'x2', name: 'x' } });
    });
    const failing = kysely.transaction().execute(async (it) => {
      await it.insertInto('tag').values({ id: 'x3', name: 'x' }).execute();
      await it.insertInto('tag').values({ id: 'x1', name: 'x' }).execute();
    });
    await expect(failing).rejects.toMatchObject({ code: '23505', constraint: 'tag_pkey' });
    const caught = kysely.transaction().execute(async (it) => {
      await it.insertInto('tag').values({ id: 'x4', name: 'x' }).execute();
      const again = it.insertInto('tag').values({ id: 'x1', name: 'x' }).execute();
      await again.catch(() => undefined);
    });
    await expect(caught).rejects.toMatchObject({ code: '25P02' });
    const deleted = await kysely.deleteFrom('tag').where('name', '=', 'x').executeTakeFirst();
    expect(deleted.numDeletedRows).toBe(2n);
  });

  test('the database schema is that of the database', async () => {
    const { tables: known } = await readDatabaseSchema(kyselyOf(opened.prisma));
    expect(known.get('line')?.primaryKey).toEqual(['order_id', 'line_no']);
  });
});
