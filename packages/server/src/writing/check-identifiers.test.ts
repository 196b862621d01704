import { describe, expect, test } from 'vitest';
import { blog, blogSources } from '../../test/blog.ts';
import { type AnyDocument, blogServer, send } from '../../test/support.ts';
import { withRest } from '../../test/with-rest.ts';
import { createServer } from '../pipeline/create-server.ts';

const comments = (...ids: readonly string[]) => ({ data: ids.map((id) => ({ type: 'comments', id })) });
const article = (relationships: object) => ({ data: { type: 'articles', attributes: { title: 'x' }, relationships } });
const person = (id: string) => ({ data: { type: 'people', id } });

describe('CRE-13 RUP-14 each missing resource is one error at its identifier', () => {
  const at = '/data/relationships';
  test.each<[string, string, AnyDocument, readonly string[]]>([
    ['one of several', 'POST /articles/1/relationships/comments', comments('4', '99', '5'), ['/data/1']],
    ['two of several', 'POST /articles/1/relationships/comments', comments('98', '4', '99'), ['/data/0', '/data/2']],
    ['one named twice: once', 'POST /articles/1/relationships/comments', comments('99', '4', '99'), ['/data/0']],
    ['one behind a repeated one', 'PATCH /articles/1/relationships/comments', comments('4', '4', '99'), ['/data/2']],
    ['to-one', 'PATCH /articles/1/relationships/author', person('99'), ['/data']],
    [
      'of several relationships of a new resource',
      'POST /articles',
      article({ author: person('99'), comments: comments('4', '4', '97', '5', '98'), reviewer: person('9') }),
      [`${at}/author/data`, `${at}/comments/data/2`, `${at}/comments/data/4`],
    ],
    [
      'of a resource that is updated',
      'PATCH /articles/1',
      { data: { type: 'articles', id: '1', relationships: { comments: comments('4', '99') } } },
      [`${at}/comments/data/1`],
    ],
  ])('%s', async (_, line, body, pointers) => {
    const { server, calls } = blogServer();
    const { status, problems } = await send(server, line, body);
    expect([status, ...problems]).toEqual([404, ...pointers.map((it) => `RELATED_RESOURCE_NOT_FOUND ${it}`)]);
    expect(calls.filter((call) => !call.includes('.find'))).toEqual([]);
  });

  test('contains the type and the id, shortened', async () => {
    const long = 'x'.repeat(3000);
    const line = 'POST /articles/1/relationships/comments';
    const { document } = await send(blogServer().server, line, comments('99', long, '\u0000'));
    expect(document.errors.map(({ detail }: AnyDocument) => detail)).toEqual([
      'The related resource with type "comments" and id "99" does not exist.',
      `The related resource with type "comments" and id "${'x'.repeat(99)}…" does not exist.`,
      'The related resource with type "comments" and id " " does not exist.',
    ]);
  });

  test('is omitted above the maximum number of errors', async () => {
    const { server } = blogServer({ limits: { errors: 2 } });
    const answer = await send(server, 'POST /articles/1/relationships/comments', comments('97', '98', '99'));
    expect(answer.document.meta).toEqual({ errors: { truncated: true, limit: 2 } });
    expect(answer.problems).toEqual(['RELATED_RESOURCE_NOT_FOUND /data/0', 'RELATED_RESOURCE_NOT_FOUND /data/1']);
  });
});

test('each local id is rejected at its identifier if the source cannot change a relationship of a new resource', async () => {
  const { updateRelationship: _, ...people } = blogSources().people;
  const server = createServer(blog, { ...blogSources(), people });
  const me = { type: 'people', lid: 'me' };
  const relationships = { friend: { data: me } };
  const body = { data: { ...me, attributes: { name: 'x' }, relationships } };
  const { status, problems } = await send(server, 'POST /people', body);
  expect([status, ...problems]).toEqual([403, 'OPERATION_NOT_SUPPORTED /data/relationships/friend/data']);
});

test.each([
  ['whose source cannot find by id', (people: object) => ({ people: { list: (people as AnyDocument).list } })],
  ['without a source', () => ({})],
])('resources of a type %s are not checked, the others are', async (_, peopleOf) => {
  const { people, ...sources } = blogSources();
  const server = createServer(blog, withRest(blog, { ...sources, ...peopleOf(people) }));
  expect((await send(server, 'POST /articles', article({ author: person('99') }))).status).toBe(201);
  const both = article({ author: person('99'), comments: comments('98') });
  const { status, problems } = await send(server, 'POST /articles', both);
  expect([status, problems]).toEqual([404, ['RELATED_RESOURCE_NOT_FOUND /data/relationships/comments/data/0']]);
});
