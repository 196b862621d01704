/** The sentences of the pages about query parameters and filters. */

import { attribute, defineApi, defineCollection, JsonApiError, parseQuery } from '@linkage/core';
import { cursorStrategy } from '@linkage/core/cursor-pagination';
import { aggregates, createServer } from '@linkage/server';
import { expect } from 'vitest';
import { z } from 'zod';
import { server as searching } from '../examples/search.ts';
import { api, fact, idsOf, proven, send, serve, statusOf } from './fact.ts';

fact(
  'guide/filters.md',
  'An attribute with an asynchronous schema cannot have `filter`: `defineApi` throws a `TypeError`.',
  () => {
    const schema = {
      '~standard': { version: 1, vendor: 'x', validate: async (value: unknown) => ({ value }) },
    } as never;
    expect(() => defineApi({ notes: { attributes: { title: attribute(schema, { filter: true }) } } })).toThrow(
      TypeError,
    );
  },
);
fact('guide/filters.md', 'A resource must match all parameters.', async () => {
  expect(await idsOf('filter[size]=1&filter[title]=Note%201')).toEqual(['1']);
});
fact(
  'guide/filters.md',
  'A backslash escapes the next character: `a\\,b` is one value with a comma, and `\\\\` is a backslash.',
  async () => {
    expect(await idsOf('filter[title]=a\\,b')).toEqual(['3']);
    expect(parseQuery(api, 'notes', new URLSearchParams({ 'filter[title]': 'a\\\\' })).filter).toEqual([
      { field: 'title', operator: 'eq', values: ['a\\'] },
    ]);
  },
);
fact(
  'guide/filters.md',
  'Null equals null, and `ne` is the opposite of `eq`, so `ne` matches null unless null is one of its values.',
  async () => {
    expect(await idsOf('filter[size]=null')).toEqual(['2']);
    expect(await idsOf('filter[size][ne]=1')).toEqual(['2']);
    expect(await idsOf('filter[size][ne]=1,null')).toEqual([]);
  },
);
fact('guide/filters.md', 'All other operators never match null.', async () => {
  expect(await idsOf('filter[size][lt]=100')).toEqual(['1', '3']);
  expect(await idsOf('filter=not(lt(size,100))')).toEqual(['2']);
});
fact(
  'guide/filters.md',
  'A filter on a path never matches a resource without a related resource, not even with `ne` or the value `null`.',
  async () => {
    expect(await idsOf('filter[author.name][ne]=Eve')).toEqual(['1', '2']);
  },
);
fact('guide/filters.md', '`%` and `_` have no special meaning.', async () => {
  expect(await idsOf('filter[title][contains]=%25')).toEqual([]);
  expect(await idsOf('filter[title][contains]=_')).toEqual([]);
});
fact('guide/query-parameters.md', 'If a query exceeds a limit, the error has status 400.', async () => {
  expect(await statusOf('GET /notes?include=author.a.b.c.d')).toBe(400);
  expect(await statusOf('GET /notes?include=author,readers', { limits: { includePaths: 1 } })).toBe(400);
});
fact(
  'guide/query-parameters.md',
  'Names of your own parameters must contain another character, such as `dryRun`.',
  async () => {
    expect(await statusOf('GET /notes?dryrun=1')).toBe(400);
  },
);
fact(
  'guide/query-parameters.md',
  'If parameters are invalid, `parseQuery` throws a `JsonApiError` with status 400 and at most 20 errors, one for each problem.',
  () => {
    const query = new URLSearchParams(Array.from({ length: 30 }, (_, index) => [`x${index}`, '1']));
    let thrown: unknown;
    try {
      parseQuery(api, 'notes', query);
    } catch (error) {
      thrown = error;
    }
    expect(JsonApiError.is(thrown) && [thrown.status, thrown.errors.length]).toEqual([400, 20]);
  },
);
fact('guide/filters.md', 'A comparison with null, such as `lt(words,null)`, never matches.', async () => {
  for (const operator of ['lt', 'le', 'gt', 'ge']) expect(await idsOf(`filter=${operator}(size,null)`)).toEqual([]);
});
const aggregating = 'packages/server/src/extensions/aggregates/aggregates.test.ts';
proven(
  'guide/filters.md',
  ['Only these requests accept a size of 0.', aggregating, 'a page of size 0 contains no resources and leads nowhere'],
  ['If a source omits them, the response is 400.', aggregating, 'if the source cannot aggregate'],
  [
    'If `encode` of the attribute or `decode` of its column makes another number of what is stored, the response is 400.',
    aggregating,
    'for a sum of other numbers than documents show',
  ],
  [
    'If `encode` or `decode` makes one value of several, such as the last digits of a number, the response is 400.',
    aggregating,
    'for groups that documents do not tell apart',
  ],
  [
    'What a database cannot do with a type is 400.',
    'packages/sources/kysely/src/aggregate-types.test.ts',
    'expect([query, status]).toEqual([query, rejections.includes(part) ? 400 : 200]);',
  ],
  [
    'The sum of dates, words, and other values that are not numbers is 400.',
    aggregating,
    'for sums of values that are not numbers',
  ],
  [
    'With more than 100 groups, the response is 400: change it with `{ groups: 500 }`.',
    aggregating,
    'with more groups than the limit',
  ],
  [
    'Groups of a relationship are 400, unless the user reads all resources to which it leads.',
    aggregating,
    'of a relationship are rejected if some related resources are hidden',
  ],
);

