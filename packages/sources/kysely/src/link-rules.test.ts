/** The rule `link` on every database: links to rows that the user cannot read. */
import { defineApi, toMany, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources } from './index.ts';

const api = defineApi({
  people: { attributes: { name: z.string() } },
  projects: { attributes: { title: z.string() }, relationships: { members: toMany('people') } },
  invitations: { attributes: { text: z.string() }, relationships: { person: toOne('people') } },
});
const tables = `
  create table person (id integer primary key, name varchar(20), is_open integer);
  create table project (id integer primary key, title varchar(20));
  create table member (project_id integer not null, person_id integer not null, primary key (project_id, person_id));
  create table invitation (id varchar(40) primary key, text varchar(20), person_id integer);
`;
const rows = `
  delete from member; delete from invitation; delete from project; delete from person;
  insert into person values (7, 'Ada', 1), (8, 'Bob', 1), (9, 'Cyd', 0);
  insert into project values (1, 'P');
  insert into member values (1, 7);
`;
const all = { read: () => true, create: () => true, update: () => true };

describe.each(databases)('$name', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'links to hidden rows', () => {
    const used = useDatabase<{ member: { person_id: number }; invitation: { person_id: number } }>(open, tables);
    beforeEach(() => used.exec(rows));
    const ask = (line: string, data?: unknown) => {
      const sources = createKyselySources(api, used.db, {
        people: { table: 'person', idType: 'integer', columns: { '@isOpen': 'is_open' } },
        projects: {
          table: 'project',
          idType: 'integer',
          relationships: { members: { through: 'member', from: 'project_id', to: 'person_id' } },
        },
        invitations: { table: 'invitation', relationships: { person: { column: 'person_id' } } },
      } as never);
      const people = {
        read: () => [{ field: 'id', values: [7] }],
        link: () => [{ field: '@isOpen', values: [1] }],
      };
      const access = { people, projects: all, invitations: all };
      return requestsTo(createServer(api, sources as never, { access: access as never }))(line, data);
    };
    const person = (id: string) => ({ type: 'people', id });
    const statuses: readonly [id: string, status: number][] = [
      ['7', 201],
      ['8', 201],
      ['9', 404],
      ['10', 404],
      ['x', 404],
    ];

    test.each(statuses)('person %s: %i', async (id, status) => {
      const relationships = { person: { data: person(id) } };
      const answer = await ask('POST /invitations', { type: 'invitations', attributes: { text: 'Hi' }, relationships });
      expect(answer.status).toBe(status);
      const added = await ask('POST /projects/1/relationships/members', [person(id)]);
      expect(added.status).toBe(status === 201 ? 204 : 404);
      if (status !== 201) return;
      const shown = id === '7' ? person('7') : null;
      expect(answer.document.data.relationships.person.data ?? null).toEqual(shown);
      const [stored] = await used.db.selectFrom('invitation').select('person_id').execute();
      expect(Number(stored?.person_id)).toBe(Number(id));
      expect((await ask('GET /projects/1/members?page[total]=true')).document).toMatchObject({
        data: [{ id: '7' }],
        meta: { page: { total: 1 } },
      });
    });
  });
});
