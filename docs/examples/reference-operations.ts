/** Small examples for the API reference, of functions about operations and idempotency keys. */

import { DatabaseSync } from 'node:sqlite';
import { parseOperations } from '@linkage/core/atomic';
import { createIdempotencyTable, createKyselyIdempotencyStore, createNodeSqliteDialect } from '@linkage/kysely';
import { Kysely } from 'kysely';
import { api } from './core.ts';

export const operations = await parseOperations(api, {
  'atomic:operations': [{ op: 'remove', ref: { type: 'articles', id: '1' } }],
});

const db = new Kysely<unknown>({ dialect: createNodeSqliteDialect(new DatabaseSync(':memory:')) });

await createIdempotencyTable(db);

export const store = createKyselyIdempotencyStore(db);
