import { attribute, defineApi } from '@linkage/core';
import { type ColumnMapping, createKyselySources, readDatabaseSchema } from '@linkage/kysely';
import { aggregates, createServer, type Server } from '@linkage/server';
import type { Kysely } from 'kysely';
import { z } from 'zod';

// #region table
export const table = `
  create table invoice (
    id varchar(36) primary key,
    total decimal(12, 2) not null check (total >= 0),
    currency char(3) not null
  )`;
// #endregion

// #region schema
/** At most 10 digits before the point, and two after it. */
const money = z.string().regex(/^(0|[1-9]\d{0,9})(\.\d{1,2})?$/);

const api = defineApi({
  invoices: {
    attributes: {
      total: attribute(money, { sort: true, filter: true }),
      currency: attribute(z.enum(['EUR', 'USD']), { filter: true }),
    },
  },
});

export async function createInvoices(db: Kysely<never>, total: ColumnMapping<string> = {}): Promise<Server> {
  const sources = createKyselySources(
    api,
    db,
    { invoices: { table: 'invoice', attributes: { total } } },
    { databaseSchema: await readDatabaseSchema(db) },
  );
  return createServer(api, sources, {
    profiles: [
      aggregates(api, { invoices: { groupBy: ['currency'], sum: ['total'], max: ['total'] } }, { applied: 'always' }),
    ],
  });
}
// #endregion

// #region cents
export const tableOfCents = `
  create table invoice (
    id text primary key,
    total integer not null check (typeof(total) = 'integer' and total >= 0),
    currency text not null
  )`;

/** "19.90" in the API, and 1990 in the table. */
export const cents: ColumnMapping<string> = {
  encode(total) {
    const [units = '', fraction = ''] = total.split('.');
    return Number(units + fraction.padEnd(2, '0'));
  },
  decode(stored) {
    const digits = String(stored).padStart(3, '0');
    return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
  },
};
// #endregion
