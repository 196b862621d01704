import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createServer, type SourceCall } from '@linkage/server';
import { type SuiteCase, sourceSuite, suiteApi } from '@linkage/server/source-suite';
import { PrismaPg } from '@prisma/adapter-pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, type OpenDatabase } from '../../packages/kysely/test/databases.ts';
import { requestsTo } from '../../packages/kysely/test/requests.ts';
import { fillStatements, suiteSchema } from '../../packages/kysely/test/suite-tables.ts';
import { createPrismaServer, rename } from './prisma.ts';
import { createPrismaSources } from './prisma-source.ts';
import { columns, models } from './prisma-types.ts';

const root = join(import.meta.dirname, '..', '..');
const postgres = databases.find(({ name }) => name === 'PostgreSQL');
const missing = postgres?.missing;

/** Generates the client into `.cache/prisma`. Needs no engine, so the variable keeps the command from fetching one. */
async function generateClient() {
  const program = join(root, 'node_modules/prisma/build/index.js');
  const schema = join(import.meta.dirname, 'prisma', 'schema.prisma');
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' };
  await promisify(execFile)(process.execPath, [program, 'generate', '--schema', schema], { cwd: root, env });
  const { PrismaClient } = await import(join(root, '.cache/prisma/client.ts'));
  return PrismaClient;
}

/** Prisma has its own name for the table between two models. */
const links = `create table "_ArticleToTag" (
  "A" text not null references article (id) on delete cascade,
  "B" text not null references tag (id) on delete cascade, primary key ("A", "B")
);`;
const fill = `${fillStatements()} delete from "_ArticleToTag"; insert into "_ArticleToTag" select * from article_tag`;

describe.skipIf(missing !== undefined)(`the Prisma source ${missing ?? ''}`, () => {
  let database: OpenDatabase;
  // biome-ignore lint/suspicious/noExplicitAny: the type of the client is generated
  let prisma: any;
  let sources: ReturnType<typeof createPrismaSources>;
  const statements: string[] = [];
  beforeAll(async () => {
    const PrismaClient = await generateClient();
    database = (await postgres?.open()) as OpenDatabase;
    await database.exec(suiteSchema('PostgreSQL') + links);
    const adapter = new PrismaPg(database.connection as object);
    prisma = new PrismaClient({ adapter, log: [{ emit: 'event', level: 'query' }] });
    prisma.$on('query', ({ query }: { readonly query: string }) => void statements.push(query));
    sources = createPrismaSources(suiteApi, prisma, models, columns);
  });
  afterAll(async () => {
    await prisma?.$disconnect();
    await database?.close();
  });

  const open = async () => {
    await database.exec(fill);
    return sources;
  };
  const cases = sourceSuite(open);
  const isThroughRelationship = ({ name }: SuiteCase) => /[?&]sort=-?\w+\.\w/.test(name);
  const all = cases.filter((it) => !isThroughRelationship(it));
  test.each(all.map((it: SuiteCase) => [it.name, it] as const))('%s', (_, { run }) => run());

  test.each(cases.filter(isThroughRelationship).map((it) => [it.name, it] as const))(
    'rejects %s',
    async (_, { run }) => {
      await expect(run()).rejects.toThrow('SORT_NOT_SUPPORTED');
    },
  );

  test.each([
    ['/articles?include=author.boss,tags,comments', 1],
    ['/tags?include=articles.author', 1],
    // The server also finds person 1.
    ['/people/1/articles?include=tags', 2],
  ])('GET %s: %i statements', async (url, expected) => {
    const server = createServer(suiteApi, { shelves: {}, ...(await open()) });
    statements.length = 0;
    const { status, body } = await server.handle({ method: 'GET', url, headers: {} });
    expect([status, JSON.parse(body ?? '').included.length > 0]).toEqual([200, true]);
    expect(statements).toHaveLength(expected);
  });

  test('the server of the guide reads and writes', async () => {
    await open();
    const send = requestsTo(await createPrismaServer(prisma));
    expect((await send('GET /articles?filter[author.id]=1&include=tags,author')).ids).toBe('a,c');
    const relationships = { tags: { data: [{ type: 'tags', id: 't3' }] } };
    const made = await send('POST /articles', {
      ...{ type: 'articles', attributes: { title: 'New', length: 5 }, relationships },
    });
    expect(made.status).toBe(201);
    expect((await send('GET /tags/t3/articles')).ids).toBe(made.ids);
    await rename(prisma, {} as SourceCall, 1, 'Ada L.');
    expect((await send('GET /people/1')).document.data.attributes).toEqual({ name: 'Ada L.' });
  });
});
