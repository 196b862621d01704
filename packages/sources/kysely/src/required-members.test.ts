/** Members whose foreign key cannot be NULL cannot be taken out of a relationship: 409 with a pointer, on every database. */

import { defineApi, toMany, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

const name = z.string().default('');
const api = defineApi({
  people: { attributes: { name }, relationships: { articles: toMany('articles'), drafts: toMany('drafts') } },
  articles: { attributes: { name }, relationships: { author: toOne('people') } },
  // The members are in the table of the resource itself.
  drafts: { attributes: { name }, relationships: { parts: toMany('drafts') } },
});
const tables = `
  create table person (id varchar(20) primary key, name varchar(20) not null);
  create table article (
    id varchar(20) primary key, name varchar(20) not null, author_id varchar(20) not null references person (id)
  );
  create table draft (
    id varchar(20) primary key, name varchar(20) not null, person_id varchar(20), whole_id varchar(20) not null
  );
  insert into person values ('1', 'Ada');
  insert into article values ('a', 'Alpha', '1'), ('b', 'Beta', '1');
  insert into draft values ('x', 'X', null, 'y'), ('y', 'Y', null, 'y');
`;

describe.each(databases)('$name', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'members that require the resource', () => {
    const database = useDatabase(open, tables);

    test.each([true, false])('databaseSchema: %s', async (hasDatabaseSchema) => {
      const databaseSchema = hasDatabaseSchema ? await readDatabaseSchema(database.db) : undefined;
      const sources = createKyselySources(
        api,
        database.db,
        {
          people: {
            table: 'person',
            relationships: { articles: { foreignKey: 'author_id' }, drafts: { foreignKey: 'person_id' } },
          },
          articles: { table: 'article', relationships: { author: { column: 'author_id' } } },
          drafts: { table: 'draft', relationships: { parts: { foreignKey: 'whole_id' } } },
        },
        { databaseSchema },
      );
      const send = requestsTo(createServer(api, sources));
      const rejected = async (line: string, data: unknown) => {
        const { status, document } = await send(line, data);
        const [{ code, source, detail } = {} as Record<string, never>] = document.errors ?? [];
        return [status, code, source?.['pointer'], detail];
      };
      const detail = 'A related resource requires this resource.';
      const emptied = (type: string, id: string, field: string) => ({
        type,
        id,
        relationships: { [field]: { data: [] } },
      });
      const ofPeople = '/data/relationships/articles';
      expect(await rejected('PATCH /people/1', emptied('people', '1', 'articles'))).toEqual([
        ...[409, 'CONSTRAINT_VIOLATED', ofPeople, detail],
      ]);
      expect(await rejected('PATCH /drafts/y', emptied('drafts', 'y', 'parts'))).toEqual([
        ...[409, 'CONSTRAINT_VIOLATED', '/data/relationships/parts', detail],
      ]);
      // A relationship URL has no fields to point to.
      const one = [{ type: 'articles', id: 'a' }];
      for (const [line, data] of [
        ['PATCH /people/1/relationships/articles', []],
        ['PATCH /people/1/relationships/articles', one],
        ['DELETE /people/1/relationships/articles', one],
      ] as const) {
        expect(await rejected(line, data)).toEqual([409, 'CONSTRAINT_VIOLATED', undefined, detail]);
      }
      expect((await send('GET /people/1/relationships/articles')).ids).toBe('a,b');
    });
  });
});
