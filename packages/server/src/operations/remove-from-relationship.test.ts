import { describe, expect, test } from 'vitest';
import { type AnyDocument, blogServer, identities, send } from '../../test/support.ts';

const url = '/articles/1/relationships/comments';
const comments = (...ids: readonly string[]): AnyDocument => ({ data: ids.map((id) => ({ type: 'comments', id })) });

describe('DELETE /{type}/{id}/relationships/{relationship}', () => {
  test.each([
    ['RUP-06 removes the members in the body', ['4', '6'], ['comments 5']],
    [
      'RUP-07 absent members are not error, not even those that do not exist',
      ['4', '99'],
      ['comments 5', 'comments 6'],
    ],
    ['RUP-15 an empty array changes nothing', [], ['comments 4', 'comments 5', 'comments 6']],
  ])('%s: RUP-12 204', async (_, ids, linkage) => {
    const { server } = blogServer();
    expect((await send(server, `DELETE ${url}`, comments(...ids))).status).toBe(204);
    expect(identities((await send(server, `GET ${url}`)).document.data)).toEqual(linkage);
  });

  test('RUP-08 does not delete the resources themselves', async () => {
    const { server } = blogServer();
    await send(server, `DELETE ${url}`, comments('4'));
    expect((await send(server, 'GET /comments/4')).status).toBe(200);
  });

  test.each<[string, string, unknown, number, readonly string[]]>([
    [
      'RUP-13 AMB-16 to-one',
      '/articles/1/relationships/author',
      { data: { type: 'people', id: '7' } },
      403,
      ['OPERATION_NOT_SUPPORTED'],
    ],
    ['a missing parent', '/articles/99/relationships/comments', comments('4'), 404, ['NOT_FOUND']],
    ['no body', url, undefined, 400, ['INVALID_JSON']],
    [
      'an identifier of another type',
      url,
      { data: [{ type: 'people', id: '7' }] },
      409,
      ['TYPE_CONFLICT /data/0/type'],
    ],
  ])('%s: nothing changes', async (_, target, body, status, found) => {
    const { server, calls } = blogServer();
    const answer = await send(server, `DELETE ${target}`, body);
    expect([answer.status, ...answer.problems]).toEqual([status, ...found]);
    expect(calls.filter((call) => !call.includes('.find'))).toEqual([]);
  });
});
