import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createNodeSqliteDialect } from '@linkage/kysely';
import { Kysely } from 'kysely';
import { insertDemo } from './demo.ts';
import { createTracker } from './server.ts';

// With PostgreSQL: `new PostgresDialect({ pool })` and 'PostgreSQL'.
const db = new Kysely<never>({ dialect: createNodeSqliteDialect(new DatabaseSync(':memory:')) });
const folder = await mkdtemp(join(tmpdir(), 'tracker-'));
const { app } = await createTracker(db, 'SQLite', { folder, secret: crypto.randomUUID().repeat(2) });
await insertDemo(db);
await app.listen({ port: 3000 }); // http://localhost:3000/api/issues, with `Authorization: Bearer ada`
