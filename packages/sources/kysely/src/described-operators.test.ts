/** The description of a server lists an operator of a filter if, and only if, a request with it is served: for every type of column. */
import { attribute, defineApi, toOne } from '@linkage/core';
import { createServer, type ServerDescription } from '@linkage/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { columnTypes } from '../test/column-types-world.ts';
import { type DatabaseName, databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

const operators = [
  ...['eq', 'ne', 'in', 'exists', 'lt', 'le', 'gt', 'ge', 'between'],
  ...['contains', 'startsWith', 'endsWith', 'iEq', 'iContains', 'iStartsWith', 'iEndsWith'],
] as const;
const textual = operators.slice(9);
/** A type of documents whose values can be compared: those of `json` in PostgreSQL cannot. */
const documents: Readonly<Record<DatabaseName, string>> = {
  ...{ SQLite: 'json', PGlite: 'jsonb', PostgreSQL: 'jsonb', MariaDB: 'json' },
};
const any = attribute(z.unknown(), { filter: true });

/** The columns of a database: every type that stores ids, and others. The schema of an attribute accepts every value. */
function columnsOf(name: DatabaseName) {
  const typed = columnTypes[name].map(({ type, values }) => ({ type, value: values[0] as string }));
  return [...typed, { type: documents[name], value: `'{"a":1}'` }].map((it, index) => ({ ...it, field: `c${index}` }));
}

/** The attributes whose schemas say more than their columns, which all store strings. */
const judged = {
  text: attribute(z.string(), { filter: true }),
  number: attribute(z.number(), { filter: true }),
  flag: attribute(z.boolean(), { filter: true }),
  chosen: attribute(z.string(), { filter: ['eq', 'contains', 'iEq'] }),
};

function apiOf(fields: readonly string[]) {
  const attributes = { ...judged, ...Object.fromEntries(fields.map((field) => [field, any])) };
  return defineApi({
    events: { attributes },
    notes: { relationships: { event: toOne('events', { filter: true }) } },
  });
}

const listed = (description: ServerDescription, field: string): readonly string[] => {
  const found = description.types['events']?.fields[field];
  return found?.kind === 'attribute' ? found.filterOperators : [];
};

/** Returns values of a filter as a request spells them: what a response shows, or what is stored. */
function valuesFor(operator: string, shown: unknown, stored: string): string {
  const text = typeof shown === 'object' ? stored.replace(/^'|'$/g, '') : String(shown);
  const escaped = text.replace(/[\\,]/g, '\\$&');
  if (operator === 'exists') return 'true';
  return operator === 'between' ? `${escaped},${escaped}` : escaped;
}

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'operators of filters', () => {
    const columns = columnsOf(name);
    const api = apiOf(columns.map(({ field }) => field));
    const database = useDatabase(
      open,
      `create table event (id varchar(20) primary key, text varchar(20) not null, number integer not null,
         flag boolean not null, chosen varchar(20) not null,
         ${columns.map(({ field, type }) => `${field} ${type}`).join(', ')});
       create table note (id varchar(20) primary key, event_id varchar(20));
       insert into event values ('1', 'a', 1, true, 'a', ${columns.map(({ value }) => value).join(', ')});
       insert into note values ('1', '1');`,
    );
    let server: ReturnType<typeof createServer>;
    let description: ServerDescription;
    let shown: Readonly<Record<string, unknown>>;
    const failures: unknown[] = [];
    beforeAll(async () => {
      const mapping = {
        events: { table: 'event' },
        notes: { table: 'note', relationships: { event: { column: 'event_id' } } },
      };
      const sources = createKyselySources(api, database.db, mapping as never, {
        databaseSchema: await readDatabaseSchema(database.db),
      });
      server = createServer(api, sources as never, { onError: (error) => void failures.push(error) }) as never;
      description = await server.describe();
      shown = (await requestsTo(server)('GET /events/1')).document.data.attributes;
    });

    test.each([
      ...columns.map(({ type, field, value }) => [type, field, value] as const),
      ...Object.keys(judged).map((field) => [`the attribute ${field}`, field, ''] as const),
    ])('%s', async (_, field, stored) => {
      const send = requestsTo(server);
      const answered = async (path: string): Promise<readonly string[]> => {
        const served: string[] = [];
        for (const operator of operators) {
          const value = encodeURIComponent(valuesFor(operator, shown[field], stored));
          const { status, document } = await send(`GET ${path}[${operator}]=${value}`);
          if (status === 200) served.push(operator);
          else expect([operator, status, document.errors[0].code]).toEqual([operator, 400, 'FILTER_NOT_SUPPORTED']);
        }
        return served;
      };
      const expected = operators.filter((operator) => listed(description, field).includes(operator));
      expect(await answered(`/events?filter[${field}]`)).toEqual(expected);
      expect(await answered(`/notes?filter[event.${field}]`)).toEqual(expected);
      expect(failures).toEqual([]);
    });

    test('strings have all operators, and times and numbers those that compare', () => {
      const kinds = columns.filter(({ type }) =>
        /^(?:text|varchar|integer|timestamp|datetime|date|real|double|float)/.test(type),
      );
      for (const { type, field } of kinds) {
        const found = textual.filter((operator) => listed(description, field).includes(operator));
        expect([type, found]).toEqual([type, /^(?:text|varchar)/.test(type) ? textual : []]);
      }
      expect(kinds.length).toBeGreaterThan(5);
    });
  });
});
