import { describe, expect, test } from 'vitest';
import { postsServer, toAll } from '../../test/posts.ts';
import { type AnyDocument, send } from '../../test/support.ts';

describe('calls', () => {
  test.each<[string, AnyDocument, string, readonly string[]]>([
    ['carried linkage costs no call but the one for the records', { carry: { author: 7 } }, 'author', ['users.find 7']],
    ['carried records cost none', { carry: { author: { id: 7, name: 'x' } } }, 'author', []],
    ['carried null and [] cost none', { carry: { author: null, tags: [] } }, 'author,tags', []],
    [
      'one related for a relationship, whatever the number of resources; records that come along cost no find',
      { count: 50, related: (_: string, ids: string[]) => toAll(ids, { id: 7, name: 'x' }) },
      'author',
      [`posts.related author of ${Array.from({ length: 50 }, (_, index) => index + 1).join()}`],
    ],
    [
      'one related for each relationship, one find for each type of a level',
      { related: (_: string, ids: string[]) => toAll(ids, 7) },
      'author,editor',
      ['posts.related author of 1,2,3', 'posts.related editor of 1,2,3', 'users.find 7'],
    ],
    [
      'a resource reached by two paths is loaded once',
      { carry: { author: 7, editor: 7 }, related: (_: string, ids: string[]) => toAll(ids, 7) },
      'author.friend,editor',
      ['users.find 7', 'users.related friend of 7'],
    ],
    [
      'each level follows with one call of its own',
      {
        carry: { author: 7 },
        related: (name: string) => (name === 'friend' ? new Map([['7', 8]]) : new Map([['8', { records: [1, 9] }]])),
      },
      'author.friend.posts',
      ['users.find 7', 'users.related friend of 7', 'users.find 8', 'users.related posts of 8', 'posts.find 9'],
    ],
    [
      'polymorphic: one find for each type',
      {
        carry: {
          parts: [
            { type: 'posts', id: 1 },
            { type: 'posts', id: 5 },
            { type: 'tags', id: 5 },
            { type: 'tags', id: 6 },
          ],
        },
      },
      'parts',
      ['posts.find 5', 'tags.find 5,6'],
    ],
    [
      'an empty relationship leads to no further call',
      { related: () => new Map() },
      'tags,author.friend',
      ['posts.related tags of 1,2,3', 'posts.related author of 1,2,3'],
    ],
    [
      'records that carry it and records that do not',
      { carry: { author: undefined } },
      'author',
      ['posts.related author of 1,2,3'],
    ],
  ])('%s', async (_, sources, include, expected) => {
    const { server, calls } = postsServer(sources);
    expect((await send(server, `GET /posts?page[size]=100&include=${include}`)).status).toBe(200);
    expect(calls).toEqual(expected);
  });

  test('sources receive the fields that the response needs', async () => {
    const { server, queries } = postsServer({});
    await send(server, 'GET /posts?include=author.friend,parts&fields[users]=name&fields[posts]=name');
    const [author, parts] = queries;
    expect(author?.selection).toEqual({ attributes: new Set(['name']), relationships: new Set(['friend']) });
    // Of several types: what any of them needs, for a source cannot say beforehand which it will be.
    expect(parts?.selection).toEqual({ attributes: new Set(['name']), relationships: new Set(['author', 'parts']) });
  });
});

