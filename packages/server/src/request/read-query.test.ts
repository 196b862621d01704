import { attribute, defineApi, JsonApiError, toMany, toOne } from '@linkage/core';
import { type PaginationStrategy, pageNumberStrategy } from '@linkage/core/http';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { blog, blogSources } from '../../test/blog.ts';
import { type AnyDocument, send } from '../../test/support.ts';
import { relatedQueries } from '../extensions/related-queries/related-queries.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { CollectionQuery } from '../sources/port/data-source.ts';

const parameters = { dryRun: z.boolean(), 'free-text[in]': z.string().max(5) };

function listening() {
  const asked: CollectionQuery[] = [];
  const { articles, comments, ...others } = blogSources();
  const list: typeof articles.list = (query, call) => {
    asked.push(query);
    return articles.list?.(query, call) ?? { records: [] };
  };
  const related: typeof articles.related = (name, ids, query, call) => {
    if (query.page !== undefined) asked.push(query);
    return articles.related?.(name, ids, query, call) ?? new Map();
  };
  const server = createServer(blog, { articles: { ...articles, list, related }, comments, ...others }, { parameters });
  return { server, asked };
}

describe('parameters of the application (QRY-03)', () => {
  test('reach the source in the query of a collection, as their schemas give them', async () => {
    const { server, asked } = listening();
    expect((await send(server, 'GET /articles?dryRun=true&free-text%5Bin%5D=abc')).status).toBe(200);
    expect((await send(server, 'GET /articles')).status).toBe(200);
    expect((await send(server, 'GET /articles/1/comments?dryRun=false')).status).toBe(200);
    expect(asked.map((query) => ({ ...query.parameters }))).toEqual([
      { dryRun: true, 'free-text[in]': 'abc' },
      {},
      { dryRun: false },
    ]);
  });

  test.each([
    ['QRY-12 a wrong value', 'GET /articles?dryRun=maybe', 'PARAMETER_INVALID dryRun'],
    ['QRY-12 a value that is too long', 'GET /articles?free-text[in]=abcdef', 'PARAMETER_INVALID free-text[in]'],
    ['QRY-05 one that is not declared', 'GET /articles?dryRuns=true', 'PARAMETER_UNKNOWN dryRuns'],
    ['QRY-11 one of an extension that is not applied', 'GET /articles?atomic:x=1', 'PARAMETER_UNKNOWN atomic:x'],
    ['AMB-13 one given twice', 'GET /articles/1?dryRun=true&dryRun=true', 'PARAMETER_REPEATED dryRun'],
    ['where nothing is shaped', 'DELETE /articles/1?dryRun=true', 'PARAMETER_NOT_SUPPORTED dryRun'],
  ])('%s: %s is rejected with 400', async (_, line, problem) => {
    const { status, problems } = await send(listening().server, line);
    expect([status, ...problems]).toEqual([400, problem]);
  });

  test('are taken by URLs of single resources and of relationships too', async () => {
    const { server } = listening();
    for (const url of ['/articles/1', '/articles/1/author', '/articles/1/relationships/author', '/comments']) {
      expect((await send(server, `GET ${url}?dryRun=true`)).status).toBe(200);
    }
  });

  test('stay in the links to other pages (DOC-20)', async () => {
    const { document } = await send(listening().server, 'GET /articles?dryRun=true&page[size]=1');
    expect(document.links.next).toBe('/articles?dryRun=true&page%5Bsize%5D=1&page%5Bnumber%5D=2');
  });

  test.each(['include', 'search', 'dryrun', 'a:b', 'x y[', ''])('%j is rejected when the server is made', (name) => {
    expect(() => createServer(blog, blogSources(), { parameters: { [name]: z.string() } })).toThrow(TypeError);
  });
});

describe('parameters of the specification', () => {
  const { server } = listening();
  const titles = async (url: string) =>
    (await send(server, `GET ${url}`)).document.data.map((it: AnyDocument) => it.attributes.title);

  test.each([
    ['SRT-06: primary data follows the order', 'title', ['Apes', 'Bikes', 'Cars']],
    ['SRT-04: descending', '-title', ['Cars', 'Bikes', 'Apes']],
    ['SRT-02: by a related resource, null first', 'author.name,-title', ['Cars', 'Bikes', 'Apes']],
  ])('%s: sort=%s', async (_, sort, expected) => {
    expect(await titles(`/articles?sort=${sort}`)).toEqual(expected);
  });

  test('without sort, resources come as the source gives them (SRT-07)', async () => {
    expect(await titles('/articles')).toEqual(['Bikes', 'Apes', 'Cars']);
  });

  test('what the API does not declare for sorting cannot be sorted by (SRT-01, SRT-05)', async () => {
    const { status, problems } = await send(server, 'GET /articles?sort=subtitle');
    expect([status, ...problems]).toEqual([400, 'SORT_NOT_SUPPORTED sort']);
  });

  test('related resources come when they are asked for, and only then (INC-01)', async () => {
    expect(Object.keys((await send(server, 'GET /articles')).document)).not.toContain('included');
    expect((await send(server, 'GET /articles?include=author')).document.included).toHaveLength(1);
  });

  test('a type without a fields parameter shows all its fields (FLD-05)', async () => {
    const { document } = await send(server, 'GET /articles/1?include=author&fields[articles]=author');
    expect(Object.keys(document.data)).not.toContain('attributes');
    expect(Object.keys(document.included[0].attributes)).toEqual(['name']);
    expect(Object.keys(document.included[0].relationships)).toEqual(['articles', 'friend']);
  });

  test('more wrong than a response holds ends with the last that it holds (ERR-03)', async () => {
    const most = createServer(blog, blogSources(), { limits: { errors: 2 } });
    const { problems } = await send(most, 'GET /articles?sort=x,y,title,z');
    expect(problems).toEqual(['SORT_NOT_SUPPORTED sort', 'SORT_NOT_SUPPORTED sort']);
  });
});

