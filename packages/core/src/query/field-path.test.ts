import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { JsonApiError } from '../error/json-api-error.ts';
import { attribute } from '../schema/attribute.ts';
import { defineApi } from '../schema/define-api.ts';
import { toMany, toOne } from '../schema/relationship.ts';
import { parseQuery } from './parse-query.ts';
import type { FilterTerm } from './query.ts';
import type { QueryLimits } from './query-limits.ts';

const on = { sort: true, filter: true } as const;
const api = defineApi({
  articles: {
    attributes: { title: attribute(z.string(), on), state: attribute(z.string(), { filter: true }), body: z.string() },
    relationships: {
      author: toOne('people', on),
      editor: toOne('people', { filter: true }),
      owner: toOne('people', { sort: true }),
      reviewer: toOne('people'),
      tags: toMany('tags', { filter: true }),
      about: toOne(['articles', 'tags'], { filter: true }),
      constructor: toOne('people', on),
    },
  },
  people: {
    attributes: { name: attribute(z.string(), on), salary: z.number(), toString: attribute(z.string(), on) },
    relationships: { boss: toOne('people', on), articles: toMany('articles') },
  },
  tags: { attributes: { label: attribute(z.string(), on) } },
});

type Limits = Partial<QueryLimits>;

function read(text: string, limits: Limits = {}) {
  try {
    const { sort, filter } = parseQuery(api, 'articles', text, { limits });
    return [...sort, ...(filter as readonly FilterTerm[])].map(({ field }) => field);
  } catch (error) {
    if (!JsonApiError.is(error)) throw error;
    return error.errors.map(({ code, source, detail }) => `${code} ${source?.parameter}: ${detail}`);
  }
}

describe('SRT-02: sort reaches attributes of relationships', () => {
  test.each([
    ['one step', 'sort=author.name', ['author.name']],
    ['descending', 'sort=-author.name', ['author.name']],
    ['two steps', 'sort=author.boss.name', ['author.boss.name']],
    [
      'SRT-03: among other keys, in order',
      'sort=title,-author.name,owner.name',
      ['title', 'author.name', 'owner.name'],
    ],
    ['SRT-08: a path given again', 'sort=author.name,title,-author.name', ['author.name', 'title']],
    ['AMB-14: an encoded dot', 'sort=author%2Ename', ['author.name']],
    ['names that objects inherit', 'sort=constructor.toString', ['constructor.toString']],
  ])('%s: %s', (_, text, fields) => {
    expect(read(text)).toEqual(fields);
  });

  test.each([
    ['the attribute is not for sorting', 'author.salary'],
    ['the attribute is not there', 'author.age'],
    ['the relationship is not for sorting', 'reviewer.name'],
    ['the relationship is for filtering only', 'editor.name'],
    ['the relationship is not there', 'publisher.name'],
    ['a to-many relationship gives no order', 'tags.label'],
    ['several types give no order', 'about.title'],
    ['the path ends in a relationship', 'author.boss'],
    ['the path goes through an attribute', 'title.name'],
    ['the path ends in a dot', 'author.'],
    ['the path begins with a dot', '.name'],
    ['two dots', 'author..name'],
    ['a hyphen inside', 'author.-name'],
    ['a space', 'author. name'],
    ['a prototype name behind a step', 'author.constructor'],
    ['__proto__ behind a step', 'author.__proto__'],
    ['__proto__ as a step', '__proto__.name'],
    ['too many steps', 'author.boss.boss.name'],
  ])('SRT-05: %s: %s', (_, field) => {
    expect(read(`sort=${field}`)).toEqual([
      expect.stringMatching(/^SORT_NOT_SUPPORTED sort: Type "articles" cannot be sorted by/),
    ]);
    expect(read(`sort=title,-${field}`)).toHaveLength(1);
  });
});