describe('bounds', () => {
  const limits = { includedResources: 3, includedLinkage: 3 };
  const records = [1, 2, 3, 4].map((id) => ({ id, name: 'x' }));
  test.each<[string, AnyDocument, string, number]>([
    ['as many as allowed', { count: 1, carry: { tags: [1, 2, 3] } }, 'tags', 200],
    ['one more, known before it is loaded', { carry: { tags: [1, 2, 3, 4] } }, 'tags', 400],
    ['one more by records', { carry: { tags: records } }, 'tags', 400],
    ['shared ones count once', { count: 3, carry: { tags: [1] } }, 'tags', 200],
    [
      'several relationships count together',
      { carry: { tags: [1, 2], author: 1, editor: 2 } },
      'tags,author,editor',
      400,
    ],
    [
      'several levels count together',
      { carry: { tags: [1, 2], author: 1 }, related: () => new Map([['1', 2]]) },
      'tags,author.friend',
      400,
    ],
    [
      'related stops early: a linkage is never cut',
      { count: 1, related: () => new Map([['1', { records }]]) },
      'tags',
      400,
    ],
    [
      'shared ones too, where a source counts members',
      { count: 2, related: (_: string, ids: string[]) => toAll(ids, { records: [1, 2] }) },
      'tags',
      400,
    ],
    [
      'what find gives unasked does not count',
      { carry: { author: 7 }, users: { find: () => [{ id: 7, name: 'x', friend: 7 }, ...records] } },
      'author.friend',
      200,
    ],
    [
      'to-one of more parents than may be included',
      { count: 9, related: (_: string, ids: string[]) => toAll(ids, 7) },
      'author',
      200,
    ],
    [
      'to-one leads to too many',
      { count: 9, related: (_: string, ids: string[]) => new Map(ids.map((id) => [id, id])) },
      'author',
      400,
    ],
  ])('%s', async (_, sources, include, status) => {
    const { server, calls } = postsServer(sources, { limits });
    const answer = await send(server, `GET /posts?include=${include}`);
    expect(answer.status).toBe(status);
    if (status === 400) {
      expect(answer.problems).toEqual(['INCLUDED_TOO_MANY include']);
      expect(calls.filter((call) => call.startsWith('tags.find'))).toEqual(
        calls.filter((call) => call === 'tags.find 1,2'),
      );
    }
  });

  test.each<[string, AnyDocument, string, number]>([
    ['as many records as allowed', { count: 1, carry: { tags: records.slice(0, 3) } }, 'tags', 200],
    ['as many records of several resources', { count: 3, carry: { tags: records.slice(0, 1) } }, 'tags', 200],
    ['too many records of several resources', { count: 2, carry: { tags: records.slice(0, 2) } }, 'tags', 400],
    ['one record more: the source can have cut them', { carry: { tags: records } }, 'tags', 400],
    ['as many ids', { count: 1, carry: { tags: [1, 2, 3] } }, 'tags', 200],
    ['too many ids', { count: 1, carry: { tags: [1, 2, 3, 4] } }, 'tags', 400],
    ['identifiers', { count: 1, carry: { tags: records.map(({ id }) => ({ type: 'tags', id })) } }, 'tags', 400],
    ['of several types', { count: 1, carry: { parts: records.map(({ id }) => ({ type: 'tags', id })) } }, 'parts', 400],
    ['of related: as many as allowed', { count: 1, related: () => new Map([['1', [1, 2, 3]]]) }, 'tags', 200],
    ['of related: one more', { count: 1, related: () => new Map([['1', [1, 2, 3, 4]]]) }, 'tags', 400],
  ])('of the members of one relationship: %s', async (_, sources, include, status) => {
    const { server } = postsServer(sources, { limits: { includedResources: 9, includedLinkage: 3 } });
    expect((await send(server, `GET /posts?include=${include}`)).status).toBe(status);
  });

  test('a page of a relationship is never too large', async () => {
    const pagination = { types: { tags: { includedSize: 2 } } };
    const { server } = postsServer({ count: 1, carry: { tags: records } }, {
      limits: { includedLinkage: 3 },
      pagination,
    } as never);
    const { status, document } = await send(server, 'GET /posts?include=tags');
    expect([status, document.included.length]).toEqual([200, 2]);
  });

  test('a shared resource counts once, its identifiers count each time', async () => {
    const sources = { count: 9, related: (_: string, ids: string[]) => toAll(ids, { records: [1, 2] }) };
    const { server } = postsServer(sources, { limits: { includedResources: 3, includedLinkage: 18 } });
    const answer = await send(server, 'GET /posts?include=tags');
    expect([answer.status, answer.document.included.length]).toEqual([200, 2]);
  });

  test('a source receives a limit, but never below one member for each parent of a to-one relationship', async () => {
    const { server, queries } = postsServer({ count: 9 }, { limits });
    await send(server, 'GET /posts?include=author,tags');
    expect(queries.map(({ atMost }) => atMost)).toEqual([9, 4]);
  });
});
