import { defineApi, type ResourceType, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type AccessControl, accessControl } from './access-control.ts';
import { allFieldsOf, readAccessFilter, selectionOn, termsOf, withConditions } from './access-filter.ts';

const api = defineApi({
  articles: {
    attributes: { title: z.string(), views: z.number() },
    relationships: { author: toOne('people'), comments: toMany('people') },
  },
  people: { attributes: { name: z.string() } },
});
const articles = api.types.get('articles') as ResourceType;
const source = { find: () => [] };
const ruled = { api, type: articles, source };

function controlOf(rule: object, absent?: 'allow' | 'deny') {
  return accessControl(api, { articles: rule as never }, absent, () => source as never) as NonNullable<
    ReturnType<typeof accessControl>
  >;
}

const read = (control: AccessControl) => readAccessFilter({ control, context: 'me', ruledOf: () => ruled }, 'articles');
const accessFilterOf = (answer: unknown) => read(controlOf({ read: () => answer }));
const names = (given: readonly string[]) => new Set(given);

describe('a read rule', () => {
  test.each([
    [true, 'all'],
    [false, 'none'],
    [[{ field: 'title', values: [] }], 'none'],
    [[{ field: 'title', values: ['a', null] }], [{ field: 'title', operator: 'eq', values: ['a', null] }]],
    [[{ field: 'views', operator: 'ge', values: [3] }], [{ field: 'views', operator: 'ge', values: [3] }]],
    [[{ field: 'id', values: [1, '2'] }], [{ field: 'id', operator: 'eq', values: ['1', '2'] }]],
    [[{ field: 'author', values: [9] }], [{ field: 'author', operator: 'eq', values: ['9'] }]],
    [[{ field: 'author', values: [null, 9] }], [{ field: 'author', operator: 'eq', values: [null, '9'] }]],
    [[{ field: 'author.name', values: ['x'] }], [{ field: 'author.name', operator: 'eq', values: ['x'] }]],
    [[{ field: '@tenant', values: [7] }], [{ field: '@tenant', operator: 'eq', values: [7] }]],
    [
      [{ or: [{ field: 'title', values: ['x'] }, { not: { field: 'author', values: [9] } }] }],
      [
        {
          or: [
            { field: 'title', operator: 'eq', values: ['x'] },
            { not: { field: 'author', operator: 'eq', values: ['9'] } },
          ],
        },
      ],
    ],
  ])('that returns %j: %j', async (answer, accessFilter) => {
    expect(await accessFilterOf(answer)).toEqual(accessFilter);
    expect(termsOf(await accessFilterOf(answer))).toEqual(typeof accessFilter === 'string' ? [] : accessFilter);
  });

  test('returns the same access filter for equal conditions, and another one for all others', async () => {
    const tenant = (...values: readonly unknown[]) => accessFilterOf([{ field: '@tenant', values }]);
    const kept = await tenant(7);
    expect(await tenant(7)).toBe(kept);
    for (const values of [['7'], [7, 7], [null], [true], [8]])
      expect(await tenant(...values)).toEqual([{ field: '@tenant', operator: 'eq', values }]);
    expect(await accessFilterOf([{ field: '@tenant', operator: 'ne', values: [7] }])).not.toEqual(kept);
    const date = new Date(7);
    expect(await tenant(date)).toEqual([{ field: '@tenant', operator: 'eq', values: [date] }]);
    expect(await tenant(date.toJSON())).not.toEqual(await tenant(date));
    await expect(async () => accessFilterOf([{ field: '@tenant', values: [7], or: [] }])).rejects.toThrow(
      'has several',
    );
  });

  test.each<[answer: unknown, message: string]>([
    [undefined, 'must return true, false, or a non-empty array of conditions'],
    [[], 'must return true, false, or a non-empty array of conditions'],
    [{ field: 'title', values: ['a'] }, 'must return true, false, or a non-empty array of conditions'],
    [[null], 'must be `{ field, operator, values }`'],
    [[{ field: 'title', values: 'a' }], 'must be `{ field, operator, values }`'],
    [[{ field: 'title', operator: 'like', values: ['a'] }], 'must be `{ field, operator, values }`'],
    [[{ field: 'none', values: ['a'] }], 'not a field of "articles"'],
    [[{ field: 'constructor', values: ['a'] }], 'not a field of "articles"'],
    [[{ field: 'id', operator: 'gt', values: ['1'] }], 'can only be compared with "eq"'],
    [[{ field: 'id', values: [null] }], 'values must not be undefined or null'],
    [[{ field: 'author', operator: 'contains', values: ['1'] }], 'can only be compared with "eq" and "ne"'],
    [[{ field: 'author.nope', values: ['1'] }], 'not a field of "articles"'],
    [[{ field: 'title.name', values: ['1'] }], 'not a field of "articles"'],
    [[{ field: '@', values: ['1'] }], 'not a field of "articles"'],
    [[{ field: 'views', operator: 'between', values: [1] }], 'must have two values'],
    [[{ or: [] }], 'must be a non-empty array'],
    [[{ and: {} }], 'must be a non-empty array'],
    [[{ not: [] }], 'must be `{ field, operator, values }`'],
    [[{ not: undefined }], 'must be `{ field, operator, values }`'],
    [[{ or: [{ field: 'none', values: [1] }] }], 'not a field of "articles"'],
    [[{ or: [{ field: 'title', values: [1] }], field: 'title', values: ['a'] }], 'but has several'],
    [[{ field: 'title', values: [undefined] }], 'values must not be undefined'],
    [[], 'but it returned an empty array.'],
    ['title', 'but it returned "title".'],
    [undefined, 'but it returned undefined.'],
  ])('that returns %j fails', async (answer, message) => {
    expect(() => accessFilterOf(answer)).toThrow(TypeError);
    expect(() => accessFilterOf(answer)).toThrow(message);
  });

  test.each([
    ['allow', 'all'],
    ['deny', 'none'],
  ] as const)('that is absent, where absent rules %s: %s', async (absent, accessFilter) => {
    expect(await read(controlOf({ update: () => true }, absent))).toBe(accessFilter);
  });

  test('receives the context', async () => {
    const seen: unknown[] = [];
    await read(controlOf({ read: (context: unknown) => seen.push(context) > 0 }));
    expect(seen).toEqual(['me']);
  });
});

describe('selections', () => {
  const wanted = { attributes: names(['title']), relationships: names([]) };
  const term = (field: string) => ({ field, operator: 'eq', values: ['1'] }) as const;

  test('have the fields of conditions as well, and no id', () => {
    const accessFilter = [term('views'), term('author'), term('id')];
    expect(withConditions(wanted, articles, accessFilter)).toEqual({
      attributes: names(['title', 'views']),
      relationships: names(['author']),
    });
    expect(withConditions(wanted, articles, [term('id')])).toEqual(wanted);
    for (const simple of ['all', 'none'] as const) expect(withConditions(wanted, articles, simple)).toBe(wanted);
  });

  test('of several types have a part about each', () => {
    const both = { attributes: names(['title', 'name']), relationships: names(['author', 'other']) };
    expect(selectionOn(both, articles)).toEqual({ attributes: names(['title']), relationships: names(['author']) });
  });

  test('of everything', () => {
    const all = { attributes: names(['title', 'views']), relationships: names(['author', 'comments']) };
    expect(allFieldsOf(articles)).toEqual(all);
  });
});
