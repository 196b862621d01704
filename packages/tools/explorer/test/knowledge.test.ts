import { describe, expect, test } from 'vitest';
import { targetOf } from '../page/state/address.ts';
import { learnLinks, withoutGuess } from '../page/state/guessed-types.ts';
import { collectionAt, type Knowledge, learn, typeAt } from '../page/state/knowledge.ts';
import { nothing, withResponse } from '../page/state/learned.ts';
import type { Answer } from '../page/state/send.ts';
import { toClient } from '../page/text/client-code.ts';

const api = 'https://example.com/api/';

/** Learns from a resource with a self link. */
function learned(self: string, documentUrl = `${api}x`, before: Knowledge = new Map(), type = 'articles'): Knowledge {
  const document = {
    data: { type, id: '1', links: { self }, relationships: { author: { data: { type: 'people', id: '9' } } } },
  };
  return learn(before, document, new Set(), (link) => targetOf(link, api, documentUrl));
}

describe('the path of a collection, from the self link of a resource', () => {
  test.each([
    ['https://example.com/api/articles/1', '/articles'],
    ['https://example.com/api/v2/shop/articles/1', '/v2/shop/articles'],
    ['/api/v2/articles/1?fields[articles]=title', '/v2/articles'],
    ['https://example.com/api/v2/articles/a%2Fb', '/v2/articles'],
    ['articles/1', '/v2/articles'],
    ['https://example.com/api/1', '/articles'],
    ['http://internal:3000/v9/things/1', '/things'],
    ['http://[', '/articles'],
  ])('%s', (self, path) => {
    expect(learned(self, `${api}v2/list`).get('articles')?.path).toBe(path);
  });
});

test('a number that was counted is not replaced by an estimate, until something is created or deleted', () => {
  const known = learned('/api/articles/1');
  const answer = (page: object, method = 'GET', target = '/articles'): Answer =>
    ({ address: { method, target }, status: 200, headers: [], document: { data: [], meta: { page } } }) as never;
  const [counted, estimate] = [answer({ total: 60 }), answer({ estimatedTotal: { bestGuess: 57 } })];
  const deleted = answer({}, 'DELETE', '/articles/1');
  const totalAfter = (...answers: readonly Answer[]) =>
    answers.reduce((before, it) => withResponse(before, known, it), nothing).totals.get('/articles');
  expect(totalAfter(estimate)).toEqual({ count: 57, isEstimate: true });
  expect(totalAfter(counted, estimate)).toEqual({ count: 60, isEstimate: false });
  expect(totalAfter(counted, deleted)).toEqual({ count: 60, isEstimate: true });
  expect(totalAfter(counted, deleted, estimate)).toEqual({ count: 57, isEstimate: true });
});

test('a path belongs to the collection with the longest path', () => {
  const known = learned('/api/v2/articles/1', undefined, learned('/api/v2/1', undefined, new Map(), 'versions'));
  const both = learned('/api/v2/articles/1/parts/1', undefined, known, 'parts');
  expect(collectionAt(both, '/v2/articles/1')).toMatchObject({ type: { name: 'articles' }, rest: ['1'] });
  expect(typeAt(both, '/v2/articles')?.name).toBe('articles');
  expect(typeAt(both, '/v2/articles/1/parts/7')?.name).toBe('parts');
  expect(collectionAt(both, '/v3/articles')).toBeUndefined();
});

test('the code of the client has the path before the collection in its base URL', () => {
  const known = learned('/api/v2/articles/1');
  const code = (target: string, path: string): string | undefined =>
    toClient(
      { api: 'https://example.com/api', address: { method: 'GET', target }, headers: [], body: '', ifMatch: undefined },
      collectionAt(known, path)?.type,
    );
  expect(code('/v2/articles/1', '/v2/articles/1')).toContain('baseUrl: "https://example.com/api/v2" });');
  expect(code('/v2/articles/1', '/v2/articles/1')).toContain('client.get("articles", "1")');
  expect(
    toClient(
      { api: '/', address: { method: 'GET', target: '/list' }, headers: [], body: '', ifMatch: undefined },
      learned('/api/list/1').get('articles'),
    ),
  ).toBeUndefined();
});

test('a relationship without linkage does not change its kind', () => {
  const learnAgain = (before: Knowledge, relationship: object): Knowledge =>
    learn(
      before,
      { data: { type: 'articles', id: '1', relationships: { tags: relationship } } } as never,
      new Set(),
      () => undefined,
    );
  const many = learnAgain(new Map(), { data: [] });
  expect(many.get('articles')?.fields.get('tags')?.kind).toBe('to-many');
  const links = { links: { related: '/api/articles/1/tags' } };
  expect(learnAgain(many, links).get('articles')?.fields.get('tags')?.kind).toBe('to-many');
  expect(learnAgain(many, { data: null }).get('articles')?.fields.get('tags')?.kind).toBe('to-one');
});

test('an attribute of which the page has seen a value and null can be null', () => {
  const learnFrom = (before: Knowledge, words: number | null): Knowledge =>
    learn(before, { data: { type: 'articles', id: '1', attributes: { words } } }, new Set(), () => undefined);
  const schemaOf = (known: Knowledge) => known.get('articles')?.fields.get('words')?.schema;
  const known = learnFrom(learnFrom(new Map(), 5), null);
  expect(schemaOf(known)).toEqual({ type: ['number', 'null'] });
  expect(schemaOf(learnFrom(known, 6))).toEqual({ type: ['number', 'null'] });
  // Null alone does not tell the type.
  expect(schemaOf(learnFrom(new Map(), null))).toBeUndefined();
});

describe('the name of a link of the root document', () => {
  const root = { links: { users: '/api/user', self: '/api' }, meta: {} };
  const guessed = learnLinks(new Map(), root, (link) => targetOf(link, api));
  const read = (data: readonly object[], path = '/user') => withoutGuess(guessed, { data: data as never }, path);

  test('is a guess of the type', () =>
    expect([...guessed.values()]).toMatchObject([{ name: 'users', isGuessed: true }]));

  test('gives way to the type of the first list at this path', () => {
    const known = [...read([{ type: 'user', id: '1', attributes: { name: 'A' } }]).values()];
    expect(known).toMatchObject([{ name: 'user', path: '/user' }]);
    expect(known[0]?.isGuessed).toBeUndefined();
  });

  test('stays if the list is empty or has this type, and after a list at another path', () => {
    for (const data of [[], [{ type: 'users', id: '1' }]]) {
      const known = read(data);
      expect([...known.keys()]).toEqual(['users']);
      expect(known.get('users')?.isGuessed).toBeUndefined();
    }
    expect(read([{ type: 'user', id: '1' }], '/other').get('users')?.isGuessed).toBe(true);
  });
});
