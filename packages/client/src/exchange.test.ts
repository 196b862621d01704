import { describe, expect, test } from 'vitest';
import { reply, type Step, scripted } from '../test/replies.ts';

const html: Step = () => new Response('<p>Bad gateway</p>', { status: 502, headers: { 'Content-Type': 'text/html' } });
const people = { data: [{ type: 'people', id: '9' }] };
const json: Step = () => Response.json({ data: [] });
const text = (body: string) => new Response(body, { headers: { 'Content-Type': 'application/vnd.api+json' } });

describe('a response that is not the document that it must be', () => {
  test.each<[string, Step, number, string]>([
    ['HTML of a proxy', html, 502, 'must have the media type application/vnd.api+json, but it has "text/html"'],
    ['another media type', json, 200, 'but it has "application/json"'],
    ['no body and no media type', () => new Response(null, { status: 500 }), 500, 'but it has ""'],
    ['text that is not JSON', () => text('{'), 200, 'must be valid JSON'],
    ['300', () => reply({ data: [] }, 300), 300, 'must contain errors'],
    ['an array', () => text('[]'), 200, 'must be a JSON:API document'],
    ['no data', () => reply({ meta: {} }), 200, 'must contain data'],
    ['no body', () => new Response(null, { status: 204 }), 204, 'must contain data'],
    ['one resource', () => reply({ data: null }), 200, 'must contain a collection'],
    ['an error without errors', () => reply({ meta: {} }, 400), 400, 'must contain errors'],
    ['an error whose errors are not objects', () => reply({ errors: ['x'] }, 400), 400, 'must contain errors'],
    ['304 that was not requested', () => new Response(null, { status: 304 }), 304, 'must contain data'],
  ])('%s', async (_, step, status, message) => {
    const { client } = scripted([step]);
    const error: unknown = await client.list('people').catch((it: unknown) => it);
    expect(error).toMatchObject({ name: 'ClientError', kind: 'not-json-api', status });
    expect(String(error)).toContain(message);
  });

  test.each([[[]], [null]])('%j where one resource is expected (FET-07)', async (data) => {
    const { client } = scripted([() => reply({ data })]);
    await expect(client.get('people', '9')).rejects.toThrow('must contain one resource');
  });
});

test('the kind of the data decides what a read of a relationship gives', async () => {
  const { client } = scripted([() => reply({ data: null }), () => reply({ data: [] })]);
  expect(Symbol.asyncIterator in (await client.related('articles', '1', 'author'))).toBe(false);
  expect(Symbol.asyncIterator in (await client.related('articles', '1', 'comments'))).toBe(true);
});

test('an error document has the status of the response, and its headers', async () => {
  const errors = [{ status: '422', title: 'A' }, { status: '409' }];
  const { client } = scripted([() => reply({ errors }, 400, { 'X-Trace': '7' })]);
  await expect(client.create('markers', {})).rejects.toMatchObject({
    ...{ name: 'JsonApiError', status: 400, errors, message: 'A Unnamed error' },
    headers: { 'x-trace': '7' },
  });
  const empty = scripted([() => reply({ errors: [] }, 403)]);
  await expect(empty.client.list('people')).rejects.toMatchObject({ status: 403, errors: [{ status: '403' }] });
});

describe('a response of the media type application/json', () => {
  const plain =
    (document: unknown, status = 200) =>
    () =>
      Response.json(document, { status });
  const errors = [{ status: '422', title: 'A' }];

  test('is not read without the option, but its text is kept', async () => {
    for (const step of [plain({ data: [] }), plain({ errors }, 422), html]) {
      const error: unknown = await scripted([step])
        .client.list('people')
        .catch((it: unknown) => it);
      expect(error).toMatchObject({ kind: 'not-json-api', body: await (await step(null as never)).text() });
      expect(Object.keys(error as object)).not.toContain('body');
    }
  });

  test('is read with the option `plainJson`, with all of its errors', async () => {
    const { client } = scripted(
      [plain(people), plain({ data: null }), plain({ errors }, 422), plain({ errors }, 200)],
      {
        plainJson: true,
      },
    );
    expect((await client.list('people')).data).toEqual(people.data);
    expect((await client.related('articles', '1', 'author')).data).toBeNull();
    await expect(client.create('markers', {})).rejects.toMatchObject({ name: 'JsonApiError', status: 422, errors });
    await expect(client.create('markers', {})).rejects.toMatchObject({ name: 'JsonApiError', status: 200, errors });
  });

  test('has parameters, and any case', async () => {
    const type = 'Application/JSON; charset=utf-8';
    const { client } = scripted([() => reply(people, 200, { 'Content-Type': type })], { plainJson: true });
    expect((await client.list('people')).data).toEqual(people.data);
  });

  test.each<[unknown, number]>([
    [{ id: '1', title: 'x' }, 200],
    [{ data: [{ id: 1 }] }, 200],
    [{ data: { title: 'x' } }, 201],
    [{ data: 'x' }, 200],
    [{ message: 'no' }, 500],
    [{ errors: ['no'] }, 500],
    [{ errors: { title: ['no'] } }, 422],
    [[], 200],
  ])('is not read if it is other JSON: %j with status %i', async (document, status) => {
    const { client } = scripted([plain(document, status)], { plainJson: true });
    for (const call of [() => client.get('people', '9'), () => client.create('markers', {})]) {
      const error: unknown = await call().catch((it: unknown) => it);
      expect(error).toMatchObject({ kind: 'not-json-api', status, body: JSON.stringify(document) });
    }
  });

  test.each(['text/json', 'application/jsonx', 'application/problem+json', 'text/html'])('is not %s', async (type) => {
    const { client } = scripted([() => reply(people, 200, { 'Content-Type': type })], { plainJson: true });
    await expect(client.list('people')).rejects.toMatchObject({ kind: 'not-json-api' });
  });
});

