import { createMemorySources } from '@linkage/server';
import { expect, test } from 'vitest';
import { api, call, idsOf, openNewsroom, query } from '../../test/newsroom.ts';

/** Numbers that look random and are the same in every run. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Random = ReturnType<typeof createRandom>;

const titles = ['Alpha', 'alpha', 'Beta', 'be', '', 'Z'];
const wordCounts = [null, 0, 1, 2, -1];
const operators = ['eq', 'lt', 'le', 'gt', 'ge'] as const;
const pick = <Member>(random: Random, list: readonly Member[]) => list[random(list.length)] as Member;

function randomArticles(random: Random) {
  return Array.from({ length: 40 }, (_, index) => ({
    id: `n${String(index).padStart(2, '0')}`,
    title: pick(random, titles),
    words: pick(random, wordCounts),
    published: random(2) === 0,
    labels: [],
    author: pick(random, [null, 1, 2]),
  }));
}

function randomQuery(random: Random) {
  const terms = [
    () => ({ field: 'title', operator: pick(random, operators), values: [pick(random, titles)] }),
    () => ({ field: 'words', operator: pick(random, operators), values: [random(4) - 1] }),
    () => ({ field: 'words', operator: 'eq' as const, values: [pick(random, wordCounts), null] }),
    () => ({ field: 'published', operator: 'eq' as const, values: [random(2) === 0] }),
    () => ({ field: 'author', operator: 'eq' as const, values: pick(random, [['1'], ['2'], ['1', '2'], ['3']]) }),
  ];
  const fields = pick(random, [[], ['title'], ['words'], ['words', 'title'], ['title', 'words']]);
  return query({
    filter: Array.from({ length: random(3) }, () => pick(random, terms)()),
    sort: fields.map((field) => ({ field, descending: random(2) === 0 })),
    page: { offset: random(12), limit: 1 + random(20) },
  });
}

test('hundreds of queries return the same results as the sources in memory', async () => {
  const random = createRandom(7);
  const { database, sources } = openNewsroom();
  database.exec('delete from comment; delete from article');
  const articles = randomArticles(random);
  const insert = database.prepare('insert into article values (?, ?, ?, ?, ?, ?)');
  for (const { id, title, words, published, author } of articles) {
    insert.run(id, title, words, Number(published), '[]', author);
  }
  const people = [1, 2].map((id) => ({ id, name: `${id}` }));
  const memory = createMemorySources(api, { articles, people });
  let found = 0;
  for (let round = 0; round < 500; round++) {
    const wanted = randomQuery(random);
    const { records } = await sources.articles.list(wanted, call);
    const expected = await memory.articles?.list?.(wanted, call);
    expect(idsOf(records), JSON.stringify(wanted)).toEqual(idsOf(expected?.records ?? []));
    found += records.length;
  }
  expect(found).toBeGreaterThan(500);
});
