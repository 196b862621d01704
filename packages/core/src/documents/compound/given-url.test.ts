import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineApi } from '../../schema/define-api.ts';
import { toMany, toOne } from '../../schema/relationship.ts';
import { serialize } from '../serialize/serialize.ts';
import { serializeStream } from '../serialize/serialize-stream.ts';

const api = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { author: toOne('people'), tags: toMany('tags') } },
  people: { attributes: {} },
  tags: { attributes: {} },
});
const records = [
  { id: '1', title: 'One', author: 'p"1', tags: ['t1', 't2'] },
  { id: 'a b', title: 'Two', author: null },
];
const urls = {
  resource: (type: string, id: string) => `/${type}?id=${encodeURIComponent(id)}`,
  related: (type: string, id: string, name: string) => `/${name}?of=${type},${encodeURIComponent(id)}`,
};
const author = { meta: ({ id }: { readonly id: unknown }) => ({ of: id }) as never };
const tags = { links: () => ({ self: '/tags', next: null }) };

async function streamed(options: object): Promise<string> {
  const chunks: string[] = [];
  for await (const chunk of serializeStream(api, 'articles', records, options as never)) chunks.push(chunk);
  return chunks.join('');
}

describe('URLs and members by functions', () => {
  test.each([
    ['URLs', { urls }],
    ['only URLs of resources', { urls: { resource: urls.resource } }],
    ['URLs, of relationships that are loaded', { urls, canFindRelated: () => false }],
    ['URLs, and members of a relationship', { urls, resources: { articles: { relationships: { author } } } }],
    ['links of a relationship', { baseUrl: '', resources: { articles: { relationships: { tags } } } }],
    ['links of a relationship without other links', { resources: { articles: { relationships: { tags } } } }],
    ['no URL of a type', { baseUrl: '', canFind: (type: string) => type !== 'people' }],
  ])('the text of a stream equals that of an object: %s', async (_, options) => {
    const text = serialize(api, 'articles', records as never, options as never);
    expect(await streamed(options)).toBe(text);
  });

  test('the links are those that the functions return', async () => {
    const { data } = JSON.parse(await streamed({ urls }));
    expect(data[1].links).toEqual({ self: '/articles?id=a%20b' });
    expect(data[1].relationships.author).toEqual({ links: { related: '/author?of=articles,a%20b' }, data: null });
  });

  test('another value is an error', async () => {
    const wrong = { urls: { related: () => 'not a URL' } };
    const expected = '"articles" "1": `urls` must return a URL, but it returned "not a URL".';
    expect(() => serialize(api, 'articles', records as never, wrong as never)).toThrow(expected);
    await expect(streamed(wrong)).rejects.toThrow(expected);
  });
});
