import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { Kysely, PGliteDialect } from 'kysely';
import { insertDemo } from './demo.ts';
import { createClinic } from './server.ts';

// With PostgreSQL: `new PostgresDialect({ pool })`.
const db = new Kysely<never>({ dialect: new PGliteDialect({ pglite: new PGlite({ extensions: { btree_gist } }) }) });
const { app } = await createClinic(db, crypto.randomUUID());
await insertDemo(db);
await app.listen({ port: 3000 }); // http://localhost:3000, where the token is `rita`
