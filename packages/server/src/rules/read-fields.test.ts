import { defineApi, type ResourceType, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { accessControl } from './access-control.ts';
import { readFields } from './read-fields.ts';

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

function controlOf(rule: object) {
  return accessControl(api, { articles: rule as never }, undefined, () => source as never) as NonNullable<
    ReturnType<typeof accessControl>
  >;
}
const names = (given: readonly string[]) => new Set(given);

describe('a fields rule', () => {
  test.each([
    [true, undefined],
    [false, names([])],
    [['title', 'author'], names(['title', 'author'])],
    [[], names([])],
    [{ except: ['views', 'author'] }, names(['title', 'comments'])],
    [{ except: [] }, names(['title', 'views', 'author', 'comments'])],
  ])('that returns %j: %o', async (answer, readable) => {
    const read = await readFields(controlOf({ fields: () => answer }), ruled, 'me');
    expect(read?.names).toEqual(readable);
    expect(read?.undecided.size ?? 0).toBe(0);
  });

  test.each([
    [undefined],
    ['title'],
    [['name']],
    [['title', 1]],
    [['constructor']],
    [{ except: ['nope'] }],
    [{ except: true }],
    [{}],
    [null],
    [0],
    [[null]],
    // Which of the two would the user read?
    [Object.assign(['title'], { except: ['views'] })],
    [Object.assign(['title'], { where: { title: true } })],
    [{ only: ['title'], except: ['views'] }],
    [{ only: 'title' }],
    [{ only: ['nope'], where: {} }],
  ])('that returns %j fails', async (answer) => {
    const read = () => readFields(controlOf({ fields: () => answer }), ruled, 'me');
    expect(read).toThrow(TypeError);
    expect(read).toThrow(
      '`access.articles.fields` must return true, false, an array of fields of "articles", or an object with such an array as `only` or `except`, or with `where`, but it returned ',
    );
  });

  test.each([
    [undefined, 'but it returned undefined.'],
    [['title', 'titel'], 'but it returned an array of 2 elements. "titel" is not a field of "articles".'],
    [{ only: ['titel'] }, 'but it returned an object. "titel" is not a field of "articles".'],
    [{ except: ['views', 7] }, 'but it returned an object. 7 is not a field of "articles".'],
    [{ only: ['title'], except: [] }, 'but it returned an object.'],
  ])('that returns %j says what is wrong with it', async (answer, message) => {
    expect(() => readFields(controlOf({ fields: () => answer }), ruled, 'me')).toThrow(
      new RegExp(`${message.replaceAll('.', '\\.')}$`),
    );
  });
});

describe('conditions of fields', () => {
  const own = [{ field: 'id', operator: 'eq', values: ['7'] }];
  test.each<[answer: object, readable: ReadonlySet<string>, undecided: readonly string[]]>([
    [{ where: { views: own } }, names(['title', 'views', 'author', 'comments']), ['views']],
    [{ only: ['title', 'views'], where: { views: own } }, names(['title', 'views']), ['views']],
    [{ except: ['author'], where: { views: own } }, names(['title', 'views', 'comments']), ['views']],
    [{ only: ['title'] }, names(['title']), []],
    [{ where: { views: true } }, names(['title', 'views', 'author', 'comments']), []],
    [{ where: { views: false } }, names(['title', 'views', 'author', 'comments']), ['views']],
    [{ where: { views: [{ field: 'id', values: [] }] } }, names(['title', 'views', 'author', 'comments']), ['views']],
  ])('that are %j', async (answer, readable, undecided) => {
    const read = await readFields(controlOf({ fields: () => answer }), ruled, 'me');
    expect(read?.names).toEqual(readable);
    expect([...(read?.undecided.keys() ?? [])]).toEqual(undecided);
  });

  test.each<[where: unknown, message: string]>([
    [[own], '`access.articles.fields` returned `where`, which must be an object'],
    [null, '`access.articles.fields` returned `where`, which must be an object'],
    [{ nope: own }, '`where.nope`, which must be an attribute'],
    [{ author: own }, '`where.author`, which must be an attribute'],
    [{ views: [] }, '`access.articles.fields.where.views` must return true, false, or a non-empty array'],
    [
      { views: [{ field: 'nope', values: [1] }] },
      '`access.articles.fields.where.views` returned a condition on "nope"',
    ],
  ])('that are %j fail', async (where, message) => {
    const read = () => readFields(controlOf({ fields: () => ({ where }) }), ruled, 'me');
    expect(read).toThrow(TypeError);
    expect(read).toThrow(message);
  });

  test('for a field that the rule hides fail', async () => {
    const read = () =>
      readFields(controlOf({ fields: () => ({ except: ['views'], where: { views: own } }) }), ruled, 'me');
    expect(read).toThrow('that the rule also returns as readable');
  });

  test('for a type without `find` fail', async () => {
    const read = () =>
      readFields(controlOf({ fields: () => ({ where: { views: own } }) }), { ...ruled, source: undefined }, 'me');
    expect(read).toThrow('does not have a source with `find`');
  });
});
