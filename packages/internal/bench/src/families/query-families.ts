import { attribute, defineApi, parseQuery, type StandardSchema, toMany, toOne } from '@linkage/core';
import { z } from 'zod';
import { type Family, outcomeOf } from './family.ts';

/** The characters of a URL that the server lets through. */
const limit = 8192;

/** A schema that costs next to nothing: what a schema library takes for itself is not ours to measure. */
const number: StandardSchema<number> = {
  '~standard': {
    version: 1,
    vendor: 'bench',
    validate: (value) => (typeof value === 'number' ? { value } : { issues: [{ message: 'no number' }] }),
  },
};
const on = { sort: true, filter: true } as const;
const api = defineApi({
  articles: {
    attributes: { title: attribute(z.string(), on), words: attribute(number, on) },
    relationships: { author: toOne('people', on), related: toMany('articles', { filter: true }) },
  },
  people: { attributes: { name: attribute(z.string(), on) }, relationships: { friend: toOne('people', on) } },
});

// Without limits, or the work would stop where the limits are.
const unlimited = Object.fromEntries(
  [
    'parameters',
    'includeDepth',
    'includePaths',
    'sortFields',
    'sortDepth',
    'filterTerms',
    'filterDepth',
    'filterValues',
  ]
    .concat('filterCost', 'filterValueLength')
    .map((name) => [name, Number.POSITIVE_INFINITY]),
);

/** A text of at most `size` characters made of pieces, numbered so that no two need be equal. */
function numbered(size: number, piece: (index: number) => string, first: string, last: string): string {
  const pieces: string[] = [first];
  let length = first.length + last.length;
  for (let index = 0; ; index++) {
    const next = piece(index);
    length += next.length;
    if (length > size) return pieces.join('') + last;
    pieces.push(next);
  }
}

function family(name: string, piece: (index: number) => string, first = '', last = ''): Family {
  return {
    name,
    limit,
    input: (size) => numbered(size, piece, first, last),
    run: (text) => outcomeOf(() => parseQuery(api, 'articles', text, { limits: unlimited })),
    platform: { name: 'URLSearchParams', run: (text) => [...new URLSearchParams(text)] },
  };
}

/** Inputs that are slow to parse as query parameters. */
export const queryFamilies: readonly Family[] = [
  family('query: many parameters', (index) => `page[p${index}]=1&`),
  family('query: many unknown parameters', (index) => `param${index}=1&`),
  family('query: one parameter many times', () => 'sort=title&'),
  family('query: many empty pairs', () => '&='),
  family('query: a long name', () => 'x'),
  family('query: deep brackets', () => '[a]', 'filter'),
  family('query: open brackets', () => '[', 'page', ']'),
  family('query: closed brackets', () => '][', 'page[', ']=1'),
  family('query: dots in brackets', () => 'a.', 'filter[', 'a]=1'),
  family('query: many paths', (index) => `author.friend.x${index},`, 'include='),
  family('query: a long path', () => 'friend.', 'include=author.'),
  family('query: a long path that ends nowhere', () => 'friend.', 'include=author.x.'),
  family('query: one path many times', () => 'author,', 'include='),
  family('query: empty paths', () => ',', 'include='),
  family('query: many fields', (index) => `titel${index},`, 'fields[articles]='),
  family('query: one field many times', () => 'title,', 'fields[articles]='),
  family('query: fieldsets of unknown types', (index) => `fields[article${index}]=x&`),
  family('query: many sort keys', (index) => `-titel${index},`, 'sort='),
  family('query: a long sort key', () => 'friend.', 'sort=author.'),
  family('query: hyphens', () => '-,', 'sort='),
  family('query: many filter values', (index) => `v${index},`, 'filter[title]='),
  family('query: many wrong filter values', (index) => `v${index},`, 'filter[words]='),
  family('query: backslashes', () => '\\', 'filter[title]='),
  family('query: commas and backslashes', () => '\\,a,', 'filter[title]='),
  family('query: many numbers', (index) => `${index},`, 'filter[words]='),
  family('query: many ids', (index) => `${index},`, 'filter[author]='),
  family('query: many filters', (index) => `filter[${'related.'.repeat(index % 9)}titel]=${index}&`),
  family('query: a long filter path', () => 'related.', 'filter[', 'title]=1'),
  family('query: percent-encoded text', () => '%C3%A4', 'filter[title]='),
  family('query: broken escapes', () => '%+%C3', 'filter[title]='),
  family('query: plus signs', () => '+', 'filter[title]='),
  family('query: controls and lone surrogates', () => '\ud800\u0001', 'include='),
];
