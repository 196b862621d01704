import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { JsonApiError } from '../error/json-api-error.ts';
import { attribute } from '../schema/attribute.ts';
import { defineApi } from '../schema/define-api.ts';
import { toMany, toOne } from '../schema/relationship.ts';
import type { FilterLanguage } from './filter-language.ts';
import { formatQuery } from './format-query.ts';
import { parseQuery } from './parse-query.ts';
import type { QueryLimits } from './query-limits.ts';

const on = { filter: true } as const;
const api = defineApi({
  articles: {
    attributes: {
      title: attribute(z.string(), on),
      words: attribute(z.number().nullable(), on),
      and: attribute(z.string(), on),
    },
    relationships: { author: toOne('people', on), tags: toMany('people', on) },
  },
  people: { attributes: { name: attribute(z.string(), on) } },
});

function read(text: string, options: { limits?: Partial<QueryLimits>; filterLanguage?: FilterLanguage } = {}): unknown {
  try {
    return parseQuery(api, 'articles', new URLSearchParams({ filter: text }), options).filter;
  } catch (error) {
    if (!JsonApiError.is(error)) throw error;
    return error.errors.map(({ code, detail }) => `${code}: ${detail}`);
  }
}
const term = (field: string, operator: string, ...values: unknown[]) => ({ field, operator, values });

describe('filter=…', () => {
  test.each<[string, unknown]>([
    ["eq(title,'a')", [term('title', 'eq', 'a')]],
    ['eq(title,a,b)', [term('title', 'eq', 'a', 'b')]],
    ["in(title,'a,b','it''s','')", [term('title', 'eq', 'a,b', "it's", '')]],
    ['eq(words,null,7)', [term('words', 'eq', null, 7)]],
    ["eq(title,'null')", [term('title', 'eq', 'null')]],
    ['eq(author,null)', [term('author', 'eq', null)]],
    ["eq(author,'null')", [term('author', 'eq', 'null')]],
    ['exists(tags,true)', [term('tags', 'ne', null)]],
    ['between(words,1,7)', [term('words', 'between', 1, 7)]],
    ['or(eq(title,a),gt(words,7))', [{ or: [term('title', 'eq', 'a'), term('words', 'gt', 7)] }]],
    ['and(eq(title,a),gt(words,7))', [term('title', 'eq', 'a'), term('words', 'gt', 7)]],
    ['and(eq(and,a))', [term('and', 'eq', 'a')]],
    ['not(contains(author.name,x))', [{ not: term('author.name', 'contains', 'x') }]],
    [
      'or(and(eq(title,a),not(or(eq(id,1)))),eq(title,c))',
      [
        {
          or: [{ and: [term('title', 'eq', 'a'), { not: { or: [term('id', 'eq', '1')] } }] }, term('title', 'eq', 'c')],
        },
      ],
    ],
  ])('%s', (text, filter) => {
    expect(read(text)).toEqual(filter);
  });

  test.each([
    ['', 'Expected an opening parenthesis after the name of an operator, but the expression ends.'],
    ['title', 'but the expression ends'],
    ['eq(title,a', 'Expected a comma or a closing parenthesis, but the expression ends.'],
    ["eq(title,'a)", 'Expected a closing quote, but the expression ends.'],
    ["eq(title,'a'b)", 'Expected a comma or a closing parenthesis, but character 13 is "b".'],
    ['eq(title,a(b))', 'but character 11 is "("'],
    ['eq(title,a))', 'Expected the end, but character 12 is ")"'],
    ['or()', 'Expected an opening parenthesis'],
    ['or(eq(title,a),)', 'Expected an opening parenthesis'],
    ['or(eq(title,a)', 'Expected a comma or a closing parenthesis, but the expression ends.'],
    ['not(eq(title,a),eq(title,b))', 'A group `not` must contain one condition.'],
    ['AND(eq(title,a))', 'but character 7 is "("'],
    ['like(title,a)', 'Unknown filter operator "like". Supported: `eq`, `ne`'],
    ['eq(title)', 'must have at least one value'],
    ['gt(words,1,2)', 'must have one value'],
    ['eq(nope,1)', 'cannot be filtered by "nope"'],
    ['or(eq(title,a),eq(nope,1))', 'cannot be filtered by "nope"'],
    ['constructor(title,a)', 'Unknown filter operator'],
  ])('rejects %s', (text, message) => {
    expect(read(text)).toEqual([expect.stringContaining(message)]);
  });

  test('is bounded in levels, conditions, and values', () => {
    const nested = (depth: number) => `${'not('.repeat(depth)}eq(title,a)${')'.repeat(depth)}`;
    expect(read(nested(5))).toHaveLength(1);
    expect(read(nested(6))).toEqual([expect.stringContaining('at most 5 levels of groups')]);
    const many = (count: number) => `or(${Array.from({ length: count }, () => 'eq(title,a)').join()})`;
    expect(read(many(50))).toHaveLength(1);
    expect(read(many(51))).toEqual([expect.stringContaining('at most 50 filters')]);
    expect(read('or(eq(title,a,b),eq(title,c))', { limits: { filterValues: 2 } })).toEqual([
      expect.stringContaining('at most 2 filter values'),
    ]);
    expect(read(nested(100_000), { limits: { filterNesting: 10 } })).toHaveLength(1);
  });

  test('combines with other parameters: all must match', () => {
    const { filter } = parseQuery(
      api,
      'articles',
      'filter[title]=x&filter=or(eq(words,1),eq(words,2))&filter[words][gt]=0',
    );
    expect(filter).toHaveLength(3);
    expect(formatQuery(api, 'articles', { filter })).toBe(
      'filter%5Btitle%5D=x&filter=or%28eq%28words,1%29,eq%28words,2%29%29&filter%5Bwords%5D%5Bgt%5D=0',
    );
  });

  test.each<[object[]]>([
    [[{ or: [term('title', 'eq', "it's", '', 'null', 'a,b)('), term('words', 'eq', null, -1.5)] }]],
    [[{ and: [term('title', 'eq', 'a')] }]],
    [[{ not: { and: [term('title', 'eq', 'a'), term('author', 'ne', null, '1')] } }, term('title', 'iEq', 'x')]],
    [[{ or: [term('title', 'eq', 'a')] }, term('title', 'eq', 'b'), { or: [term('words', 'between', 1, 2)] }]],
  ])('is written as it is read: %j', (filter) => {
    const text = formatQuery(api, 'articles', { filter: filter as never });
    expect(parseQuery(api, 'articles', text).filter).toEqual(filter);
  });
});