describe('FIL-01: filter reaches fields of relationships', () => {
  test.each([
    ['an attribute', 'filter[author.name]=x', 'author.name'],
    ['with an operator', 'filter[author.name][ge]=x', 'author.name'],
    ['QRY-10: with encoded brackets and dots', 'filter%5Bauthor%2Ename%5D=x', 'author.name'],
    ['through to-many', 'filter[tags.label]=x', 'tags.label'],
    ['FIL-02: ids behind a step', 'filter[author.boss]=1,2', 'author.boss'],
    ['FIL-02: ids of several types', 'filter[about]=1', 'about'],
    ['two steps', 'filter[editor.boss.name]=x', 'editor.boss.name'],
    ['names that objects inherit', 'filter[constructor.toString]=x', 'constructor.toString'],
  ])('%s: %s', (_, text, field) => {
    expect(read(text)).toEqual([field]);
  });

  test('FIL-02: several filters combine, each a condition of its own', () => {
    expect(read('filter[tags.label]=x&filter[tags.label][ge]=y&filter[tags]=1&filter[title]=z')).toHaveLength(4);
  });

  test.each([
    ['the attribute is not for filtering', 'author.salary'],
    ['the relationship at the end is not for filtering', 'author.articles'],
    ['the relationship on the way is not for filtering', 'reviewer.name'],
    ['the relationship on the way is for sorting only', 'owner.name'],
    ['a path through several types', 'about.title'],
    ['too many steps', 'author.boss.boss.name'],
    ['a prototype name as a step', 'toString.name'],
  ])('rejects %s: %s', (_, field) => {
    const [found, ...others] = read(`filter[${field}]=x`);
    expect(found).toMatch(/^FILTER_NOT_SUPPORTED filter\[.+\]: Type "articles" cannot be filtered by/);
    expect(others).toEqual([]);
  });

  test('what is not for filtering is answered like what does not exist', () => {
    for (const [hidden, missing] of [
      ['author.salary', 'author.zzzzzz'],
      ['reviewer.name', 'zzzzzzzz.name'],
      ['author.articles', 'author.zzzzzzzz'],
    ] as const) {
      expect(read(`filter[${hidden}]=1`)[0]?.replaceAll(hidden, missing)).toBe(read(`filter[${missing}]=1`)[0]);
    }
  });
});

describe('limits', () => {
  test.each<[string, string, Limits, boolean]>([
    ['steps of a sort key', 'sort=author.name', { sortDepth: 2 }, true],
    ['steps of a sort key, one too many', 'sort=author.name', { sortDepth: 1 }, false],
    ['more steps where they are allowed', 'sort=author.boss.boss.boss.name', { sortDepth: 5 }, true],
    ['steps of a filter', 'filter[author.name]=x', { filterDepth: 2 }, true],
    ['steps of a filter, one too many', 'filter[author.name]=x', { filterDepth: 1 }, false],
    ['filters', 'filter[title]=x&filter[state]=y', { filterTerms: 2 }, true],
    ['filters, one too many', 'filter[title]=x&filter[state]=y', { filterTerms: 1 }, false],
    ['no filters at all', 'filter[title]=x', { filterTerms: 0 }, false],
    ['no sort at all', 'sort=title', { sortFields: 0 }, false],
    ['values, of all conditions', 'filter[title]=x,y&filter[state]=z', { filterValues: 3 }, true],
    ['values, one too many', 'filter[title]=x,y&filter[state]=z', { filterValues: 2 }, false],
    ['the length of each value', 'filter[title]=xx,yy', { filterValueLength: 2 }, true],
    ['the length of one value', 'filter[title]=xx,yyy', { filterValueLength: 2 }, false],
    ['the length of a value with commas', 'filter[title][gt]=x,y', { filterValueLength: 2 }, false],
    ['the cost of filters', 'filter[title]=x&filter[author.name]=y,z', { filterCost: 3 }, true],
    ['the cost of filters, one too many', 'filter[title]=x&filter[author.name]=y,z', { filterCost: 2 }, false],
    ['each step doubles the cost', 'filter[author.boss.name]=y', { filterCost: 3 }, false],
    ['a text operator', 'filter[title][iContains]=x', { filterCost: 8 }, true],
    ['a text operator costs more', 'filter[title][iContains]=x', { filterCost: 7 }, false],
    ['each value of a text operator', 'filter[title][iEq]=x,y', { filterCost: 15 }, false],
    ['a text of a related resource', 'filter[author.name][startsWith]=x', { filterCost: 15 }, false],
    ['the cost in groups', "filter=or(contains(title,'a'),not(contains(title,'b')))", { filterCost: 15 }, false],
    ['a limit that is undefined has its default', 'sort=title', { sortFields: undefined } as never, true],
  ])('%s', (_, text, limits, isAllowed) => {
    expect(read(text, limits).every((error) => !error.includes('NOT_SUPPORTED'))).toBe(isAllowed);
  });

  test('the defaults', () => {
    const many = (count: number, piece: (index: number) => string, separator: string) =>
      Array.from({ length: count }, (_, index) => piece(index)).join(separator);
    expect(read(`filter[title]=${many(50, String, ',')}`)).toEqual(['title']);
    expect(read(`filter[title]=${many(51, String, ',')}`)[0]).toMatch(/^FILTER_NOT_SUPPORTED/);
    const strings = (count: number) => read(`filter=or(${many(count, (index) => `iContains(title,'${index}')`, ',')})`);
    expect(strings(12)).toEqual([undefined]);
    expect(strings(13)).toEqual([expect.stringMatching(/^FILTER_NOT_SUPPORTED filter: .* must cost at most 100/)]);
    const paths = (count: number) => read(`filter=and(${many(count, (index) => `eq(author.name,'${index}')`, ',')})`);
    expect([paths(50).length, paths(51)[0]]).toEqual([50, expect.stringMatching(/^FILTER_NOT_SUPPORTED/)]);
    expect(read(`filter[title]=${'x'.repeat(1000)}`)).toEqual(['title']);
    expect(read(`filter[title]=${'x'.repeat(1001)}`)[0]).toMatch(/^FILTER_NOT_SUPPORTED/);
    expect(read(`sort=${many(5, () => 'title', ',')}`)).toEqual(['title']);
    expect(read(`sort=${many(6, () => 'title', ',')}`)[0]).toMatch(/^SORT_NOT_SUPPORTED/);
  });
});