test('errors with a status of success are errors, also of a write', async () => {
  const errors = [{ title: 'Not stored' }];
  const { client } = scripted([() => reply({ errors }, 200)]);
  for (const call of [
    () => client.get('people', '9'),
    () => client.create('markers', {}),
    () => client.delete('people', '9'),
  ])
    await expect(call()).rejects.toMatchObject({ name: 'JsonApiError', status: 200, errors });
  const both = scripted([() => reply({ data: null, errors })]);
  expect((await both.client.related('articles', '1', 'author')).document).toEqual({ data: null, errors });
});

test('a media type with parameters is one of JSON:API', async () => {
  const document = { data: [] };
  const type = 'Application/Vnd.API+JSON; ext="https://example.com/e"';
  const { client } = scripted([() => reply(document, 200, { 'Content-Type': type })]);
  expect((await client.list('people')).document).toEqual(document);
});

test.each([200, 201, 226, 299])(
  'status %i is a success, and an answer without an entity tag has none',
  async (status) => {
    const { client } = scripted([() => reply({ data: [] }, status)]);
    expect(await client.list('people')).toMatchObject({ status, etag: undefined });
  },
);

test('C29: a recorded answer of another server', async () => {
  const recorded = {
    links: {
      self: 'https://example.com/api/articles?page[size]=1',
      first: 'https://example.com/api/articles?page[size]=1',
      next: { href: 'https://example.com/api/articles?page[size]=1&page[number]=2', title: 'More' },
      prev: null,
    },
    data: [
      {
        type: 'articles',
        id: '1',
        attributes: { title: 'First', unknown: { deep: true } },
        relationships: {
          author: {
            links: { self: 'https://example.com/api/articles/1/relationships/author' },
            data: { type: 'people', id: '9' },
            meta: { kind: 'owner' },
          },
          comments: { links: { related: 'https://example.com/api/articles/1/comments' } },
        },
        links: { self: 'https://example.com/api/articles/1' },
        meta: { rank: 1, etag: '"7-"' },
      },
    ],
    included: [{ type: 'people', id: '9', attributes: { name: 'Dan' }, links: { self: 'x' } }],
    meta: { total: 2, took: '1 ms' },
  };
  const last = { data: [{ type: 'articles', id: '2', attributes: { title: 'Second' } }], links: { next: null } };
  const { client, requests } = scripted([() => reply(recorded), () => reply(last)], { totalName: 'total' });
  const page = await client.list('articles', { include: ['author'], page: { size: 1 } });
  expect(page).toMatchObject({ total: 2, meta: { took: '1 ms' } });
  expect(page.data[0]?.author?.name).toBe('Dan');
  expect(page.data[0]?.comments).toBeUndefined();
  expect(page.resourceOf(page.data[0] ?? {})?.meta).toMatchObject({ rank: 1 });
  expect([page.data[0] ?? {}, page.included?.[0] ?? {}, {}].map(page.etagOf)).toEqual(['"7-"', undefined, undefined]);
  const titles: (string | undefined)[] = [];
  for await (const { title } of page) titles.push(title);
  expect(titles).toEqual(['First', 'Second']);
  expect(requests.map(({ url }) => decodeURIComponent(new URL(url).search))).toEqual([
    '?include=author&page[size]=1',
    '?page[size]=1&page[number]=2',
  ]);
});
