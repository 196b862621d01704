import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { blog, blogSources } from '../../test/blog.ts';
import { send } from '../../test/support.ts';
import { withRest } from '../../test/with-rest.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { CollectionQuery } from '../sources/port/data-source.ts';

const parameters = { dryRun: z.boolean() };
const count = z.enum(['count', 'sum']);
const typeParameters = {
  articles: { 'articleStats[*]': count, minViews: z.number() },
  comments: { minViews: z.string() },
};

function serve() {
  const sources = blogSources();
  const queries: CollectionQuery['parameters'][] = [];
  const list: typeof sources.articles.list = (query, call) => {
    queries.push(query.parameters);
    return sources.articles.list?.(query, call) ?? { records: [] };
  };
  const articles = { ...sources.articles, list };
  return { server: createServer(blog, { ...sources, articles }, { parameters, typeParameters }), queries };
}

describe('parameters of a type', () => {
  test('are accepted at its URLs, and its source receives them', async () => {
    const { server, queries } = serve();
    const url = '/articles?minViews=5&dryRun=true&articleStats[total]=count&articleStats[average]=sum';
    expect((await send(server, `GET ${url}`)).status).toBe(200);
    expect(queries).toEqual([
      { minViews: 5, dryRun: true, 'articleStats[total]': 'count', 'articleStats[average]': 'sum' },
    ]);
    expect((await send(server, 'GET /articles/1?minViews=5')).status).toBe(200);
  });

  test.each([
    ['/people?dryRun=true', []],
    ['/people?minViews=5', ['PARAMETER_UNKNOWN minViews']],
    ['/people?articleStats[total]=count', ['PARAMETER_UNKNOWN articleStats[total]']],
    ['/articles/1/author?minViews=5', ['PARAMETER_UNKNOWN minViews']],
    // The function above replaces `list` alone, and nothing says that `related` reads the parameter.
    ['/people/7/articles?minViews=5', ['PARAMETER_NOT_SUPPORTED minViews']],
    // Articles and comments declare different parameters with this name.
    ['/shelves/1/items?minViews=5', ['PARAMETER_NOT_SUPPORTED minViews']],
    ['/articles?articleStats=count', ['PARAMETER_UNKNOWN articleStats']],
    ['/articles?articleStats[a][b]=count', ['PARAMETER_UNKNOWN articleStats[a][b]']],
    ['/articles?articleStats[*]=count', ['PARAMETER_UNKNOWN articleStats[*]']],
    ['/articles?articleStats[total]=no', ['PARAMETER_INVALID articleStats[total]']],
  ])('QRY-08 %s: %j', async (url, problems) => {
    expect((await send(serve().server, `GET ${url}`)).problems).toEqual(problems);
  });

  test.each<[object, string]>([
    [{ article: {} }, 'createServer: typeParameters: unknown resource type "article"'],
    [{ articles: { dryRun: count } }, 'createServer: typeParameters.articles: `parameters` already declares `dryRun`'],
    [{ articles: { stats: count } }, '"stats" is not a valid name for a query parameter of an application'],
    [{ articles: { 'stats[*]': count } }, '"stats[*]" is not a valid name for a query parameter of an application'],
  ])('%j is rejected', (given, message) => {
    expect(() => createServer(blog, withRest(blog, {}), { parameters, typeParameters: given as never })).toThrow(
      message,
    );
  });
});
