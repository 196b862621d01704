import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { JsonApiError } from '../error/json-api-error.ts';
import { attribute } from '../schema/attribute.ts';
import { defineApi } from '../schema/define-api.ts';
import { toMany, toOne } from '../schema/relationship.ts';
import { parseQuery } from './parse-query.ts';
import { parseRelatedQuery, parseRelationshipQuery, parseResourceQuery } from './parse-url-query.ts';
import { defineQueryParameters } from './query-parameters.ts';

const api = defineApi({
  articles: {
    attributes: { title: attribute(z.string(), { sort: true, filter: true }) },
    relationships: { author: toOne('people'), comments: toMany('comments') },
  },
  people: { attributes: { name: attribute(z.string(), { sort: true, filter: true }) } },
  comments: {
    attributes: { text: attribute(z.string(), { sort: true, filter: true }) },
    relationships: { author: toOne('people') },
  },
});
const options = { parameters: defineQueryParameters({ searchText: z.string() }) };

/** The kinds of URLs, each with the families that it takes besides `include`, `fields`, and those of the application. */
const urls = {
  'a collection': (query: string) => parseQuery(api, 'comments', query, options),
  'a resource': (query: string) => parseResourceQuery(api, 'comments', query, options),
  'related resources': (query: string) => parseRelatedQuery(api, 'articles', 'comments', query, options),
  'a related resource': (query: string) => parseRelatedQuery(api, 'articles', 'author', query, options),
  'a to-many relationship': (query: string) => parseRelationshipQuery(api, 'articles', 'comments', query, options),
  'a to-one relationship': (query: string) => parseRelationshipQuery(api, 'articles', 'author', query, options),
};

function problemsOf(url: keyof typeof urls, query: string): readonly string[] {
  try {
    urls[url](query);
    return [];
  } catch (error) {
    if (!JsonApiError.is(error)) throw error;
    expect(error.status).toBe(400);
    return error.errors.map(({ code, source }) => `${code} ${source?.parameter}`);
  }
}

test.each<[keyof typeof urls, query: string, problems: readonly string[]]>([
  ['a collection', 'include=author&sort=-text&filter[text]=a&page[size]=5&searchText=x', []],
  ['a resource', 'include=author&fields[people]=name&searchText=x', []],
  ['a resource', 'sort=id', ['PARAMETER_NOT_SUPPORTED sort']],
  [
    'a resource',
    'page[banana]=3&filter[id]=1',
    ['PARAMETER_NOT_SUPPORTED page[banana]', 'PARAMETER_NOT_SUPPORTED filter[id]'],
  ],
  [
    'a resource',
    'include=x&sort=&nope=1',
    ['RELATIONSHIP_PATH_UNKNOWN include', 'PARAMETER_NOT_SUPPORTED sort', 'PARAMETER_UNKNOWN nope'],
  ],
  ['a resource', 'sort=id&sort=id', ['PARAMETER_NOT_SUPPORTED sort', 'PARAMETER_REPEATED sort']],
  ['a resource', 'filter=x', ['PARAMETER_NOT_SUPPORTED filter']],
  ['related resources', 'include=author&sort=text&filter[text]=a&page[size]=5', []],
  ['related resources', 'include=comments', ['RELATIONSHIP_PATH_UNKNOWN include']],
  ['a related resource', 'fields[people]=name', []],
  ['a related resource', 'sort=name', ['PARAMETER_NOT_SUPPORTED sort']],
  ['a to-many relationship', 'include=comments.author,comments&sort=text&filter[text]=a&page[size]=5', []],
  ['a to-many relationship', 'include=author', ['RELATIONSHIP_PATH_UNKNOWN include']],
  ['a to-many relationship', 'include=comments,author', ['RELATIONSHIP_PATH_UNKNOWN include']],
  ['a to-many relationship', 'include=comments.articles', ['RELATIONSHIP_PATH_UNKNOWN include']],
  ['a to-many relationship', 'sort=title', ['SORT_NOT_SUPPORTED sort']],
  ['a to-one relationship', 'include=author', []],
  [
    'a to-one relationship',
    'include=comments&page[size]=1',
    ['RELATIONSHIP_PATH_UNKNOWN include', 'PARAMETER_NOT_SUPPORTED page[size]'],
  ],
])('%s takes its own families only (QRY-01, INC-07): %s', (url, query, problems) => {
  expect(problemsOf(url, query)).toEqual(problems);
});

test('an empty include of a relationship includes nothing', () => {
  expect(parseRelationshipQuery(api, 'articles', 'comments', 'include=').include).toEqual([]);
});

test('an unknown relationship is a mistake of the program', () => {
  const unknown = () => parseRelatedQuery(api, 'articles', 'coments' as 'comments', '');
  expect(unknown).toThrow('Type "articles" does not have a relationship "coments". Did you mean `comments`?');
});

test('the types are those of the primary data, and those of paths', () => {
  const related = parseRelatedQuery(api, 'articles', 'comments', 'sort=text');
  expectTypeOf(related.sort[0]?.field).toEqualTypeOf<'id' | 'text' | undefined>();
  const one = parseRelatedQuery(api, 'articles', 'author', '');
  // @ts-expect-error one resource has no order
  expect(one.sort).toEqual([]);
  const linkage = parseRelationshipQuery(api, 'articles', 'comments', 'include=comments.author');
  expectTypeOf(linkage.include).toExtend<readonly ('author' | 'comments' | 'comments.author')[] | undefined>();
  expect(linkage.include).toEqual(['comments.author']);
});
