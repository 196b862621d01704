/** Responses may depend on hidden resources only as docs/guide/access.md lists under "What responses can reveal". */
import { defineApi, toMany, toOne } from '@linkage/core';
import { expect, test } from 'vitest';
import { send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';

const api = defineApi({
  articles: {
    attributes: {},
    relationships: { author: toOne('people', { inverse: 'articles' }), items: toMany(['people', 'articles']) },
  },
  people: { attributes: {}, relationships: { articles: toMany('articles') } },
});

/** The user can read person 1 only, and cannot change links of people. Article 1 has the given author and members. */
function open(author: string | null, members: readonly string[], rejects = true) {
  const sources = createMemorySources(api, {
    articles: [{ id: '1', author, items: members.map((id) => ({ type: 'people' as const, id })) }],
    people: ['1', '2', '3', '4'].map((id) => ({ id })),
  });
  const read = () => [{ field: 'id', values: ['1'] }] as const;
  return createServer(api, sources, {
    defaultAccess: 'allow',
    access: { people: rejects ? { read, updateRelationship: () => false } : { read } },
    limits: { includedLinkage: 2 },
  });
}

test('a write of an empty to-one relationship asks the rules of a hidden resource that it contains', async () => {
  const url = '/articles/1/relationships/author';
  const statuses = async (author: string | null, rejects = true) => {
    const server = open(author, [], rejects);
    const { document } = await send(server, `GET ${url}`);
    return [document.data, (await send(server, `PATCH ${url}`, { data: null })).status];
  };
  // To remove the article of a hidden person without asking would be worse.
  expect([await statuses('2'), await statuses(null)]).toEqual([
    [null, 403],
    [null, 204],
  ]);
  expect([await statuses('2', false), await statuses(null, false)]).toEqual([
    [null, 204],
    [null, 204],
  ]);
});

test('the members of several types are read up to the limit, hidden ones included', async () => {
  const statuses = async (members: readonly string[]) =>
    (await send(open(null, members), 'GET /articles/1/items?page[size]=1')).status;
  // Only the visible ones can be counted after they were read.
  expect([await statuses([]), await statuses(['2', '3']), await statuses(['2', '3', '4'])]).toEqual([200, 200, 400]);
});