fact(
  'guide/query-parameters.md',
  '`source.parameter` is the decoded name of the parameter, cut to 100 characters.',
  async () => {
    const { document } = await send(serve(), `GET /notes?x%5B${'a'.repeat(200)}%5D=1`);
    const { parameter } = document.errors[0].source;
    expect(parameter.slice(0, 5)).toBe('x[aaa');
    expect(parameter.length).toBeLessThanOrEqual(101);
  },
);
fact(
  'guide/query-parameters.md',
  'At any other URL, they are unknown parameters, so the server responds with 400.',
  async () => {
    const server = serve({ parameters: { dryRun: z.boolean() }, typeParameters: { notes: { minPrice: z.number() } } });
    const paths = ['/notes?minPrice=3', '/people?minPrice=3', '/people?dryRun=true'];
    const statuses = paths.map((path) => send(server, `GET ${path}`));
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 400, 200]);
  },
);
const ofSearch = ['/articles?searchText=trees', '/articles/1?searchText=trees'];
fact(
  'guide/query-parameters.md',
  'A request with such a parameter gets 400 at every URL where no source applies it',
  async () => {
    const statuses = ofSearch.map((path) => send(searching, `GET ${path}`));
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 400]);
  },
);
const replacing = (declared: object) => {
  const methods = {
    list: () => ({ records: [] }),
    find: () => [{ id: '9', name: 'x', title: 'x', size: 1, author: '9', readers: [] }],
  };
  const related = () => new Map();
  const source = { ...methods, related, ...declared };
  return serve({ parameters: { searchText: z.string() } }, { notes: source, people: source });
};
fact(
  'guide/query-parameters.md',
  'Declared parameters are then 400 at the URLs of related resources of this type, which `list` does not answer.',
  async () => {
    const list = () => ({ records: [] });
    const server = replacing({ list, readsParameters: [{ methods: [list], names: ['searchText'] }] });
    expect((await send(server, 'GET /notes?searchText=x')).status).toBe(200);
    expect((await send(server, 'GET /notes/9/readers?searchText=x')).status).toBe(400);
  },
);

const costOf = (filter: string): number => {
  const accepts = (filterCost: number) => {
    try {
      parseQuery(api, 'notes', new URLSearchParams(filter), { limits: { filterCost } });
      return true;
    } catch {
      return false;
    }
  };
  return Array.from({ length: 200 }, (_, cost) => cost).find(accepts) ?? Number.NaN;
};
fact(
  'guide/query-parameters.md',
  'A condition costs 1. With `has` or a text operator, it costs 8 for each value, because a database compares the text of every row. Each relationship on the path to its field doubles the cost.',
  () => {
    expect([costOf('filter[size]=1'), costOf('filter[title][contains]=x'), costOf('filter[author.name]=x')]).toEqual([
      1, 8, 2,
    ]);
    expect(costOf('filter[author.name][contains]=x')).toBe(16);
  },
);
fact(
  'guide/query-parameters.md',
  'The default is 100: twelve text conditions, or 50 others with half of them on related resources.',
  () => {
    const containing = (count: number) =>
      `or(${Array.from({ length: count }, (_, at) => `contains(title,'${at}')`).join(',')})`;
    const parse = (filter: string) => () => parseQuery(api, 'notes', new URLSearchParams({ filter }));
    expect(parse(containing(12))).not.toThrow();
    expect(parse(containing(13))).toThrow(JsonApiError);
    const others = Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? `eq(size,${at})` : `eq(author.name,'${at}')`));
    expect(parse(`or(${others.join(',')})`)).not.toThrow();
  },
);

fact(
  'recipes/search.md',
  'Every other URL rejects it with 400: `/people?searchText=trees`, `/articles/1`, and related resources, such as `/people/1/articles`.',
  async () => {
    expect((await send(searching, `GET ${ofSearch[1]}`)).status).toBe(400);
    const list = () => ({ records: [] });
    const server = replacing({ list, readsParameters: [{ methods: [list], names: ['searchText'] }] });
    for (const path of ['/notes/9?searchText=x', '/notes/9/readers?searchText=x'])
      expect((await send(server, `GET ${path}`)).status).toBe(400);
  },
);
const merged = 'packages/server/src/operations/fetch-mixed.test.ts';
proven(
  'recipes/search.md',
  [
    'Otherwise the declaration does not compile, or the server responds with 500.',
    merged,
    'Each resource of "comments" must have a value of `at`',
  ],
  [
    'If they cannot read any field of `sort`, the collection is 404.',
    'packages/sources/kysely/src/mixed-collections.test.ts',
    'rules hide rows, and an order that the user cannot read does not exist',
  ],
);
fact(
  'guide/filters.md',
  'At a URL of related resources, such as `/people/1/issues`, the parameters are 400',
  async () => {
    const server = serve({ profiles: [aggregates(api, { people: { groupBy: ['name'] } }, { applied: 'always' })] });
    const statuses = ['/people', '/notes/1/readers'].map((path) => send(server, `GET ${path}?groupBy=name`));
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 400]);
  },
);
fact('recipes/search.md', 'For strings in the order of a collation, the server responds with 500.', async () => {
  const title = attribute(z.string(), { sort: true });
  const mixed = defineApi({ articles: { attributes: { title } }, comments: { attributes: { title } } });
  const all = defineCollection(mixed, 'all', { types: ['articles', 'comments'], sort: ['title'] });
  const statusOfOrder = async (...titles: readonly string[]) => {
    const sourceOf = () => {
      const records = titles.map((it, id) => ({ id: String(id), title: it }));
      return { list: () => ({ records, positions: titles }), find: () => records };
    };
    const collections = cursorStrategy({ key: 'k'.repeat(32) });
    const options = { collections: [all], pagination: { collections }, onError: () => undefined };
    return (
      await send(createServer(mixed, { articles: sourceOf(), comments: sourceOf() } as never, options), 'GET /all')
    ).status;
  };
  expect([await statusOfOrder('A', 'b'), await statusOfOrder('b', 'C')]).toEqual([200, 500]);
});
