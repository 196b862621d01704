/** The text of a value finds its row by each operator that a draft offers, and a draft offers none that the database lacks. */
import { createKyselySources, readDatabaseSchema } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { databases } from '../../../sources/kysely/test/databases.ts';
import { requestsTo } from '../../../sources/kysely/test/requests.ts';
import { useDatabase } from '../../../sources/kysely/test/use-database.ts';
import { declareModel } from '../src/files/declare-model.ts';
import { draftModel } from '../src/model/draft-model.ts';
import type { DraftModel } from '../src/model/model.ts';
import { columnValues, kinds, schemaOf } from './column-values.ts';

/** The operators that a value meets with itself. */
const operators = [
  'eq',
  'le',
  'ge',
  'contains',
  'startsWith',
  'endsWith',
  'iEq',
  'iContains',
  'iStartsWith',
  'iEndsWith',
];

/** Columns of PostgreSQL that no draft compares. */
const incomparable =
  /^(?:json|jsonb|xml|point|line|lseg|box|path|polygon|circle|jsonpath|xid|pair|documents?|moody|labels|shown)\b|\[|^(?:multi)?geometry/;

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'compared values', () => {
    const database = useDatabase<never>(open, schemaOf(name));
    const failures: unknown[] = [];
    let model: DraftModel;
    let send: ReturnType<typeof requestsTo>;
    beforeAll(async () => {
      const databaseSchema = await readDatabaseSchema(database.db);
      model = draftModel(databaseSchema, { database: kinds[name], filter: 'all' });
      const { api, mapping } = declareModel(model);
      const sources = createKyselySources(api, database.db, mapping as never, { databaseSchema });
      const onError = (error: unknown): void => void failures.push(error);
      send = requestsTo(createServer(api, sources as never, { onError }) as never);
    });

    test.each(columnValues[name].map(([type], index) => [type, `t${index}`] as const))('%s', async (type, table) => {
      failures.length = 0;
      const drafted = model.types.find((it) => it.tableName === table);
      const attribute = drafted?.attributes.find((it) => it.column === 'val');
      const path = `/${drafted?.name}`;
      if (attribute === undefined) return;
      if (Array.isArray(attribute.filter)) {
        const operator = attribute.value.kind === 'bytes' ? 'eq' : 'has';
        expect([attribute.filter, attribute.sort]).toEqual([[operator], false]);
        for (const { id, attributes } of (await send(`GET ${path}?fields[${drafted?.name}]=val`)).document.data)
          for (const element of [attributes.val ?? []].flat() as readonly unknown[]) {
            const text = String(element).replaceAll(/[\\,]/g, '\\$&');
            if (element === null || text === '') continue;
            const { status, ids } = await send(`GET ${path}?filter[val][${operator}]=${encodeURIComponent(text)}`);
            expect([element, status, String(ids).split(',').includes(id)]).toEqual([element, 200, true]);
          }
        expect(failures).toEqual([]);
        return;
      }
      const isOffered = !incomparable.test(type);
      expect([attribute.filter, attribute.sort]).toEqual([isOffered, isOffered]);
      if (!isOffered) return;
      for (const sort of ['val', '-val']) expect((await send(`GET ${path}?sort=${sort}`)).status).toBe(200);
      for (const { id, attributes } of (await send(`GET ${path}`)).document.data) {
        // A value that cannot be read.
        if (attributes.val === null) continue;
        const shown = String(attributes.val);
        for (const operator of operators) {
          // These two take lists, in which a comma separates values.
          const text = /eq$/i.test(operator) ? shown.replaceAll(/[\\,]/g, '\\$&') : shown;
          const { status, ids } = await send(`GET ${path}?filter[val][${operator}]=${encodeURIComponent(text)}`);
          const found = status === 200 ? String(ids).split(',').includes(id) : status;
          // An attribute that is not a string has no operators of strings. An empty value of a filter is rejected.
          expect([operator, text, found]).toEqual([operator, text, found === 400 ? 400 : true]);
        }
      }
      expect(failures).toEqual([]);
    });
  });
});
