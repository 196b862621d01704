/** The document of a resource, sent back as it is, changes nothing: for every type of column, drafted and declared by hand. */
import { defineApi } from '@linkage/core';
import { createKyselySources, type DatabaseSchema, jsonColumn, readDatabaseSchema } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../../../sources/kysely/test/databases.ts';
import { useDatabase } from '../../../sources/kysely/test/use-database.ts';
import { readChecksOf } from '../src/database/read-checks.ts';
import { declareModel } from '../src/files/declare-model.ts';
import { draftModel } from '../src/model/draft-model.ts';
import type { DatabaseKind } from '../src/model/model.ts';
import { columnValues, kinds, schemaOf } from './column-values.ts';

/** The text of a row, as the database writes it. */
const rowStrings: Readonly<Record<DatabaseKind, string>> = {
  ...{ postgres: 'one::text', sqlite: "typeof(val) || ' ' || quote(val)", mysql: 'hex(val)' },
};

/** Values that a draft does not expect in columns of their types: they are shown, and are not always accepted. They stay as they are. */
const rejected: ReadonlySet<string> = new Set([
  ...['{"val":"9007199254740993"}', '{"val":"-9223372036854775808"}', '{"val":1772272800123}', '{"val":"NaN"}'],
  '{"val":"infinity"}',
]);

type Server = Pick<ReturnType<typeof createServer>, 'handle'>;

/** Parses a document without rounding its numbers. */
function parseExactly(text: string) {
  return JSON.parse(text, (_, value, context?: { readonly source: string }) =>
    typeof value === 'number'
      ? (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(String(context?.source))
      : value,
  );
}

/** Sends a resource back, and compares what the client and the database see of it before and after. */
async function checkSentBack(
  server: Server,
  db: Kysely<never>,
  kind: DatabaseKind,
  type: string,
  table: string,
  id: number,
) {
  const url = `/${type}/${id}?fields[${type}]=val`;
  const shownAt = async () => (await server.handle({ method: 'GET', url, headers: {} })).body ?? '';
  const stored = async () => {
    const row = sql.raw(rowStrings[kind]);
    return (
      await sql<{
        row: string;
      }>`select ${row} as ${sql.id('row')} from ${sql.table(table)} as one where id = ${id}`.execute(db)
    ).rows[0]?.row;
  };
  const [before, shown] = [await stored(), await shownAt()];
  const { attributes } = parseExactly(shown).data ?? {};
  const headers = { 'content-type': 'application/vnd.api+json' };
  const body = JSON.stringify({ data: { type, id: String(id), attributes } });
  const { status, body: answer } = await server.handle({ method: 'PATCH', url: `/${type}/${id}`, headers, body });
  const same = [before, shown];
  const after = [await stored(), await shownAt()];
  const statuses = rejected.has(JSON.stringify(attributes)) ? [200, 422] : [200];
  // The text says more than a difference of objects.
  expect(after, `${JSON.stringify([shown, before])} became ${JSON.stringify([status, answer, after])}`).toEqual(same);
  expect(statuses).toContain(status);
}

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'sent back', () => {
    const database = useDatabase<never>(open, schemaOf(name));
    const kind = kinds[name];
    const failures: unknown[] = [];
    let databaseSchema: DatabaseSchema;
    const serve = (api: object, mapping: object, known: DatabaseSchema | undefined = databaseSchema): Server => {
      const options = known === undefined ? {} : { databaseSchema: known };
      const sources = createKyselySources(api as never, database.db, mapping as never, options);
      const onError = (error: unknown): void => void failures.push(error);
      return createServer(api as never, sources as never, { onError }) as never;
    };
    let drafted: Server;
    let names: ReadonlyMap<string, string>;
    beforeAll(async () => {
      databaseSchema = await readDatabaseSchema(database.db);
      const checks = await readChecksOf(database.db as never, kind, 'MariaDB');
      const model = draftModel(databaseSchema, { database: kind, checks });
      names = new Map(model.types.map(({ name: type, tableName }) => [tableName, type]));
      const { api, mapping } = declareModel(model);
      drafted = serve(api, mapping);
    });

    const cases = columnValues[name].flatMap(([type, ...values], index) =>
      values.map((value, row) => [type, value, `t${index}`, row + 1] as const),
    );
    test.each(cases)('%s %s', async (typeName, value, table, id) => {
      failures.length = 0;
      const type = names.get(table) as string;
      await checkSentBack(drafted, database.db, kind, type, table, id);
      const any = defineApi({ rows: { attributes: { val: z.any() } } });
      const byHand = serve(any, { rows: { table, idType: 'integer' } });
      await checkSentBack(byHand, database.db, kind, 'rows', table, id);
      if (/^jsonb?( not null)?$/.test(typeName)) {
        const mapping = { rows: { table, idType: 'integer', attributes: { val: jsonColumn() } } };
        for (const known of [databaseSchema, undefined])
          if (known !== undefined || value !== "'null'")
            await checkSentBack(serve(any, mapping, known), database.db, kind, 'rows', table, id);
      }
      expect(failures).toEqual([]);
    });
  });
});
