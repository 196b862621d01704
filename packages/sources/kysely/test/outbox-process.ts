/**
 * A process that creates tags with events. Each tenth creation is rolled back. Arguments: the name of the database, how to connect to it as
 * JSON, the prefix of the ids, and the number of tags.
 */
import { JsonApiError } from '@linkage/core';
import { Kysely } from 'kysely';
import { readDatabaseSchema } from '../src/index.ts';
import { connectTo, type KilledDatabase } from './connect-to.ts';
import { sourcesOf } from './outbox-world.ts';

const [name = 'SQLite', connection = '{}', prefix = '', wanted = '0'] = process.argv.slice(2);
const db = new Kysely<never>({ dialect: connectTo(name as KilledDatabase, JSON.parse(connection)) });
const { tags } = sourcesOf(db, await readDatabaseSchema(db));
const call = { context: undefined, signal: new AbortController().signal };

let created = 0;
for (let number = 0; created < Number(wanted); number++) {
  const isUndone = number % 10 === 9;
  const id = `${prefix}-${isUndone ? 'undone' : 'kept'}-${number}`;
  try {
    await tags.transaction(async (inside) => {
      await tags.create({ type: 'tags', id, attributes: { name: null }, relationships: {} }, inside);
      if (isUndone) throw new Error('undone');
    }, call);
    created += 1;
  } catch (error) {
    // SQLite rejects a write while another process writes for a long time.
    if (!isUndone && !JsonApiError.is(error)) throw error;
  }
}
await db.destroy();
