import { attribute, defineApi, toOne } from '@linkage/core';
import type { CollectionQuery, SourcePage } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { call, idsOf, openNewsroom, query, select } from '../../test/newsroom.ts';
import { createKyselySources } from '../index.ts';

type List = (query: CollectionQuery, given: typeof call) => Promise<SourcePage<object>>;

const placed = (page: object) => ({ offset: 0, limit: 2, positions: true, ...page });

/** Reads the pages of a list to its end, and the same backwards. */
async function walk(list: List, sort: CollectionQuery['sort']) {
  const there: unknown[] = [];
  const back: unknown[] = [];
  let page = await list(query({ sort, page: placed({}) }), call);
  for (
    ;
    page.records.length > 0;
    page = await list(query({ sort, page: placed({ after: page.positions?.at(-1) }) }), call)
  )
    there.push(...idsOf(page.records));
  page = await list(query({ sort, page: placed({ before: page.endPosition }) }), call);
  for (
    ;
    page.records.length > 0;
    page = await list(query({ sort, page: placed({ before: page.positions?.[0] }) }), call)
  )
    back.unshift(...idsOf(page.records));
  expect(back).toEqual(there);
  return there;
}

const by = (field: string, descending = false) => ({ field, descending });

describe('a walk by positions', () => {
  test.each([
    [[], ['a', 'b', 'c', 'd', 'e']],
    [[by('words')], ['c', 'b', 'd', 'e', 'a']],
    [[by('words', true)], ['a', 'e', 'd', 'b', 'c']],
    [[by('author.name')], ['d', 'a', 'b', 'c', 'e']],
    [
      [by('author.name', true), by('words')],
      ['c', 'e', 'b', 'a', 'd'],
    ],
    [
      [by('title', true), by('words', true)],
      ['c', 'd', 'e', 'b', 'a'],
    ],
  ])('by %j', async (sort, ids) => {
    const { sources } = openNewsroom();
    expect(await walk(sources.articles.list as List, sort)).toEqual(ids);
  });

  test('integer ids are in the order of numbers', async () => {
    const { database, sources } = openNewsroom();
    database.exec("delete from comment; insert into comment values (10, 'x', 'a'), (9, 'x', 'a'), (100, 'x', 'a')");
    expect(await walk(sources.comments.list as List, [])).toEqual([9, 10, 100]);
  });

  test('a column with a collation of its own', async () => {
    const { database, db } = openNewsroom();
    database.exec(`create table word (id text primary key, text text not null collate nocase);
      insert into word values ('1', 'b'), ('2', 'A'), ('3', 'B'), ('4', 'a'), ('5', 'C')`);
    const api = defineApi({ words: { attributes: { text: attribute(z.string(), { sort: true }) } } });
    const { words } = createKyselySources(api, db, { words: { table: 'word' } });
    expect(await walk(words.list as List, [by('text')])).toEqual(['2', '4', '1', '3', '5']);
    expect(await walk(words.list as List, [by('text', true)])).toEqual(['5', '3', '1', '4', '2']);
  });

  test('only selected columns and the keys are read', async () => {
    const { sources, statements } = openNewsroom();
    const selection = select(['title']);
    const { records } = await sources.articles.list(query({ sort: [by('words')], selection, page: placed({}) }), call);
    expect(records).toEqual([
      { id: 'c', title: 'Gamma' },
      { id: 'b', title: 'Beta' },
    ]);
    expect(statements).toHaveLength(1);
    expect(statements[0]).not.toMatch(/labels|published/);
  });
});

test.each([[[]], [['i1']], [['i1', 5]], [['x1', 'a']], [['i1', 'a', 'b']], ['a'], [null], [{}], [[{}, 'a']]])(
  '%j is not a position by words',
  async (after) => {
    const { sources, statements } = openNewsroom();
    const asked = sources.articles.list(query({ sort: [by('words')], page: placed({ after }) }), call);
    // An empty array is the end: nothing is behind it.
    if (Array.isArray(after) && after.length === 0) expect((await asked).records).toEqual([]);
    else await expect(asked).rejects.toMatchObject({ errors: [{ source: { parameter: 'page[after]' } }] });
    expect(statements).toEqual([]);
  },
);

test('CUR-06 an order that leads out of the database is not paginated', async () => {
  const { db } = openNewsroom();
  const api = defineApi({
    articles: {
      attributes: { title: attribute(z.string(), { sort: true }) },
      relationships: { author: toOne('people', { sort: true }) },
    },
    people: { attributes: { name: attribute(z.string(), { sort: true }) } },
  });
  const { articles } = createKyselySources(api, db, {
    articles: {
      table: 'article',
      attributes: { title: 'headline' },
      relationships: { author: { column: 'author_id' } },
    },
  });
  await expect(articles.list(query({ sort: [by('author.name')], page: placed({}) }), call)).rejects.toMatchObject({
    errors: [{ status: '400', code: 'SORT_NOT_SUPPORTED', source: { parameter: 'sort' } }],
  });
});
