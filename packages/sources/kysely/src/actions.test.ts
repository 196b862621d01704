import { attribute, defineAction, defineApi, toOne } from '@linkage/core';
import { createServer, type Sources } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { api, describeActions, send } from '../../../server/test/actions-suite.ts';
import { databases } from '../test/databases.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources } from './index.ts';

const tables = `
  create table person (id varchar(36) primary key, name varchar(50) not null);
  create table issue (
    id varchar(36) primary key, title varchar(50) not null, status varchar(10) not null, secret varchar(10),
    closings integer not null, owner_id varchar(36), foreign key (owner_id) references person (id)
  );
`;
const rows = `
  delete from issue;
  delete from person;
  insert into person values ('9', 'Ann');
  insert into issue values ('1', 'One', 'open', 'x', 0, '9'), ('2', 'Two', 'open', null, 0, null),
    ('3', 'Three', 'open', null, 0, null), ('4', 'Four', 'closed', null, 1, null);
`;

/** The order of its collection follows a relationship, which not every issue has. */
const ordered = defineApi({
  issues: {
    attributes: { status: attribute(z.string(), { filter: true }) },
    relationships: { owner: toOne('people', { sort: true }) },
    defaultSort: ['-owner.name'],
    actions: { archive: defineAction({ on: 'filter', output: z.object({ ids: z.array(z.string()) }) }) },
  },
  people: { attributes: { name: attribute(z.string(), { sort: true }) } },
});

describe.each(databases)('$name', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'actions', () => {
    const database = useDatabase(open, tables);
    describeActions(async (): Promise<Sources<typeof api>> => {
      await database.exec(rows);
      return createKyselySources(api, database.db, {
        issues: { table: 'issue', relationships: { owner: { column: 'owner_id' } } },
        people: { table: 'person' },
      });
    });

    test('an action on a filter receives resources in an order through a relationship', async () => {
      await database.exec(rows);
      const sources = createKyselySources(ordered, database.db, {
        issues: { table: 'issue', relationships: { owner: { column: 'owner_id' } } },
        people: { table: 'person' },
      });
      const server = createServer(ordered, sources, {
        actions: { issues: { archive: ({ resources }) => ({ ids: resources.map(({ id }) => id) }) } },
        onError: () => undefined,
      });
      const { status, document } = await send(server, 'POST /issues/-actions/archive?filter[status]=open', {
        meta: {},
      });
      expect([status, document.meta]).toEqual([200, { ids: ['1', '3', '2'] }]);
    });
  });
});
