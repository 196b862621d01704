import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type SuiteCase, sourceSuite, suiteApi } from '@linkage/server/source-suite';
import { PrismaPg } from '@prisma/adapter-pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, type OpenDatabase } from '../../packages/kysely/test/databases.ts';
import { fillStatements, suiteSchema } from '../../packages/kysely/test/suite-tables.ts';
import { createPrismaSources } from './prisma-source.ts';
import { types } from './prisma-types.ts';

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
  beforeAll(async () => {
    const PrismaClient = await generateClient();
    database = (await postgres?.open()) as OpenDatabase;
    await database.exec(suiteSchema('PostgreSQL') + links);
    prisma = new PrismaClient({ adapter: new PrismaPg(database.connection as object) });
    sources = createPrismaSources(suiteApi, prisma, types);
  }, 60_000);
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
});
