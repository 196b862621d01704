/** The recipe of numbers in a sequence for each parent, on every database, with requests at the same time. */

import { createServer } from '@linkage/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { api, numberedBy } from '../../../../docs/examples/numbered-issues.ts';
import { databases } from '../test/databases.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources } from './index.ts';

const tables = `
  create table project (id varchar(20) primary key, name varchar(20) not null, last_number integer not null);
  create table issue (
    id varchar(40) primary key, title varchar(40) not null, number integer not null, slug varchar(40) not null,
    created_at varchar(40) not null, updated_at varchar(40) not null,
    project_id varchar(20) not null references project (id), unique (project_id, number)
  );
  insert into project values ('1', 'Linkage', 0), ('2', 'Other', 7);
`;
const headers = { accept: 'application/vnd.api+json', 'content-type': 'application/vnd.api+json' };

describe.each(databases)('$name', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'numbers of issues', () => {
    const database = useDatabase(open, tables);
    let handle: (method: string, url: string, data?: object) => Promise<{ status: number; data: Resource }>;
    interface Resource {
      readonly id: string;
      readonly attributes: Readonly<Record<string, unknown>>;
    }
    beforeAll(() => {
      const sources = createKyselySources(api, database.db, {
        projects: { table: 'project', attributes: { lastNumber: 'last_number' } },
        issues: {
          table: 'issue',
          attributes: { createdAt: 'created_at', updatedAt: 'updated_at' },
          relationships: { project: { column: 'project_id' } },
          newId: () => crypto.randomUUID(),
        },
      } as never);
      const server = createServer(api, sources as never, { hooks: numberedBy(sources['projects'] as never) as never });
      handle = async (method, url, data) => {
        const body = data === undefined ? {} : { body: JSON.stringify({ data }) };
        const answer = await server.handle({ method, url, headers, ...body });
        return { status: answer.status, ...JSON.parse(answer.body ?? '{}') };
      };
    });

    const create = (project: string, title: string) => {
      const relationships = { project: { data: { type: 'projects', id: project } } };
      return handle('POST', '/issues', { type: 'issues', attributes: { title }, relationships });
    };
    const numberOf = ({ data }: { readonly data: Resource }) => Number(data.attributes['number']);

    test('have no gaps and occur once, also with requests at the same time', async () => {
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, index) => create(index % 3 === 0 ? '2' : '1', 'A')),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      const of = (project: number) => answers.filter((_, index) => (index % 3 === 0) === (project === 2)).map(numberOf);
      const sorted = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other);
      expect(sorted(of(1))).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
      expect(sorted(of(2))).toEqual(Array.from({ length: 8 }, (_, index) => index + 8));
    }, 60_000);

    test('a creation that fails takes no number', async () => {
      const before = numberOf(await create('1', 'Before'));
      expect((await create('9', 'No project')).status).toBe(404);
      expect((await create('1', 'x'.repeat(99))).status).not.toBe(500);
      expect(numberOf(await create('1', 'After'))).toBeGreaterThan(before);
    });

    test('the slug follows the title, and `updatedAt` each change', async () => {
      const { data } = await create('1', ' Crème brûlée! ');
      expect(data.attributes).toMatchObject({ slug: 'creme-brulee', updatedAt: data.attributes['createdAt'] });
      await new Promise((resolve) => setTimeout(resolve, 5));
      const change = { type: 'issues', id: data.id, attributes: { title: 'New' } };
      const { data: changed } = await handle('PATCH', `/issues/${data.id}`, change);
      expect(String(changed.attributes['updatedAt']) > String(data.attributes['updatedAt'])).toBe(true);
    });
  });
});
