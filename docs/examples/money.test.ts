import { defineApi } from '@linkage/core';
import { createKyselySources, readDatabaseSchema } from '@linkage/kysely';
import { createServer, type Server } from '@linkage/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { send } from '../../packages/server/test/support.ts';
import { databases } from '../../packages/sources/kysely/test/databases.ts';
import { useDatabase } from '../../packages/sources/kysely/test/use-database.ts';
import { cents, createInvoices, table, tableOfCents } from './money.ts';

const unchecked = defineApi({ invoices: { attributes: { total: z.string(), currency: z.string() } } });
const invoice = (total: unknown, currency = 'EUR') => ({ data: { type: 'invoices', attributes: { total, currency } } });

describe.each(databases)('$name', ({ name, missing, open }) => {
  const isSqlite = name === 'SQLite';
  describe.skipIf(missing !== undefined)(missing ?? 'money', () => {
    const database = useDatabase(open, isSqlite ? tableOfCents : table);
    let server: Server;
    beforeAll(async () => {
      server = await createInvoices(database.db, isSqlite ? cents : undefined);
      for (const total of ['0.10', '0.2', '10', '9.50', '9999999999.99'])
        await send(server, 'POST /invoices', invoice(total));
    });
    const totals = async (query: string) => {
      const { document } = await send(server, `GET /invoices?${query}`);
      return document.data.map(({ attributes }: { attributes: { total: string } }) => attributes.total);
    };

    test('amounts keep their two digits, and are compared as numbers', async () => {
      expect(await totals('sort=total')).toEqual(['0.10', '0.20', '9.50', '10.00', '9999999999.99']);
      expect(await totals('filter[total]=9.5')).toEqual(['9.50']);
      expect(await totals('filter[total][gt]=9.50&sort=total')).toEqual(['10.00', '9999999999.99']);
    });

    test('other values are 422', async () => {
      for (const total of [5, '1e3', '1.999', '-1.00', '01.00', '12345678901.00', ' 1.00']) {
        const { status, problems } = await send(server, 'POST /invoices', invoice(total));
        expect([status, problems]).toEqual([422, ['ATTRIBUTE_INVALID /data/attributes/total']]);
      }
    });

    test('sums are exact, but not of encoded values', async () => {
      const query = 'GET /invoices?groupBy=currency&sumOf=total&maxOf=total&filter[total][lt]=10';
      const { status, document } = await send(server, query);
      if (isSqlite) return expect(status).toBe(400);
      const [{ by, sum, max }] = document.meta.aggregates;
      expect([by, Number(sum.total), max]).toEqual([{ currency: 'EUR' }, 9.8, { total: '9.50' }]);
    });

    test.skipIf(isSqlite)('without the database schema, more digits than the column has are rounded', async () => {
      const stored = async (total: string, hasSchema: boolean) => {
        const databaseSchema = hasSchema ? await readDatabaseSchema(database.db) : undefined;
        const sources = createKyselySources(
          unchecked,
          database.db,
          { invoices: { table: 'invoice' } },
          { databaseSchema },
        );
        const { status, document } = await send(
          createServer(unchecked, sources),
          'POST /invoices',
          invoice(total, 'USD'),
        );
        return status === 201 ? document.data.attributes.total : status;
      };
      expect([await stored('1.999', false), await stored('1.999', true)]).toEqual(['2.00', 422]);
    });

    test.runIf(isSqlite)('decimal columns of SQLite are floating-point numbers', async () => {
      await database.exec('create table price (id text primary key, amount decimal(12, 2))');
      await database.exec("insert into price values ('1', '0.10'), ('2', '12345678901234567.89')");
      const rows = await database.db
        .selectFrom('price' as never)
        .selectAll()
        .orderBy('id' as never)
        .execute();
      expect(rows).toEqual([
        { id: '1', amount: 0.1 },
        { id: '2', amount: 12345678901234568n },
      ]);
    });
  });
});
