import { attribute, defineApi, formatQuery, parseQuery, toMany, toOne } from '@linkage/core';
import { z } from 'zod';
import { compare, type Task } from '../harness.ts';
import { comparisonTable, type Part, type RunOptions, type Table } from '../table.ts';

const api = defineApi({
  articles: {
    attributes: {
      title: attribute(z.string(), { sort: true, filter: true }),
      createdAt: attribute(z.iso.datetime(), { sort: true }),
      body: z.string(),
    },
    relationships: {
      author: toOne('people', { filter: true, sort: true }),
      comments: toMany('comments'),
      tags: toMany('tags'),
    },
  },
  people: {
    attributes: { name: attribute(z.string(), { sort: true, filter: true }), email: z.string() },
    relationships: { articles: toMany('articles') },
  },
  comments: { attributes: { body: z.string() }, relationships: { author: toOne('people') } },
  tags: { attributes: { label: z.string() } },
});

/** Three relationship paths, three fieldsets, an order and a page, as a client writes them. */
export const queryText: string = formatQuery(api, 'articles', {
  include: ['author', 'comments.author', 'tags'],
  fields: { articles: ['title', 'createdAt', 'author'], people: ['name', 'email'], comments: ['body', 'author'] },
  sort: ['-createdAt', 'title'],
  page: { number: 2, size: 10 },
});
const withFilters = `${queryText}&${formatQuery(api, 'articles', {
  filter: [
    { field: 'author.name', values: ['Ada', 'Bo'] },
    { field: 'title', operator: 'ge', values: ['M'] },
  ],
})}`;

/** Reading the query parameters of a request; the first task is what the others are related to. */
export const parseQueryTasks: readonly Task[] = [
  { name: 'new URLSearchParams of the text', run: () => new URLSearchParams(queryText) },
  { name: 'parseQuery: 3 paths, 3 fieldsets, sort, page', run: () => parseQuery(api, 'articles', queryText) },
  { name: 'parseQuery: the same with two filters', run: () => parseQuery(api, 'articles', withFilters) },
];

/** The part of the topic `requests` that is about query parameters. */
export const parseQueryPart: Part = { name: 'parse-query', run: measure };

async function measure({ isQuick }: RunOptions): Promise<Table> {
  const pace = { rounds: isQuick ? 3 : 9, milliseconds: isQuick ? 20 : 50, batch: 100 };
  return comparisonTable(
    '`parseQuery`, in relation to `new URLSearchParams` of the same text',
    await compare(parseQueryTasks, pace),
    [],
  );
}
