import { describe, expect, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import { type AnyDocument, send } from '../../test/support.ts';
import { withRest } from '../../test/with-rest.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';

type Options = ServerOptions<unknown, Blog>;

const defaultIncludes: Options['defaultIncludes'] = { articles: ['author', 'comments.author'], people: [] };
const serverWith = (options: Options = {}) => createServer(blog, blogSources(), { defaultIncludes, ...options });

/** The resources that a document includes, or undefined if it has no such member. */
const included = ({ document }: AnyDocument): readonly string[] | undefined =>
  document.included?.map(({ type, id }: AnyDocument) => `${type} ${id}`).sort();

const all = ['comments 4', 'comments 5', 'comments 6', 'people 7', 'people 8', 'people 9'];

test.each<[unknown, string]>([
  [5, '5'],
  [null, 'null'],
  [undefined, 'undefined'],
  [Symbol('author'), 'Symbol(author)'],
  [['author'], 'author'],
])('the path %j is rejected', (path, shown) => {
  const given = { articles: ['author', path] } as never;
  const message = `createServer: defaultIncludes.articles must contain relationship paths, but it contains ${shown}.`;
  expect(() => serverWith({ defaultIncludes: given })).toThrow(message);
});

describe('default include paths', () => {
  test.each<[string, readonly string[] | undefined]>([
    ['GET /articles/1', all],
    ['GET /articles/1?fields[people]=name', all],
    ['GET /articles?page[size]=1', all],
    ['GET /people/7/articles?filter[title]=Bikes', all],
    ['GET /articles/1?include=', []],
    ['GET /articles/1?include=reviewer', ['people 8']],
    ['GET /people/7', undefined],
    // The primary data are identifiers, or resources of several types.
    ['GET /articles/1/relationships/comments', undefined],
    ['GET /articles/1/relationships/history', undefined],
    ['GET /shelves/1/items', undefined],
  ])('%s', async (line, expected) => {
    const response = await send(serverWith(), line);
    expect([response.status, included(response)]).toEqual([200, expected]);
  });

  test('hold for the response to a write, and the links stay those of the request', async () => {
    const update = { data: { type: 'articles', id: '1', attributes: { title: 'B' } } };
    const response = await send(serverWith(), 'PATCH /articles/1', update);
    expect([response.status, included(response)]).toEqual([200, all]);
    expect((await send(serverWith(), 'GET /articles/1')).document.links.self).toBe('/articles/1');
  });

  test('an endpoint includes only what it requests', async () => {
    const executed: unknown[] = [];
    const endpoint = {
      method: 'POST',
      path: '/touch',
      name: 'touch',
      statuses: [200],
      async run({ execute }: AnyDocument) {
        const document = { data: { type: 'articles', id: '1', attributes: { title: 'B' } } };
        const result = await execute({ method: 'PATCH', target: { type: 'articles', id: '1' }, document });
        executed.push(result.document.included);
        return { status: 204 };
      },
    } as const;
    const server = serverWith({ endpoints: [endpoint as never] });
    expect(
      (await server.handle({ method: 'POST', url: '/touch', headers: { 'content-type': 'application/vnd.api+json' } }))
        .status,
    ).toBe(204);
    expect(executed).toEqual([undefined]);
  });

  test.each<[string, Options['access'], readonly string[] | undefined]>([
    ['a hidden relationship', { articles: { fields: () => ['title', 'author'] } }, ['people 7']],
    ['a hidden relationship on the way', { comments: { fields: () => ['body'] } }, ['people 7']],
    ['only hidden relationships', { articles: { fields: () => ['title'] } }, undefined],
    ['a hidden type', { people: { read: () => false } }, ['comments 4', 'comments 5', 'comments 6']],
  ])('leave out %s without an error', async (_, access, expected) => {
    const response = await send(serverWith({ defaultAccess: 'allow', access }), 'GET /articles/1');
    expect([response.status, included(response)]).toEqual([200, expected]);
  });

  test.each<[string, object, string]>([
    ['an unknown type', { article: ['author'] }, 'Did you mean `articles`'],
    [
      'an unknown relationship',
      { articles: ['autor'] },
      'defaultIncludes.articles: The path "autor" cannot be included',
    ],
    ['an unknown relationship, with the nearest name', { articles: ['autor'] }, 'Did you mean'],
    ['a relationship that cannot be included', { articles: ['secrets'] }, 'an includable relationship "secrets"'],
    ['a path that is too long', { people: ['friend.friend.friend.friend'] }, 'must have at most'],
    ['no array', { articles: 'author' }, 'must be an array'],
  ])('%s is rejected at the start', (_, wrong, message) => {
    const options = { defaultIncludes: wrong, limits: { includeDepth: 3 } } as never;
    expect(() => createServer(blog, blogSources(), options)).toThrow(TypeError);
    expect(() => createServer(blog, blogSources(), options)).toThrow(message);
  });

  test('a type whose source cannot find by id is rejected at the start', () => {
    const { articles } = blogSources();
    expect(() => createServer(blog, withRest(blog, { articles }), { defaultIncludes })).toThrow(
      'defaultIncludes.articles: the source of "people" must have the method `find`.',
    );
  });
});
