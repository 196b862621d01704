import type { Sources } from '@linkage/server';
import { describe } from 'vitest';
import { api, describeActions } from '../../../server/test/actions-suite.ts';
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
  });
});
