import { expect, test } from 'vitest';
import { changesOf, withChanges, withMembers } from '../page/state/changes.ts';
import type { Json, JsonObject } from '../page/state/json.ts';
import type { Answer } from '../page/state/send.ts';
import { type Versions, withAnswer } from '../page/state/versions.ts';

function answerTo(
  method: Answer['address']['method'],
  target: string,
  status: number,
  document: Json,
  tag?: string,
): Answer {
  const text = JSON.stringify(document);
  const headers = tag === undefined ? [] : [['etag', tag] as const];
  const common = { statusText: '', bytes: text.length, isCut: false, milliseconds: 0 };
  return { address: { method, target }, status, headers, text, document, ...common };
}

function versionsAfter(...answers: readonly Answer[]): Versions {
  const targetOf = ({ type, id }: JsonObject): string => `/${type}/${id}`;
  return answers.reduce<Versions>((versions, answer) => withAnswer(versions, answer, targetOf), new Map());
}

const resource = (title: string): JsonObject => ({ type: 'articles', id: '1', attributes: { title } });
const read = answerTo('GET', '/articles/1', 200, { data: resource('a') }, '"1"');
const tagAfter = (...answers: readonly Answer[]): string | undefined =>
  versionsAfter(read, ...answers).get('/articles/1')?.tag;

test.each<[string, Answer[], string | undefined]>([
  ['reading it again', [answerTo('GET', '/articles/1', 200, { data: resource('b') }, '"2"')], '"2"'],
  ['a list with other values', [answerTo('GET', '/articles', 200, { data: [resource('b')] }, '"list"')], undefined],
  ['a list with the same values', [answerTo('GET', '/articles', 200, { data: [resource('a')] }, '"list"')], '"1"'],
  ['a list without its values', [answerTo('GET', '/articles', 200, { data: [{ type: 'articles', id: '1' }] })], '"1"'],
  [
    'a document that includes other values',
    [answerTo('GET', '/people/1', 200, { data: null, included: [resource('b')] }, '"p"')],
    undefined,
  ],
  [
    'the same resource with a query',
    [answerTo('GET', '/articles/1?include=author', 200, { data: resource('a') }, '"q"')],
    '"1"',
  ],
  ['an update', [answerTo('PATCH', '/articles/1', 200, { data: resource('b') }, '"2"')], '"2"'],
  ['an update without a document', [answerTo('PATCH', '/articles/1', 204, null)], undefined],
  [
    'a job that will update it',
    [answerTo('PATCH', '/articles/1', 202, { data: { type: 'jobs', id: '1' } }, '"j"')],
    undefined,
  ],
  ['an update that failed', [answerTo('PATCH', '/articles/1', 412, { errors: [] })], '"1"'],
  ['a change of its relationship', [answerTo('PATCH', '/articles/1/relationships/author', 204, null)], undefined],
  ['its deletion', [answerTo('DELETE', '/articles/1', 204, null)], undefined],
  ['its absence', [answerTo('GET', '/articles/1', 404, { errors: [] })], undefined],
])('the version of a resource after %s', (_, answers, tag) => {
  expect(tagAfter(...answers)).toBe(tag);
});

test('a weak tag is not a condition: it never matches', () => {
  expect(tagAfter(answerTo('GET', '/articles/1', 200, { data: resource('a') }, 'W/"2"'))).toBeUndefined();
});

test('the tag of a list is that of no resource, and belongs to no request that creates', () => {
  const list = answerTo('GET', '/articles', 200, { data: [resource('a')] }, '"list"');
  expect(versionsAfter(list).size).toBe(0);
});

const before: JsonObject = {
  ...{ type: 'articles', id: '1', attributes: { title: 'a', tags: ['x'], words: 1 } },
  relationships: { author: { data: { type: 'people', id: '1' }, links: { related: '/' } } },
};

test('an update contains the changed fields only', () => {
  const body = JSON.stringify({
    data: {
      ...{ type: 'articles', id: '1', attributes: { title: 'b', tags: ['x'], words: 1, other: null } },
      relationships: { author: { data: { type: 'people', id: '1' } } },
    },
  });
  const changes = changesOf(body, before);
  expect(changes?.names).toEqual(['title', 'other']);
  expect(JSON.parse(changes?.body ?? '')).toEqual({
    data: { type: 'articles', id: '1', attributes: { title: 'b', other: null } },
  });
});

test.each([
  ['no JSON', '{'],
  ['another resource', '{"data":{"type":"articles","id":"2"}}'],
  ['an array', '[]'],
])('a text that is not an update of the resource is sent as it is: %s', (_, body) => {
  expect(changesOf(body, before)).toBeUndefined();
});

test('members beside the fields are changes', () => {
  const body = '{"data":{"type":"articles","id":"1","attributes":{"title":"a"},"meta":{"a":1}},"meta":{}}';
  expect(changesOf(body, before)?.names).toEqual(['meta', 'meta']);
});

test('the changes of one draft go into a draft of a newer version', () => {
  const draft = JSON.stringify({ data: { type: 'articles', id: '1', attributes: { title: 'new', words: 2 } } });
  const changes = JSON.stringify({ data: { type: 'articles', id: '1', attributes: { title: 'mine' } } });
  expect(JSON.parse(withChanges(draft, changes))).toEqual({
    data: { type: 'articles', id: '1', attributes: { title: 'mine', words: 2 } },
  });
});

test('members that were read later are not changes, and each other value is', () => {
  const read = withMembers({ type: 'articles', id: '1', relationships: { tags: { links: {} } } }, 'tags', [
    { type: 'tags', id: '1' },
  ]);
  const body = (ids: readonly string[]): string =>
    JSON.stringify({
      data: { type: 'articles', id: '1', relationships: { tags: { data: ids.map((id) => ({ type: 'tags', id })) } } },
    });
  expect(changesOf(body(['1']), read)?.names).toEqual([]);
  expect(changesOf(body(['1', '2']), read)?.names).toEqual(['tags']);
});
