/** Cursors over keys that a string holds with fewer digits than the column. */
import { attribute, defineApi } from '@linkage/core';
import { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { call, query, select } from '../test/newsroom.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

const on = { sort: true } as const;
const api = defineApi({
  measures: {
    attributes: {
      single: attribute(z.number(), on),
      double: attribute(z.number(), on),
      exact: attribute(z.string(), on),
    },
  },
});
const schema = `create table measure (id varchar(10) primary key, single real not null, "double" double precision not null,
  exact decimal(30, 18) not null)`;
const rows = `insert into measure values ('a', 0.1, 0.1, 1.100000000000000001), ('b', 0.1, 0.30000000000000004, 1.100000000000000001),
  ('c', 16777216, 0.3, 1.100000000000000002), ('d', 16777218, 3.3333333333333335e299, 1.100000000000000003),
  ('e', 16777220, 3.3333333333333337e299, 900719925474.099300000000000001)`;

describe.each(databases)('$name', ({ name, missing, open }) => {
  test.skipIf(missing !== undefined)('each cursor is followed by the next row, forward and backward', async () => {
    const { dialect, exec, close } = await open();
    // In MySQL, `real` is a `double`.
    await exec(name === 'MariaDB' ? schema.replace('single real', 'single float').replaceAll('"', '`') : schema);
    await exec(rows);
    const db = new Kysely<never>({ dialect });
    const { measures } = createKyselySources(
      api,
      db,
      { measures: { table: 'measure' } },
      { databaseSchema: await readDatabaseSchema(db) },
    );
    for (const field of ['single', 'double', 'exact'] as const) {
      for (const [bound, descending] of [
        ['after', false],
        ['after', true],
        ['before', false],
      ] as const) {
        const walked: unknown[] = [];
        let position: unknown;
        while (walked.length < 10) {
          const from = position ?? (bound === 'before' ? [] : undefined);
          const page = { offset: 0, limit: 1, positions: true, ...(from === undefined ? {} : { [bound]: from }) };
          const sort = [{ field, descending }];
          const found = await measures.list(query({ page, sort, selection: select([]) }), call);
          if (found.records.length === 0) break;
          walked.push(found.records[0]?.id);
          position = found.positions?.[0];
        }
        // SQLite stores a decimal as a `double`, so the first rows are ties in both orders of ids.
        const ids = field === 'double' ? 'acbde' : 'abcde';
        const isReversed = descending || bound === 'before';
        expect([field, bound, walked.join('')]).toEqual([field, bound, isReversed ? [...ids].reverse().join('') : ids]);
      }
    }
    await db.destroy();
    await close();
  });
});
