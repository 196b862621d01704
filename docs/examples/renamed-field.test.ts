import { compareDescriptions } from '@linkage/changes';
import { openApiDocument } from '@linkage/openapi';
import { describe, expect, test } from 'vitest';
import { send } from '../../packages/server/test/support.ts';
import { app, server } from './renamed-field.ts';

const article = (attributes: object, id?: string) => ({ data: { type: 'articles', id, attributes } });
const patch = (attributes: object) => send(server, 'PATCH /articles/1', article(attributes, '1'));

describe('two names of one column', () => {
  test('responses have both, and clients sort and filter by both', async () => {
    const names = { headline: 'Hello', title: 'Hello' };
    for (const name of Object.keys(names)) {
      const { document } = await send(server, `GET /articles?sort=${name}&filter[${name}]=Hello`);
      expect(document.data).toMatchObject([{ attributes: names }]);
    }
    const { document } = await send(server, 'GET /articles/1?fields[articles]=headline');
    expect(document.data.attributes).toEqual({ headline: 'Hello' });
  });

  test('clients write either, and send both back', async () => {
    const written = async (attributes: object) => (await patch(attributes)).document.data.attributes.headline;
    expect(await written({ title: 'One' })).toBe('One');
    expect(await written({ headline: 'Two' })).toBe('Two');
    expect(await written({ title: 'Two', headline: 'Three' })).toBe('Three');
    expect(await written({ title: 'Four', headline: 'Three' })).toBe('Four');
    expect(await written({ title: 'Four', headline: 'Four' })).toBe('Four');
    expect(await written({})).toBe('Four');
    const { document } = await patch({ words: 7 });
    expect(document.data.attributes).toEqual({ headline: 'Four', title: 'Four', words: 7 });
    const { status, problems } = await patch({ title: 'Five', headline: 'Six' });
    expect([status, problems]).toEqual([422, ['ATTRIBUTE_INVALID /data']]);
  });

  test('a new resource needs one of them', async () => {
    const created = await send(server, 'POST /articles', article({ title: 'New' }));
    expect([created.status, created.document.data.attributes.headline]).toEqual([201, 'New']);
    for (const attributes of [{}, { title: 'A', headline: 'B' }]) {
      const { status, problems } = await send(server, 'POST /articles', article(attributes));
      expect([status, problems]).toEqual([422, ['ATTRIBUTE_INVALID /data']]);
    }
  });

  test('OpenAPI marks the old name, and its removal is safe from the day on', async () => {
    const description = await server.describe();
    const { components } = openApiDocument(description, { info: { title: 'Blog', version: '1' } }) as never as {
      readonly components: { readonly schemas: object };
    };
    expect(components.schemas).toMatchObject({ TitleValue: { type: 'string', deprecated: true } });
    const { title: _, ...fields } = description.types['articles']?.fields ?? {};
    const after = { ...description, types: { articles: { ...description.types['articles'], fields } } };
    const levels = (today: string) =>
      compareDescriptions(description, after as never, { today })
        .filter(({ rule }) => rule === 'field-removed')
        .map(({ level }) => level);
    expect([levels('2027-06-29'), levels('2027-06-30')]).toEqual([['breaking'], ['safe']]);
  });
});

test('two versions share the table', async () => {
  const headers = { 'content-type': 'application/vnd.api+json' };
  const written = await app.inject({
    ...{ method: 'PATCH', url: '/v1/articles/1', headers },
    payload: JSON.stringify(article({ title: 'Both' }, '1')),
  });
  expect(written.statusCode).toBe(200);
  expect(written.headers).toMatchObject({ deprecation: '@1796083200', sunset: 'Wed, 30 Jun 2027 00:00:00 GMT' });
  const read = await app.inject('/v2/articles/1');
  expect(read.json().data).toEqual({
    ...{ type: 'articles', id: '1', attributes: { headline: 'Both' } },
    links: { self: '/v2/articles/1' },
  });
  expect(read.headers['deprecation']).toBeUndefined();
  expect((await app.inject('/v1/articles/99')).headers['sunset']).toBeDefined();
});