test('a suggestion names nothing that the request may not use', async () => {
  const { server } = listening();
  const detailOf = async (url: string) => (await send(server, `GET ${url}`)).document.errors[0].detail;
  expect(await detailOf('/articles?filter[titel]=x')).toMatch(/Did you mean [`"]title[`"]\?/);
  expect(await detailOf('/articles?sort=author.nmae')).toMatch(/Did you mean [`"]author.name[`"]\?/);
  expect(await detailOf('/articles?include=coments')).toMatch(/Did you mean [`"]comments[`"]\?/);
  expect(await detailOf('/articles?fields[article]=title')).toMatch(/Did you mean [`"]articles[`"]\?/);
  // Those that exist, and are not for it.
  expect(await detailOf('/articles?filter[subtitel]=x')).not.toMatch(/Did you mean/);
  expect(await detailOf('/articles?sort=reviewre.name')).not.toMatch(/Did you mean/);
  expect(await detailOf('/articles?include=secret')).not.toMatch(/Did you mean/);
});

describe('ERR-03 the problems of all parameters come together', () => {
  const { server } = listening();
  test.each<[string, string, readonly string[]]>([
    [
      'the page family with all others',
      '/articles?include=nope&page[size]=0&page[number]=x&page[foo]=1&page[total]=maybe&sort=zzz&page[]=1&dryRun=7',
      [
        'RELATIONSHIP_PATH_UNKNOWN include',
        'SORT_NOT_SUPPORTED sort',
        'PARAMETER_UNKNOWN page[]',
        'PARAMETER_INVALID dryRun',
        'PAGE_INVALID page[foo]',
        'PAGE_INVALID page[total]',
        'PAGE_INVALID page[number]',
        'PAGE_INVALID page[size]',
      ],
    ],
    [
      'the page family alone',
      '/articles?page[size]=1000&page[bar]=1&page[foo]=1',
      ['PAGE_INVALID page[bar]', 'PAGE_INVALID page[foo]', 'PAGE_INVALID page[size]'],
    ],
    [
      'a parameter given twice: its first value is judged',
      '/articles?page[size]=0&page[size]=1',
      ['PARAMETER_REPEATED page[size]', 'PAGE_INVALID page[size]'],
    ],
    [
      'related resources',
      '/articles/1/comments?include=nope&page[size]=0',
      ['RELATIONSHIP_PATH_UNKNOWN include', 'PAGE_INVALID page[size]'],
    ],
    [
      'a single resource',
      '/articles/1?sort=nope&page[size]=0&include=nope&dryRuns=1',
      [
        'PARAMETER_NOT_SUPPORTED sort',
        'PARAMETER_NOT_SUPPORTED page[size]',
        'RELATIONSHIP_PATH_UNKNOWN include',
        'PARAMETER_UNKNOWN dryRuns',
      ],
    ],
    [
      'a single related resource',
      '/articles/1/author?page[size]=0&fields[people]=nope',
      ['PARAMETER_NOT_SUPPORTED page[size]', 'FIELD_UNKNOWN fields[people]'],
    ],
    [
      'a relationship',
      '/articles/1/relationships/comments?include=author&fields[comments]=nope&page[size]=0&filter[nope]=1',
      [
        'RELATIONSHIP_PATH_UNKNOWN include',
        'FIELD_UNKNOWN fields[comments]',
        'FILTER_NOT_SUPPORTED filter[nope]',
        'PAGE_INVALID page[size]',
      ],
    ],
    [
      'a relationship to one',
      '/articles/1/relationships/author?include=nope&sort=name',
      ['RELATIONSHIP_PATH_UNKNOWN include', 'PARAMETER_NOT_SUPPORTED sort'],
    ],
  ])('%s', async (_, url, expected) => {
    const { status, problems } = await send(server, `GET ${url}`);
    expect([status, ...problems]).toEqual([400, ...expected]);
  });

  test('as many as a response holds', async () => {
    const most = createServer(blog, blogSources(), { limits: { errors: 3 } });
    const { problems } = await send(most, 'GET /articles?sort=x,y&page[size]=0&page[number]=0');
    expect(problems).toEqual(['SORT_NOT_SUPPORTED sort', 'SORT_NOT_SUPPORTED sort', 'PAGE_INVALID page[number]']);
  });

  test('more parameters than are read have that problem alone', async () => {
    const few = createServer(blog, blogSources(), { limits: { parameters: 2 } });
    const { problems } = await send(few, 'GET /articles?page[a]=1&page[b]=1&page[c]=1');
    expect(problems).toEqual(['PARAMETERS_TOO_MANY page[c]']);
    const enough = await send(few, 'GET /articles?include=nope&page[size]=0');
    expect(enough.problems).toEqual(['RELATIONSHIP_PATH_UNKNOWN include', 'PAGE_INVALID page[size]']);
  });

  test('a strategy is not asked about an order that is at fault: a cursor may be right for the order that was meant', async () => {
    const asked: string[] = [];
    const strategy: PaginationStrategy = {
      ...pageNumberStrategy,
      isOrderless: false,
      read(request) {
        asked.push(request.sort.map(({ field }) => field).join());
        return pageNumberStrategy.read(request);
      },
    };
    const own = createServer(blog, blogSources(), { pagination: { strategy } });
    const problemsOf = async (query: string) => (await send(own, `GET /articles?${query}`)).problems;
    expect(await problemsOf('sort=nope&page[size]=0&page[foo]=1')).toEqual([
      'SORT_NOT_SUPPORTED sort',
      'PAGE_INVALID page[foo]',
    ]);
    expect(asked).toEqual([]);
    expect(await problemsOf('sort=title&page[size]=0&include=nope')).toEqual([
      'RELATIONSHIP_PATH_UNKNOWN include',
      'PAGE_INVALID page[size]',
    ]);
    expect(asked).toEqual(['title']);
  });

  test.each([
    ['another failure than a problem of the request', new Error('Broken.'), 500],
    ['a problem of the server', new JsonApiError({ status: '503', title: 'Busy' }), 503],
  ])('%s is not one of them', async (_, failure, expected) => {
    const strategy: PaginationStrategy = {
      ...pageNumberStrategy,
      read() {
        throw failure;
      },
    };
    const own = createServer(blog, blogSources(), { pagination: { strategy }, onError() {} });
    const { status, document } = await send(own, 'GET /articles?include=nope');
    expect([status, document.errors.length]).toEqual([expected, 1]);
  });
});

describe('a default sort order by a related resource', () => {
  const on = { sort: true, filter: true } as const;
  const songs = defineApi({
    songs: {
      attributes: {},
      relationships: { album: toOne('albums', on) },
      defaultSort: ['album.year', 'album.title', '-id'],
    },
    albums: { attributes: { year: attribute(z.number(), on), title: attribute(z.string(), on) } },
  });
  const records = {
    songs: [
      { id: '1', album: 'a' },
      { id: '2', album: 'b' },
      { id: '3', album: 'c' },
    ],
    albums: [
      { id: 'a', year: 2001, title: 'A' },
      { id: 'b', year: 1999, title: 'C' },
      { id: 'c', year: 2001, title: 'B' },
    ],
  };

  test.each([
    ['an included relationship', '/labels/1?include=songs'],
    ['an included relationship with a page of its own', '/labels/1?include=songs&relatedQuery[songs][page][size]=2'],
  ])('does not apply to linkage: the pages behind %s continue it', async (_, url) => {
    const api = defineApi({
      labels: { attributes: {}, relationships: { songs: toMany('songs') } },
      songs: { attributes: { year: attribute(z.int(), on) }, defaultSort: ['-year'] },
    });
    const all = ['1', '2', '3'];
    const sources = createMemorySources(api, {
      labels: [{ id: '1', songs: all }],
      songs: all.map((id) => ({ id, year: Number(id) })),
    });
    const profiles = [relatedQueries({ applied: 'always' })];
    const server = createServer(api, sources, { profiles, pagination: { includedSize: 2 } });
    const { data, links } = (await send(server, `GET ${url}`)).document.data.relationships.songs;
    const next = await send(server, `GET ${links.next.href ?? links.next}`);
    const ids = [...data, ...next.document.data].map(({ id }: AnyDocument) => id);
    expect([links.next.href ?? links.next, ids]).toEqual([expect.stringContaining('/relationships/songs?'), all]);
    const related = await send(server, 'GET /labels/1/songs');
    expect(related.document.data.map(({ id }: AnyDocument) => id)).toEqual(all.toReversed());
  });

  test.each<[string, object, string]>([
    ['no rules', {}, '213'],
    ['a hidden attribute of the related type', { albums: { fields: () => ['title'] } }, '132'],
    ['hidden attributes', { albums: { fields: () => [] } }, '321'],
    ['a hidden relationship', { songs: { fields: () => [] } }, '321'],
  ])('omits the fields that the user cannot read: %s', async (_, access, expected) => {
    const server = createServer(songs, createMemorySources(songs, records), {
      defaultAccess: 'allow',
      access,
    } as never);
    const { status, document } = await send(server, 'GET /songs');
    expect([status, document.data.map(({ id }: AnyDocument) => id).join('')]).toEqual([200, expected]);
  });
});
