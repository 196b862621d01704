import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PrismaPg } from '@prisma/adapter-pg';
import { everyDatabase, type OpenDatabase } from '../../kysely/test/databases.ts';

const root = join(import.meta.dirname, '../../../..');
const postgres = everyDatabase.find(({ name }) => name === 'PostgreSQL');

/** Why tests are skipped. Undefined if they run. */
export const missing: string | undefined = postgres?.missing;

/**
 * Generates the client of a schema into the folder `client` beside it. Needs no engine, so the variable keeps the command from fetching
 * one.
 */
export async function generateClient(folder: string, text: string): Promise<string> {
  const program = join(root, 'node_modules/prisma/build/index.js');
  mkdirSync(folder, { recursive: true });
  const schema = join(folder, 'schema.prisma');
  writeFileSync(schema, text);
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' };
  await promisify(execFile)(process.execPath, [program, 'generate', '--schema', schema], { cwd: root, env });
  return join(folder, 'client/client.ts');
}

/** Test files run at the same time, so each of them has a client of its own. */
async function importClient(name: string) {
  const text = readFileSync(join(import.meta.dirname, 'schema.prisma'), 'utf8');
  const folder = join(root, '.cache/prisma-tests', name);
  const client = await generateClient(folder, text.replace('../../../.cache/prisma-tests', './client'));
  return (await import(client)).PrismaClient;
}

let generated: ReturnType<typeof importClient> | undefined;

/** Opens an empty database with a client of Prisma for a test file with this name. */
export async function openPrisma(name: string) {
  generated ??= importClient(name);
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
