import { expect, test } from 'vitest';
import { call, idsOf, openNewsroom, query } from '../../test/newsroom.ts';

type Operator = 'eq' | 'lt' | 'le' | 'gt' | 'ge';

async function idsWhere(...terms: readonly (readonly [string, Operator, ...unknown[]])[]) {
  const { sources, statements } = openNewsroom();
  const filter = terms.map(([field, operator, ...values]) => ({ field, operator, values }));
  const { records } = await sources.articles.list(query({ filter }), call);
  expect(statements).toHaveLength(1);
  return idsOf(records).join('');
}

test.each([
  [['title', 'eq', 'Beta'], 'be'],
  [['title', 'eq', 'Beta', 'Gamma'], 'bce'],
  [['published', 'eq', true], 'acd'],
  [['published', 'eq', false], 'be'],
  [['words', 'eq', null], 'c'],
  [['words', 'eq', null, 100], 'bcd'],
  [['words', 'lt', 200], 'bd'],
  [['words', 'le', 200], 'bde'],
  [['words', 'gt', 200], 'a'],
  [['words', 'ge', 200], 'ae'],
  [['words', 'lt', 101, 201], 'bde'],
  [['words', 'lt', null], ''],
  [['words', 'ge', null], ''],
] as const)('an attribute: %j', async (term, ids) => {
  expect(await idsWhere([...term] as [string, Operator, ...unknown[]])).toBe(ids);
});

test.each([
  [['author', 'eq', '1'], 'ab'],
  [['author', 'eq', '1', '2'], 'abce'],
  [['author', 'eq', '01'], ''],
  [['tags', 'eq', 't1'], 'ac'],
  [['tags', 'eq', 't1', 't2'], 'abc'],
  [['comments', 'eq', '1', '2', '3'], 'ab'],
  [['comments', 'eq', "1' or '1'='1"], ''],
  [['tags', 'eq', "t1') or (1=1"], ''],
] as const)('a relationship, each record once: %j', async (term, ids) => {
  expect(await idsWhere([...term] as [string, Operator, ...unknown[]])).toBe(ids);
});

test.each([
  [['id', 'eq', 'a', 'c', 'zzz'], 'ac'],
  [['id', 'eq'], ''],
  [['author.id', 'eq', '1'], 'ab'],
  [['author.id', 'eq', '01'], ''],
] as const)('the id: %j', async (term, ids) => {
  expect(await idsWhere([...term] as [string, Operator, ...unknown[]])).toBe(ids);
});

test('a record must match all terms', async () => {
  expect(await idsWhere(['tags', 'eq', 't2'], ['words', 'lt', 200], ['title', 'eq', 'Beta'])).toBe('b');
});

test.each(["Beta' or '1'='1", 'Beta"; --', '1 or 1=1'])('the value %j is a value', async (value) => {
  expect(await idsWhere(['title', 'eq', value])).toBe('');
});

test.each([
  [['nope', 'eq', 1], 'does not have an attribute "nope"'],
  [['@tenant', 'eq', 1], 'does not have an attribute "@tenant". Name its column in `columns` of the mapping.'],
  [['headline" or 1=1 --', 'eq', 1], 'does not have an attribute'],
  [['title', 'like' as 'eq', '%'], 'Unknown filter operator "like"'],
  [['title', 'constructor' as 'eq', '%'], 'Unknown filter operator'],
  [['title', 'eq', undefined], 'must not contain undefined'],
  [['author', 'lt', '1'], 'must have the operator "eq"'],
  [['id', 'lt', 'c'], 'must have the operator "eq"'],
] as const)('never left out: %j', async (term, message) => {
  await expect(idsWhere([...term] as [string, Operator, ...unknown[]])).rejects.toThrow(message);
});

test('a term without values matches no records', async () => {
  expect(await idsWhere(['title', 'eq'])).toBe('');
  expect(await idsWhere(['title', 'lt'])).toBe('');
  expect(await idsWhere(['author', 'eq'])).toBe('');
});
