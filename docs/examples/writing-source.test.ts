import { expect, test } from 'vitest';
import { articles, server } from './writing-source.ts';

const type = 'application/vnd.api+json';
const article = (rest: object) => ({ data: { type: 'articles', ...rest } });

async function send(request: string, document?: object) {
  const [method = '', url = ''] = request.split(' ');
  const payload = document && { body: JSON.stringify(document) };
  const { status, body = 'null' } = await server.handle({
    method,
    url,
    headers: payload === undefined ? {} : { 'Content-Type': type },
    ...payload,
  });
  return { status, document: JSON.parse(body) };
}
const stateOf = async (id: string) => {
  const { status, document } = await send(`GET /articles/${id}`);
  if (status !== 200) return status;
  const { attributes, relationships } = document.data;
  const tags = relationships.tags.data.map((tag: { readonly id: string }) => tag.id);
  return [attributes.title, relationships.author.data?.id ?? null, tags.join()];
};
const tags = (...ids: readonly string[]) => ({ data: ids.map((id) => ({ type: 'tags', id })) });
const author = (id: string) => ({ data: { type: 'people', id } });

test('POST, PATCH, DELETE and writes to relationships do what they say', async () => {
  const attributes = { title: 'Hello' };
  const created = article({ id: '1', attributes, relationships: { author: author('7'), tags: tags('a') } });
  expect((await send('POST /articles', created)).status).toBe(201);
  expect(await stateOf('1')).toEqual(['Hello', '7', 'a']);
  const taken = await send('POST /articles', created);
  expect([taken.status, taken.document.errors[0].code]).toEqual([409, 'RESOURCE_EXISTS']);
  const { document } = await send('POST /articles', article({ attributes }));
  expect(await stateOf(document.data.id)).toEqual(['Hello', null, '']);

  expect((await send('PATCH /articles/1', article({ id: '1', attributes: { title: 'Again' } }))).status).toBe(200);
  expect(await stateOf('1')).toEqual(['Again', '7', 'a']);
  const cleared = article({ id: '1', relationships: { author: { data: null }, tags: tags('b') } });
  expect((await send('PATCH /articles/1', cleared)).status).toBe(200);
  expect(await stateOf('1')).toEqual(['Again', null, 'b']);

  for (const [request, body, left] of [
    ['PATCH /articles/1/relationships/author', author('9'), ['Again', '9', 'b']],
    ['POST /articles/1/relationships/tags', tags('a', 'b'), ['Again', '9', 'b,a']],
    ['DELETE /articles/1/relationships/tags', tags('b'), ['Again', '9', 'a']],
    ['DELETE /articles/1/relationships/tags', tags('b'), ['Again', '9', 'a']],
    ['PATCH /articles/1/relationships/tags', tags('b', 'b'), ['Again', '9', 'b']],
  ] as const) {
    expect((await send(request, body)).status).toBe(204);
    expect(await stateOf('1')).toEqual(left);
  }
  expect((await send('POST /articles/1/relationships/tags', tags('nope'))).status).toBe(404);
  expect((await send('PATCH /articles/1/relationships/author', author('nope'))).status).toBe(404);
  expect(await stateOf('1')).toEqual(['Again', '9', 'b']);

  expect((await send('DELETE /articles/1')).status).toBe(204);
  for (const [request, body] of [
    ['DELETE /articles/1', undefined],
    ['PATCH /articles/1', article({ id: '1' })],
    ['PATCH /articles/1/relationships/author', author('7')],
  ] as const) {
    expect((await send(request, body)).status).toBe(404);
  }
});

test('a transaction that fails takes back its own writes, and none of another one', async () => {
  const call = { context: undefined, signal: new AbortController().signal };
  const write = (id: string, failure?: Error) =>
    articles.transaction?.(async (inner) => {
      const input = { type: 'articles', id, attributes: { title: id }, relationships: {} } as const;
      await articles.create?.(input, inner);
      await Promise.resolve();
      if (failure !== undefined) throw failure;
      return id;
    }, call);
  const results = await Promise.allSettled([write('first'), write('gone', new Error('no')), write('last')]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await Promise.all(['first', 'gone', 'last'].map(stateOf))).toEqual([
    ['first', null, ''],
    404,
    ['last', null, ''],
  ]);
});