test('the only field that a sort or a filter supports is named', () => {
  const plain = defineApi({ plain: { attributes: { body: z.string() } } });
  for (const text of ['sort=body', 'filter[body]=x']) {
    expect(() => parseQuery(plain, 'plain', text)).toThrow('by "body". Supported: `id`.');
  }
});

describe('suggestions', () => {
  test.each([
    ['sort=titel', 'title'],
    ['sort=-auhtor.name', 'author'],
    ['sort=author.nmae', 'author.name'],
    ['sort=author.bos.name', 'author.boss'],
    ['filter[tag]=1', 'tags'],
    ['filter[abuot]=1', 'about'],
    ['filter[editor.boss.naem]=1', 'editor.boss.name'],
    ['include=autor', 'author'],
    ['include=author.bosss', 'author.boss'],
    ['fields[articels]=title', 'articles'],
    ['fields[articles]=titl', 'title'],
    ['fields[articles]=bodi', 'body'],
    ['includ=author', 'include'],
    ['Sort=title', 'sort'],
    ['filters[title]=x', 'filter'],
  ])('%s: %s', (text, name) => {
    expect(read(text)[0]).toMatch(new RegExp(` Did you mean [\`"]${name.replaceAll('.', '\\.')}[\`"]\\?`));
  });

  test.each([
    'sort=stat',
    'sort=reviewr.name',
    'sort=tag.label',
    'filter[bodi]=x',
    'filter[author.salry]=1',
    'filter[ownr.name]=x',
    // The possible ends and steps of a path.
    'sort=tag',
    'sort=autho',
    'sort=titl.name',
    'filter[titl.name]=x',
  ])('none that the request may not use: %s', (text) => {
    expect(read(text)[0]).not.toMatch(/Did you mean/);
  });

  test('are made for the first twenty problems', () => {
    const names = Array.from({ length: 300 }, (_, index) => `titl${String.fromCodePoint(0x4e00 + index)}`);
    const found = read(`fields[articles]=${names.join(',')}`, { errors: 100 });
    expect(found).toHaveLength(100);
    expect(found.filter((it) => it.includes('Did you mean `title`?'))).toHaveLength(20);
  });
});
