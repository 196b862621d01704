/** Conditions on members of JSON: values that a database cannot read, and the indexes that the statements use. */
import { attribute, defineApi } from '@linkage/core';
import { createServer } from '@linkage/server';
import { type CompiledQuery, Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import {
  createKyselySources,
  type ExecutedStatement,
  explainStatements,
  jsonColumn,
  readDatabaseSchema,
} from './index.ts';

const place = z.object({
  city: z.string().nullish(),
  size: z.number().optional(),
  open: z.boolean().optional(),
  note: z.unknown(),
  in: z.object({ zip: z.string() }).optional(),
});
const api = defineApi({
  shops: {
    attributes: {
      data: attribute(place, { filter: { city: true, size: true, open: true, 'in.zip': true } }),
      list: attribute(z.array(z.string()), { filter: ['has'] }),
    },
  },
});

/** Strings of JSON in the column, and whether PostgreSQL can read their strings. The first ones match `city` = "x". */
const stored: readonly (readonly [text: string, isReadable: boolean])[] = [
  ['{"city":"x","note":"\\\\u0000"}', true],
  ['{"city":"x","note":"\\\\\\\\ud800 \\ud83d\\uDE00"}', true],
  ['{"city":"x","note":"\\u0000"}', false],
  ['{"city":"x","note":"\\\\\\u0000"}', false],
  ['{"city":"x","note":"\\ud83d"}', false],
  ['{"city":"x","note":"\\uDE00"}', false],
  ['{"city":"x","note":"\\ud83d\\\\\\ude00"}', false],
  ['{"city":"x","note":"\\ud83d\\ude00\\ude00"}', false],
  ['{"size":1e999999}', true],
  ['{"size":7e0001,"open":true,"in":{"zip":"x"}}', true],
  ['{"size":"70","open":"true","in":"x"}', true],
  ['[]', true],
  ['"x"', true],
];
const isPostgres = (name: string): boolean => name === 'PostgreSQL' || name === 'PGlite';
const worlds = databases.flatMap((database) =>
  (isPostgres(database.name) ? ['json', 'jsonb'] : ['json']).map((type) => ({ ...database, type })),
);

describe.each(worlds)('$name, $type', ({ name, missing, open, type }) => {
  /** Serves a table of rows, and returns the statements of requests with the indexes that they lack. */
  async function withServer(
    [script, hasDatabaseSchema]: readonly [script: string, hasDatabaseSchema: boolean],
    run: (
      send: ReturnType<typeof requestsTo>,
      used: {
        readonly db: Kysely<never>;
        readonly exec: (script: string) => Promise<unknown>;
        readonly queries: CompiledQuery[];
        readonly reported: ExecutedStatement[];
      },
    ) => Promise<void>,
  ): Promise<void> {
    const opened = await open();
    const [queries, reported]: [CompiledQuery[], ExecutedStatement[]] = [[], []];
    const db = new Kysely<never>({
      dialect: explainStatements(opened.dialect, (it) => void reported.push(it)),
      log: ({ query }) => void queries.push(query),
    });
    try {
      await opened.exec(
        `create table shop (id integer primary key, data ${type} not null, list ${isPostgres(name) && hasDatabaseSchema ? 'jsonb' : type} not null); ${script}`,
      );
      const mapping = {
        shops: { table: 'shop', idType: 'integer', attributes: { data: jsonColumn(), list: jsonColumn() } },
      };
      const databaseSchema = hasDatabaseSchema ? await readDatabaseSchema(db) : undefined;
      const sources = createKyselySources(api, db, mapping as never, { databaseSchema });
      await run(requestsTo(createServer(api, sources as never)), { db, exec: opened.exec, queries, reported });
    } finally {
      await db.destroy();
      await opened.close();
    }
  }

  describe.skipIf(missing !== undefined)(missing ?? 'conditions on members', () => {
    test.each([true, false])(
      'values that PostgreSQL cannot read do not match, with database schema: %s',
      (hasDatabaseSchema) => {
        const stores = { unreadable: type !== 'jsonb' && name !== 'MariaDB', large: type !== 'jsonb' };
        const quoted = (text: string) => (name === 'MariaDB' ? text.replaceAll('\\', '\\\\') : text);
        const kept = stored.map(([text, isReadable], id) => ({ id, text, isReadable }));
        const rows = kept.filter(
          ({ isReadable, id }) => (isReadable || stores.unreadable) && (id !== 8 || stores.large),
        );
        const script = rows
          .map(({ id, text }) => {
            const list = id === 8 || hasDatabaseSchema ? '[]' : `["a", ${quoted(text)}]`;
            return `insert into shop values (${id}, '${quoted(text)}', '${list}');`;
          })
          .join('');
        const ids = rows
          .filter(({ id, isReadable }) => id < 8 && (isReadable || !isPostgres(name)))
          .map(({ id }) => id);
        const expected = ids.join();
        return withServer([script, hasDatabaseSchema], async (send) => {
          const answer = async (query: string) => {
            const { status, ids } = await send(`GET /shops?sort=id&fields[shops]=&${query}`);
            return [status, ids];
          };
          expect(await answer('filter[data.city]=x')).toEqual([200, expected]);
          expect(await answer('filter[data.city][iStartsWith]=X')).toEqual([200, expected]);
          expect(await answer('filter[data.size]=70')).toEqual([200, '9']);
          expect(await answer('filter[data.size][ge]=1')).toEqual([
            200,
            isPostgres(name) ? '9' : expect.stringMatching('9$'),
          ]);
          expect(await answer('filter[data.open]=true')).toEqual([200, '9']);
          expect(await answer('filter[data.in.zip]=x')).toEqual([200, '9']);
          expect(await answer('filter[list][has]=b')).toEqual([200, '']);
        });
      },
    );

    const many =
      name === 'MariaDB'
        ? ''
        : `insert into shop ${name === 'SQLite' ? 'with recursive n (i) as (select 1 union all select i + 1 from n where i < 3000) select' : 'select'} i,
            ${name === 'SQLite' ? '' : 'cast('}'{"city":"c' || i || '","size":' || i || ',"in":{"zip":"' || i || '"}}'${name === 'SQLite' ? '' : ` as ${type})`}, '[]'
            from ${name === 'SQLite' ? 'n' : 'generate_series(1, 3000) i'};`;
    const requests = ['filter[data.city]=c17', 'filter[data.size]=17', 'filter[data.in.zip]=17'];
    // SQLite reads the rows in the order of their ids for a range.
    const onPostgres = [
      ...['filter[data.size][gt]=2990', 'filter[data.city][startsWith]=c299', 'filter[data.in.zip][iEq]=17'],
      'filter[data.city][contains]=2999',
    ];

    test.skipIf(name === 'MariaDB').each([...requests, ...(name === 'PostgreSQL' ? onPostgres : [])])(
      '%s uses the proposed index',
      (query) =>
        withServer([many, true], async (send, { db, exec, queries, reported }) => {
          const planOf = async () => {
            const before = queries.length;
            expect((await send(`GET /shops?fields[shops]=&${query}`)).status).toBe(200);
            const page = queries.slice(before).find(({ sql }) => sql.includes('data')) as CompiledQuery;
            const sql = `explain ${name === 'SQLite' ? 'query plan ' : ''}${page.sql}`;
            return JSON.stringify((await db.executeQuery({ ...page, sql })).rows);
          };
          expect(await planOf()).not.toContain('proposed');
          const [index, ...others] = new Set(reported.flatMap(({ missingIndexes }) => missingIndexes));
          expect(others).toEqual([]);
          if (name === 'PostgreSQL') await exec('create extension if not exists pg_trgm');
          await exec(`create index proposed on ${index}; analyze;`);
          expect(await planOf()).toContain('proposed');
        }),
    );

    test.runIf(name === 'MariaDB')('MariaDB has no indexes of expressions: none is proposed', () =>
      withServer(["insert into shop values (1, '{}', '[]');", true], async (send, { reported }) => {
        expect((await send('GET /shops?filter[data.city]=x')).status).toBe(200);
        expect(reported.flatMap(({ missingIndexes }) => missingIndexes)).toEqual([]);
      }),
    );
  });
});
