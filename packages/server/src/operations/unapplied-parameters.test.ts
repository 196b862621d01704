import { defineProfile } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { blog, blogSources } from '../../test/blog.ts';
import { type AnyDocument, send } from '../../test/support.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { DataSource } from '../sources/port/data-source.ts';

const text = z.string().min(2);

/** Sources whose articles have a `list` of their own, which applies `searchText`. */
function searching(statement: 'declared' | 'alone' | 'undeclared' | 'nothing', related = false) {
  const { articles, ...others } = blogSources();
  const list: DataSource['list'] = (query, call) => (articles as AnyDocument).list(query, call);
  const methods = related ? [list, articles.related] : [list];
  const reads = { declared: ['searchText'], alone: ['searchText'], nothing: [], undeclared: undefined }[statement];
  const inherited = statement === 'alone' ? [] : (articles.readsParameters ?? []);
  const readsParameters = reads === undefined ? articles.readsParameters : [...inherited, { methods, names: reads }];
  return { ...others, articles: { ...articles, list, readsParameters } };
}

function serving(sources: object, options: object = { parameters: { searchText: text } }) {
  return createServer(blog, sources as never, { onError: () => undefined, ...options });
}

/** The URLs that accept a parameter, of those of a request for each kind. */
async function accepting(server: ReturnType<typeof serving>, parameter = 'searchText=trees') {
  const accepted: string[] = [];
  for (const url of urls) {
    const { status, problems } = await send(server, `GET ${url}${url.includes('?') ? '&' : '?'}${parameter}`);
    if (status === 200) accepted.push(url);
    else expect([status, ...problems]).toEqual([400, `PARAMETER_NOT_SUPPORTED ${parameter.split('=')[0]}`]);
  }
  return accepted;
}

const articles = '/articles';
const related = ['/people/7/articles', '/people/7/relationships/articles'];
const others = [
  '/people',
  '/people?include=articles',
  '/articles/1',
  '/articles/1/author',
  '/people/7?include=articles',
];
const ofComments = ['/articles/1/comments'];
const urls = [articles, ...related, ...others, ...ofComments];

describe('a declared parameter', () => {
  test.each<[string, object, object, readonly string[]]>([
    ['that no source reads is accepted everywhere', blogSources(), {}, urls],
    ['that a source declares is accepted only there', searching('declared'), {}, [articles]],
    ['that one method of a source declares is not applied by its other methods', searching('alone'), {}, [articles]],
    [
      'that the methods of a source declare is accepted where they are called',
      searching('declared', true),
      {},
      [articles, '/articles/1/author', ...ofComments],
    ],
    [
      'that a method without a declaration may read is rejected where others show the same resources',
      searching('undeclared'),
      {},
      urls.filter((url) => !related.includes(url)),
    ],
    ['that no method reads, as they declare, is accepted everywhere', searching('nothing'), {}, urls],
    [
      'of one type: it is unknown at URLs of other types',
      searching('declared'),
      { parameters: {}, typeParameters: { articles: { searchText: text } } },
      [articles],
    ],
  ])('%s', async (_, sources, options, expected) => {
    const server = serving(sources, { parameters: { searchText: text }, ...options });
    if ('typeParameters' in options) expect((await send(server, 'GET /people?searchText=trees')).status).toBe(400);
    else expect(await accepting(server)).toEqual(expected);
    expect((await send(server, 'GET /articles?searchText=trees')).status).toBe(200);
    const at = await send(server, 'GET /people/7/articles?searchText=trees');
    expect(at.status).toBe(expected.includes('/people/7/articles') ? 200 : 400);
  });

  test('is rejected together with the other invalid parameters', async () => {
    const { problems } = await send(
      serving(searching('declared')),
      'GET /people?searchText=trees&sort=nope&page[size]=0',
    );
    expect(problems).toEqual([
      'PARAMETER_NOT_SUPPORTED searchText',
      'SORT_NOT_SUPPORTED sort',
      'PAGE_INVALID page[size]',
    ]);
  });

  test('is rejected by writes that no source can apply it to', async () => {
    const document = { data: { type: 'people', attributes: { name: 'x' } } };
    const { status, problems } = await send(serving(searching('declared')), 'POST /people?searchText=trees', document);
    expect([status, ...problems]).toEqual([400, 'PARAMETER_NOT_SUPPORTED searchText']);
  });

  test('of a family is rejected by each of its names', async () => {
    const { articles: source, ...rest } = blogSources();
    const list: DataSource['list'] = (query, call) => (source as AnyDocument).list(query, call);
    const readsParameters = [...(source.readsParameters ?? []), { methods: [list], names: ['nearTo[*]'] }];
    const server = serving(
      { ...rest, articles: { ...source, list, readsParameters } },
      { parameters: { 'nearTo[*]': text } },
    );
    expect((await send(server, 'GET /articles?nearTo[lat]=12')).status).toBe(200);
    const { problems } = await send(server, 'GET /people?nearTo[lat]=12&nearTo[lon]=13');
    expect(problems).toEqual(['PARAMETER_NOT_SUPPORTED nearTo[lat]', 'PARAMETER_NOT_SUPPORTED nearTo[lon]']);
  });

  test('of a profile that its functions read is accepted everywhere', async () => {
    const profile = defineProfile({ uri: 'https://example.com/p', parameters: ['hideIt'] });
    const options = { profiles: [{ profile, applied: 'always', parameters: { hideIt: text } }] };
    expect(await accepting(serving(searching('undeclared'), options), 'hideIt=yes')).toEqual(urls);
  });

  test('is missing in the description of the URLs that reject it', async () => {
    const { types } = await serving(searching('declared')).describe();
    const rejecting = Object.values(types).flatMap(({ endpoints }) =>
      endpoints
        .filter(({ rejectedParameters = [] }) => rejectedParameters.includes('searchText'))
        .map(({ method, path }) => `${method} ${path}`),
    );
    expect(rejecting).toContain('GET /people/{id}/articles');
    expect(rejecting).not.toContain('GET /articles');
  });

  test.each<[string, unknown, string]>([
    ['an object', {}, '`readsParameters` must be an array, but it is an object.'],
    ['names alone', ['searchText'], '`readsParameters[0]` must be an object like'],
    ['without names', [{ methods: [] }], '`readsParameters[0]` must be an object like'],
    ['names of another kind', [{ methods: [], names: [1] }], '`readsParameters[0]` must be an object like'],
    ['an undeclared name', [{ methods: [], names: ['serchText'] }], '`readsParameters` contains "serchText"'],
  ])('%s in the statement is a TypeError at start', (_, readsParameters, message) => {
    const { articles: source, ...rest } = blogSources();
    expect(() => serving({ ...rest, articles: { ...source, readsParameters } })).toThrow(TypeError);
    expect(() => serving({ ...rest, articles: { ...source, readsParameters } })).toThrow(message);
  });
});
