/** Columns whose values PostgreSQL cannot compare: a filter of such an attribute is an error at start, and not in each request. */
import { type AttributeOptions, attribute, defineApi } from '@linkage/core';
import { createServer } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { everyDatabase } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources, jsonColumn, readDatabaseSchema } from './index.ts';

const tables = `
  create table event (id varchar(20) primary key, plain json, binary_form jsonb, shape xml);
  insert into event values ('1', '"a"', '"a"', '<a/>'), ('2', null, null, null);`;

describe.each(everyDatabase.filter(({ name }) => name === 'PostgreSQL' || name === 'PGlite'))('$name', (it) => {
  describe.skipIf(it.missing !== undefined)(it.missing ?? 'columns that cannot be compared', () => {
    const database = useDatabase<never>(it.open, tables);
    const serverOf = async (column: string, options: AttributeOptions) => {
      const api = defineApi({ events: { attributes: { doc: attribute(z.unknown(), options) } } });
      const mapping = { events: { table: 'event', attributes: { doc: jsonColumn(column) } } };
      const databaseSchema = await readDatabaseSchema(database.db);
      const sources = createKyselySources(api, database.db, mapping as never, { databaseSchema });
      return requestsTo(createServer(api, sources as never));
    };

    test.each([
      ['plain', { filter: true }],
      ['plain', { filter: ['eq'] }],
      ['plain', { sort: true }],
      ['shape', { filter: true }],
    ] as const)('%s with %o is an error at start', async (column, options) => {
      await expect(serverOf(column, options as AttributeOptions)).rejects.toThrow(
        /createKyselySources: mapping\.events\.attributes\.doc: the database cannot compare the values of this column/,
      );
    });

    test.each([
      ['binary_form', { filter: true }, 'filter[doc]=a'],
      ['plain', {}, 'page[size]=1'],
    ] as const)('%s with %o is served', async (column, options, query) => {
      const send = await serverOf(column, options as AttributeOptions);
      const { status, ids } = await send(`GET /events?${encodeURI(query)}`);
      expect([status, ids]).toEqual([200, '1']);
    });
  });
});
