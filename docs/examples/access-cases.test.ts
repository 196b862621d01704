import { describe, expect, test } from 'vitest';
import { server } from './access-cases.ts';

const send = async (line: string, token: string, data?: unknown) => {
  const [method = '', url = ''] = line.split(' ');
  const body = data === undefined ? undefined : JSON.stringify({ data });
  const headers = { authorization: token, 'content-type': 'application/vnd.api+json' };
  const { status, body: text = '{}' } = await server.handle({ method, url, headers, body });
  return { status, document: JSON.parse(text) };
};
const emailsOf = (data: readonly { attributes: { email?: string } }[]) =>
  data.map(({ attributes }) => attributes.email);

describe('fields of some resources', () => {
  test('Ada reads her own address, and neither filters nor sorts by those of others', async () => {
    expect(emailsOf((await send('GET /people', 'ada')).document.data)).toEqual(['ada@example.com', undefined]);
    for (const query of ['sort=email', 'filter[email]=bob@example.com'])
      expect((await send(`GET /people?${query}`, 'ada')).status).toBe(400);
    expect((await send('GET /people?sort=-email&page[size]=1', 'hr')).document.data[0].id).toBe('10');
  });

  test('Ada changes her own address alone', async () => {
    const patch = (id: string) => ({ type: 'people', id, attributes: { email: 'new@example.com' } });
    expect((await send('PATCH /people/8', 'ada', patch('8'))).status).toBe(403);
    expect((await send('PATCH /people/7', 'ada', patch('7'))).status).toBe(200);
  });
});

test('a person who accepts invitations can be linked, another one looks missing', async () => {
  const invite = (id: string) => send('POST /projects/1/relationships/members', 'ada', [{ type: 'people', id }]);
  expect([(await invite('9')).status, (await invite('10')).status, (await invite('404')).status]).toEqual([
    204, 404, 404,
  ]);
  const { document } = await send('GET /projects/1?include=members', 'ada');
  expect(document.included.map(({ id }: { id: string }) => id)).toEqual(['7']);
});
