import { describe, expect, test } from 'vitest';
import { blog, blogSources } from '../../test/blog.ts';
import { send } from '../../test/support.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { DataSource } from '../sources/port/data-source.ts';

type PeopleSource = DataSource<typeof blog, 'people', unknown>;

const job = { accepted: { type: 'notes', id: '1' } } as const;

/** A new person who is a friend of herself, and the author of an article. */
const person = {
  data: {
    type: 'people',
    lid: 'new',
    attributes: { name: 'Eve' },
    relationships: {
      articles: { data: [{ type: 'articles', id: '1' }] },
      friend: { data: { type: 'people', lid: 'new' } },
    },
  },
};

function serverWith(own: Partial<PeopleSource>) {
  const { people, ...others } = blogSources();
  const transaction: PeopleSource['transaction'] = (run, call) => run(call);
  return createServer(blog, { ...others, people: { ...people, transaction, ...own } as PeopleSource });
}

const code = 'OPERATION_NOT_SUPPORTED /data/relationships/friend/data';

describe('a new resource that references itself', () => {
  test('receives the relationship once it has an id', async () => {
    const changes: unknown[] = [];
    const found: unknown[] = [];
    const { people } = blogSources();
    const server = serverWith({
      find(ids, ...others) {
        found.push(...ids);
        return people.find?.(ids, ...others) as never;
      },
      async updateRelationship(id, name, change) {
        changes.push([name, change, id === (change as { replace: { id: string } }).replace.id]);
        return true;
      },
    });
    expect((await send(server, 'POST /people', person)).status).toBe(201);
    expect(changes).toEqual([['friend', { replace: { type: 'people', id: expect.any(String) } }, true]]);
    // The check that related resources exist does not ask for an id that is not known yet.
    expect(found.every((id) => typeof id === 'string')).toBe(true);
  });

  test.each<[string, Partial<PeopleSource>]>([
    ['the creation continues in the background', { create: async () => job }],
    ['the change continues in the background', { updateRelationship: async () => job }],
    ['its source does not support transactions', { transaction: undefined } as never],
  ])('is rejected if %s: the error names the relationship alone', async (_, own) => {
    const { status, problems } = await send(serverWith(own), 'POST /people', person);
    expect([status, ...problems]).toEqual([403, code]);
  });
});
