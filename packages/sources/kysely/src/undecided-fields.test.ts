/** Attributes that the user can read of some rows only, on every database: the database decides on the conditions. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources } from './index.ts';

const asked = { sort: true, filter: true } as const;
const api = defineApi({
  people: {
    attributes: { name: attribute(z.string(), asked), email: attribute(z.string(), asked), rank: z.number() },
    relationships: { boss: toOne('people', { filter: true, sort: true }), reports: toMany('people') },
  },
});
const tables = `
  create table person (id integer primary key, name varchar(20), email varchar(20), rank_of numeric(5, 2), boss_id integer);
`;
const rows = `
  delete from person;
  insert into person values (7, 'Ada', 'ada@a', 9.50, null), (8, 'Bob', 'bob@b', 10.25, 7), (9, 'Cyd', 'cyd@c', 2.00, 7);
`;
const everything = { read: () => true, update: () => true, create: () => true, updateRelationship: () => true };

describe.each(databases)('$name', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'fields of some rows', () => {
    const statements: string[] = [];
    const used = useDatabase<{ person: { id: number; email: string } }>(open, tables, statements);
    const serverOf = (email: unknown) => {
      const sources = createKyselySources(api, used.db, {
        people: {
          table: 'person',
          idType: 'integer',
          attributes: { rank: { column: 'rank_of', decode: Number } },
          relationships: { boss: { column: 'boss_id' }, reports: { foreignKey: 'boss_id' } },
        },
      } as never);
      const access = { people: { ...everything, fields: () => ({ where: { email } }) } };
      return requestsTo(createServer(api, sources as never, { access: access as never }));
    };
    const shownBy = async (email: unknown, url: string) => {
      const { status, document } = await serverOf(email)(`GET ${url}`);
      expect(status).toBe(200);
      const all = [document.data, document.included ?? []].flat();
      return Object.fromEntries(
        all.map(({ id, attributes }: { id: string; attributes: { email?: string } }) => [id, attributes.email]),
      );
    };
    beforeEach(() => used.exec(rows));

    test.each<[string, unknown, object]>([
      ['ids', [{ field: 'id', values: ['7', 9] }], { 7: 'ada@a', 8: undefined, 9: 'cyd@c' }],
      // As text, 10.25 is less than 9.5.
      ['numbers', [{ field: 'rank', operator: 'gt', values: [9] }], { 7: 'ada@a', 8: 'bob@b', 9: undefined }],
      ['a relationship', [{ field: 'boss', values: [7] }], { 7: undefined, 8: 'bob@b', 9: 'cyd@c' }],
      ['a path', [{ field: 'boss.rank', operator: 'ge', values: [9.5] }], { 7: undefined, 8: 'bob@b', 9: 'cyd@c' }],
    ])('by %s', async (_, conditions, expected) => {
      expect(await shownBy(conditions, '/people')).toEqual(expected);
      expect(await shownBy(conditions, '/people/7?include=reports.boss')).toEqual(expected);
      expect(await shownBy(conditions, '/people/8?include=boss.reports')).toEqual(expected);
      const { 8: bob, 9: cyd } = expected as Record<number, unknown>;
      expect(await shownBy(conditions, '/people/7/reports?page[size]=2')).toEqual({ 8: bob, 9: cyd });
    });

    test('conditions on ids alone cost no statement, others one for each list', async () => {
      const count = async (email: unknown) => {
        statements.length = 0;
        await shownBy(email, '/people');
        return statements.length;
      };
      const [plain, byId, byRank] = [
        await count(true),
        await count([{ field: 'id', values: ['7'] }]),
        await count([{ field: 'rank', operator: 'gt', values: [9] }]),
      ];
      expect([byId - plain, byRank - plain]).toEqual([0, 1]);
    });

    test('a filter and an order by it are rejected', async () => {
      const ask = serverOf([{ field: 'id', values: ['7'] }]);
      for (const query of ['sort=email', 'filter[email]=bob@b', 'sort=boss.email', 'filter[boss.email]=ada@a'])
        expect((await ask(`GET /people?${query}`)).status).toBe(400);
    });

    test('a write of it must be of a row that matches before and after', async () => {
      const ask = serverOf([{ field: 'rank', operator: 'gt', values: [9] }]);
      const patch = (id: string, attributes: object) => ask(`PATCH /people/${id}`, { type: 'people', id, attributes });
      expect((await patch('8', { email: 'x@b' })).status).toBe(200);
      expect((await patch('9', { email: 'x@c' })).status).toBe(403);
      expect((await patch('9', { email: 'x@c', rank: 50 })).status).toBe(403);
      expect((await patch('7', { email: 'x@a', rank: 1 })).status).toBe(403);
      const left = await used.db.selectFrom('person').select('email').orderBy('id').execute();
      expect(left.map((it) => it.email)).toEqual(['ada@a', 'x@b', 'cyd@c']);
    });
  });
});
