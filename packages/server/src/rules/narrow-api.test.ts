import { type Api, defineApi, toOne } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { narrowApi } from './narrow-api.ts';

const api: Api = defineApi({
  articles: { attributes: { title: z.string(), notes: z.string() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() }, relationships: { favorite: toOne('articles') } },
});

const fields = (given: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(given).map(([type, names]) => [type, { names: new Set(names), undecided: new Map() }]));

/** The names of all fields of an API, by type. */
function shownIn(view: Api): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    [...view.types.values()].map(({ name, attributes, relationships }) => [
      name,
      [...attributes.keys(), ...relationships.keys()],
    ]),
  );
}

test.each([
  [{ articles: ['title'] }, { articles: ['title'], people: ['name', 'favorite'] }],
  [{ articles: ['author', 'notes'] }, { articles: ['notes', 'author'], people: ['name', 'favorite'] }],
  [
    { articles: [], people: ['name'] },
    { articles: [], people: ['name'] },
  ],
  [{ articles: ['missing'] }, { articles: [], people: ['name', 'favorite'] }],
])('a user who can read %j sees %j', (readable, shown) => {
  expect(shownIn(narrowApi(api, fields(readable)))).toEqual(shown);
});