describe('filterLanguage', () => {
  test('replaces the language, with the same permissions, values, and limits', () => {
    const spatie: FilterLanguage = (parameters, reader) =>
      parameters.flatMap(({ parameter, brackets: [field = ''], value }) => {
        const items = value.split('|');
        const condition = reader.condition({ field, operator: 'contains', items: [items[0] ?? ''], parameter });
        return condition === undefined ? [] : [{ not: condition }];
      });
    const parse = (text: string) => parseQuery(api, 'articles', text, { filterLanguage: spatie }).filter;
    expect(parse('filter[title]=a|b')).toEqual([{ not: term('title', 'contains', 'a') }]);
    expect(() => parse('filter[nope]=a')).toThrow('cannot be filtered by "nope"');
    expect(() => parse('filter[words]=a')).toThrow('operator "contains"');
    expect(parse('sort=id')).toEqual([]);
  });

  test('receives each item of a list with `[]`, and no other parameter twice', () => {
    const lists: FilterLanguage = (parameters, reader) => {
      const [first] = parameters;
      if (first === undefined) return [];
      const { parameter, brackets } = first;
      const items = parameters.map(({ value }) => value);
      const condition = reader.condition({ field: brackets[0] ?? '', items, parameter });
      return condition === undefined ? [] : [condition];
    };
    const parse = (text: string) => parseQuery(api, 'articles', text, { filterLanguage: lists }).filter;
    expect(parse('filter[id][]=1&filter[id][]=2')).toEqual([term('id', 'eq', '1', '2')]);
    expect(() => parse('filter[id]=1&filter[id]=2')).toThrow('must occur only once');
    expect(() => parse('include[]=author&include[]=tags')).toThrow();
    expect(() => parseQuery(api, 'articles', 'filter[id][]=1&filter[id][]=2')).toThrow('must occur only once');
  });

  test('can reject a parameter', () => {
    const none: FilterLanguage = (parameters, { reject }) => {
      for (const { parameter } of parameters) reject('Not today.', parameter);
      return [];
    };
    expect(read('x', { filterLanguage: none })).toEqual(['FILTER_NOT_SUPPORTED: Not today.']);
  });

  const noCondition =
    'filterLanguage: each condition must be a result of `reader.condition`, or a group of one or more of them.';
  test.each<[string, FilterLanguage, string?]>([
    ['conditions of its own', () => [term('secret', 'eq', 1) as never]],
    ['no array', () => undefined as never, 'filterLanguage: the result must be an array of conditions.'],
    ['null for a condition', () => [null as never]],
    ['a text for a condition', () => ['title' as never]],
    ['an empty group', () => [{ or: [] }]],
    ['a group that is not an array', () => [{ or: 'x' } as never]],
    ['a group of null', () => [{ and: [null] } as never]],
    [
      'a copy of a condition',
      (_, { condition }) => [{ ...condition({ field: 'title', items: ['x'], parameter: 'filter' }) } as never],
    ],
  ])('that returns %s is an error of the application', (_, filterLanguage, message = noCondition) => {
    expect(() => read('x', { filterLanguage })).toThrow(new TypeError(message));
  });

  test.each<[string, readonly string[]]>([
    ['filter[title]=x&nope=1', ['other', 'nope']],
    ['nope=1&filter[title]=x', ['nope', 'other']],
    ['sort=id&nope=1&filter[title]=x', ['other', 'nope']],
  ])('an error of a parameter that %s does not contain counts as one of the first', (text, parameters) => {
    const filterLanguage: FilterLanguage = (_, { reject }) => {
      reject('Not today.', 'other');
      return [];
    };
    try {
      parseQuery(api, 'articles', text, { filterLanguage });
      expect.unreachable();
    } catch (error) {
      expect((error as JsonApiError).errors.map(({ source }) => source?.parameter)).toEqual(parameters);
    }
  });
});
