import { describe, expect, test } from 'vitest';
import { type AnyDocument, blogServer, identities, send } from '../../test/support.ts';

const url = '/articles/3/relationships/comments';
const comments = (...ids: readonly string[]): AnyDocument => ({ data: ids.map((id) => ({ type: 'comments', id })) });

describe('POST /{type}/{id}/relationships/{relationship}', () => {
  test.each([
    ['RUP-03 adds what is not there yet', ['4', '5'], ['comments 6', 'comments 4', 'comments 5']],
    ['RUP-04 RUP-05 does not add what is there, and succeeds', ['6', '4'], ['comments 6', 'comments 4']],
    ['AMB-33 a repeated identifier counts once', ['4', '4'], ['comments 6', 'comments 4']],
    ['RUP-15 an empty array changes nothing', [], ['comments 6']],
  ])('%s: RUP-12 204', async (_, ids, linkage) => {
    const { server } = blogServer();
    expect((await send(server, `POST ${url}`, comments(...ids))).status).toBe(204);
    expect(identities((await send(server, `GET ${url}`)).document.data)).toEqual(linkage);
  });

  test.each<[string, string, unknown, number, readonly string[]]>([
    [
      'RUP-13 AMB-16 to-one',
      '/articles/1/relationships/author',
      { data: { type: 'people', id: '9' } },
      403,
      ['OPERATION_NOT_SUPPORTED'],
    ],
    [
      'a relationship that is read-only',
      '/articles/1/relationships/history',
      comments(),
      403,
      ['OPERATION_NOT_SUPPORTED'],
    ],
    ['a related resource that does not exist', url, comments('4', '99'), 404, ['RELATED_RESOURCE_NOT_FOUND /data/1']],
    ['a missing parent', '/articles/99/relationships/comments', comments('4'), 404, ['NOT_FOUND']],
    [
      'one identifier instead of an array',
      url,
      { data: { type: 'comments', id: '4' } },
      400,
      ['DOCUMENT_INVALID /data'],
    ],
    ['AMB-31 the related URL', '/articles/3/comments', comments('4'), 405, ['METHOD_NOT_ALLOWED']],
  ])('%s: nothing changes', async (_, target, body, status, found) => {
    const { server, calls } = blogServer();
    const answer = await send(server, `POST ${target}`, body);
    expect([answer.status, ...answer.problems]).toEqual([status, ...found]);
    expect(calls.filter((call) => !call.includes('.find'))).toEqual([]);
  });
});
