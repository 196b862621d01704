import { createKyselySources, readDatabaseSchema } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { Kysely, PGliteDialect } from 'kysely';
import { expect, test } from 'vitest';
import { openEmptyPglite } from '../../../sources/kysely/test/pglite.ts';
import { requestsTo } from '../../../sources/kysely/test/requests.ts';
import { foreignKeyStatements } from '../src/cli/statements.ts';
import { declareModel, draftFiles, draftModel } from '../src/index.ts';

test('decimal numbers can be numbers, and foreign keys are statements', async () => {
  const pglite = await openEmptyPglite();
  const db = new Kysely<never>({ dialect: new PGliteDialect({ pglite }) });
  await pglite.exec(`
    create table film (film_id int primary key, price numeric(10, 2) not null);
    create table copy (copy_id int primary key, film_id int);
    create index on film (price);
    insert into film values (1, 2.50), (2, 10);`);
  try {
    const databaseSchema = await readDatabaseSchema(db);
    const model = draftModel(databaseSchema, { database: 'postgres', numbers: true });
    const { api, mapping } = declareModel(model);
    const sources = createKyselySources(api, db, mapping as never, { databaseSchema });
    const send = requestsTo(createServer(api, sources as never));
    expect((await send('GET /films/1')).document.data.attributes).toEqual({ price: 2.5 });
    expect((await send('GET /films?filter[price][gt]=2.5&sort=-price')).ids).toBe('2');
    const made = await send('POST /films', { type: 'films', id: '3', attributes: { price: 1.1 } });
    expect([made.status, made.document.data.attributes]).toEqual([201, { price: 1.1 }]);
    const files = draftFiles(model, { database: 'shop' });
    expect(files['api.ts']).toContain('price: attribute(z.number(), indexed),');
    expect(files['sources.ts']).toContain("attributes: { price: { column: 'price', decode: Number } }");
    expect(foreignKeyStatements(model, 'postgres')).toEqual([
      'alter table "copy" add foreign key ("film_id") references "film" ("film_id");',
    ]);
    expect(foreignKeyStatements(model, 'mysql')).toEqual([
      'alter table `copy` add foreign key (`film_id`) references `film` (`film_id`);',
    ]);
    const exact = draftModel(databaseSchema, { database: 'postgres' });
    expect(exact.types.find(({ name }) => name === 'films')?.attributes[0]?.value).toEqual({ kind: 'decimal' });
  } finally {
    await db.destroy();
  }
});
