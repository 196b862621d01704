import { singularOf } from './inflect.ts';
import { wordsOf } from './words.ts';

const secretWords: ReadonlySet<string> = new Set([
  ...['password', 'passwd', 'passphrase', 'pass', 'pwd', 'secret', 'token', 'salt', 'otp', 'credential', 'encrypted'],
  ...['hmac', 'authorization', 'cvv', 'ssn', 'pin'],
]);
/** Words that make a secret of `hash` or `digest` beside them. */
const hashedWords: ReadonlySet<string> = new Set(['user', 'pass', 'token', 'code']);
const hashes: ReadonlySet<string> = new Set(['hash', 'digest']);
/** Words that make a secret of `key` after them. */
const keyWords: ReadonlySet<string> = new Set([
  'private',
  'api',
  'access',
  'session',
  'secret',
  'encryption',
  'signing',
]);

/** Whether the name of a column says that its texts, bytes, or documents are secret. */
export function isSecretColumn(name: string): boolean {
  const words = wordsOf(name).map(singularOf);
  if (words.some((word) => secretWords.has(word))) return true;
  if (words.some((word) => hashes.has(word)) && words.some((word) => hashedWords.has(word))) return true;
  return words.some((word, index) => word === 'key' && keyWords.has(words[index - 1] ?? ''));
}

const secretTables: ReadonlySet<string> = new Set(['session', 'token', 'password', 'secret', 'credential']);
/** Tables in which tools remember which migrations ran. */
const migrationTables: ReadonlySet<string> = new Set([
  ...['schema_migrations', 'ar_internal_metadata', '_prisma_migrations', 'flyway_schema_history'],
  ...['kysely_migration', 'kysely_migration_lock', '__drizzle_migrations', 'knex_migrations', 'knex_migrations_lock'],
]);

/** Whether the name of a table says that its rows are secret, or of a tool. */
export function isHiddenTable(name: string): boolean {
  const last = wordsOf(name).at(-1);
  return migrationTables.has(name.toLowerCase()) || (last !== undefined && secretTables.has(singularOf(last)));
}
