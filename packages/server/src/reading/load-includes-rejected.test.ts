import { beforeEach, describe, expect, test, vi } from 'vitest';
import { postsServer } from '../../test/posts.ts';
import { type AnyDocument, identities, send } from '../../test/support.ts';

// Without `onError` failures are logged; here they are expected.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

describe('a relationship that cannot be included is rejected with 400 (INC-07)', () => {
  test.each<[string, AnyDocument]>([
    ['neither carried nor related', { posts: { list: () => ({ records: [{ id: 1, name: 'x' }] }) } }],
    ['a target whose source cannot find', { carry: { author: 7 }, users: {} }],
    ['a target that is not served', { carry: { author: 7 }, users: undefined }],
  ])('%s', async (_, sources) => {
    const { status, problems } = await send(postsServer(sources).server, 'GET /posts?include=author');
    expect([status, ...problems]).toEqual([400, 'RELATIONSHIP_PATH_UNKNOWN include']);
  });

  test('a type without URLs can be included if its records are part of other records', async () => {
    const { server } = postsServer({ carry: { author: { id: 7, name: 'x' } }, users: undefined });
    expect(identities((await send(server, 'GET /posts?include=author')).document.included)).toEqual(['users 7']);
  });
});

describe('an invalid result of related is a 500', () => {
  test.each<[string, AnyDocument]>([
    ['nothing', () => undefined],
    ['an object instead of a Map', () => ({ 1: 7 })],
    ['an array for to-one', () => new Map([['1', [7]]])],
    ['a page for to-one', () => new Map([['1', { records: [7] }]])],
    ['an identifier of another type without an id', () => new Map([['1', { type: 'users' }]])],
    ['a truth value', () => new Map([['1', true]])],
  ])('%s', async (_, related) => {
    expect((await send(postsServer({ related }).server, 'GET /posts?include=author')).status).toBe(500);
  });

  test.each<[string, AnyDocument]>([
    ['one member for to-many', () => new Map([['1', 7]])],
    ['null for to-many', () => new Map([['1', null]])],
    ['a page without records', () => new Map([['1', {}]])],
  ])('%s', async (_, related) => {
    expect((await send(postsServer({ related }).server, 'GET /posts?include=tags')).status).toBe(500);
  });

  test('parents that were not requested are ignored', async () => {
    const { server } = postsServer({ count: 1, related: () => new Map([['99', 7]]) });
    expect((await send(server, 'GET /posts?include=author')).document.included).toEqual([]);
  });
});
