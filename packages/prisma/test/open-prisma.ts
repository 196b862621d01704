import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PrismaPg } from '@prisma/adapter-pg';
import { everyDatabase, type OpenDatabase } from '../../kysely/test/databases.ts';

const root = join(import.meta.dirname, '../../..');
const postgres = everyDatabase.find(({ name }) => name === 'PostgreSQL');

/** Why tests are skipped. Undefined if they run. */
export const missing: string | undefined = postgres?.missing;

/**
 * Generates the client of a test file, because files run at the same time. Needs no engine, so the variable keeps the command from fetching
 * one.
 */
async function generateClient(name: string) {
  const program = join(root, 'node_modules/prisma/build/index.js');
  const folder = join(root, '.cache/prisma-tests', name);
  mkdirSync(folder, { recursive: true });
  const schema = join(folder, 'schema.prisma');
  const text = readFileSync(join(import.meta.dirname, 'schema.prisma'), 'utf8');
  writeFileSync(schema, text.replace('../../../.cache/prisma-tests', './client'));
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' };
  await promisify(execFile)(process.execPath, [program, 'generate', '--schema', schema], { cwd: root, env });
  return (await import(join(folder, 'client/client.ts'))).PrismaClient;
}

let generated: ReturnType<typeof generateClient> | undefined;

/** Opens an empty database with a client of Prisma for a test file with this name. */
export async function openPrisma(name: string) {
  generated ??= generateClient(name);
  const PrismaClient = await generated;
  const database = (await postgres?.open()) as OpenDatabase;
  const statements: string[] = [];
  const adapter = new PrismaPg(database.connection as object);
  const prisma = new PrismaClient({ adapter, log: [{ emit: 'event', level: 'query' }] });
  prisma.$on('query', ({ query }: { readonly query: string }) => void statements.push(query));
  return {
    // biome-ignore lint/suspicious/noExplicitAny: the type of the client is generated
    prisma: prisma as any,
    exec: database.exec,
    statements,
    close: async () => {
      await prisma.$disconnect();
      await database.close();
    },
  };
}
