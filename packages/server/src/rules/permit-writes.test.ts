/** The decision of rules about a write follows from its input and its facts: no source is asked, and nothing waits. */
import { JsonApiError } from '@linkage/core';
import { inSteps } from '@linkage/core/internal';
import { expect, test } from 'vitest';
import { type Rules, userAccess } from '../../test/user-access.ts';
import type { Action } from '../sources/port/actions.ts';
import type { SourceCall } from '../sources/port/data-source.ts';
import { permitOf } from './permit-writes.ts';
import { WriteFacts } from './write-facts.ts';

const call = {} as SourceCall;
const person = (id: string) => ({ type: 'people', id });
const article = { id: '1', title: 'a', author: '7' };
const input = (attributes: object, relationships: object = {}) => ({ type: 'articles', attributes, relationships });

/** Returns the reason of the rejection with its pointer, or the input that the source receives. */
function answerOf(action: Action, rules: Rules, given: unknown): unknown {
  const { access, asked, typeOf } = userAccess(rules);
  const facts = new WriteFacts();
  facts.keepRecords('articles', [article as never]);
  facts.keepRecords('people', [person('7'), person('8')].map(({ id }) => ({ id, articles: [] })) as never);
  const author = { type: typeOf('people'), id: '7', record: undefined, meta: undefined };
  facts.linkage.set('author', { of: () => [author] as never, isWhole: true });
  const id = action === 'create' ? undefined : '1';
  const write = { id, found: { record: article }, given, relationship: 'author', isOfNew: false };
  try {
    const permitted = inSteps(() =>
      permitOf[action]({ ...access.guarded('articles'), facts }, write as never, call),
    ) as never as { readonly given: unknown };
    return permitted.given ?? 'permitted';
  } catch (thrown) {
    if (!JsonApiError.is(thrown)) throw thrown;
    return [(thrown.cause as Error).message, thrown.errors[0]?.source?.pointer];
  } finally {
    expect(asked).toEqual([]);
  }
}

const rejected = (rule: string, about: string, pointer?: string) => [
  `\`access.articles.${rule}\` returned false for ${about}.`,
  pointer,
];
const renamed = input({ title: 'b' });
const moved = input({}, { author: person('8') });
const no = () => false;

test.each<[title: string, action: Action, rules: Rules, given: unknown, expected: unknown]>([
  ['without a rule, an update is allowed', 'update', {}, renamed, renamed],
  [
    'an update that its rule rejects',
    'update',
    { articles: { update: no } },
    renamed,
    rejected('update', '"articles" "1"'),
  ],
  [
    'the rule compares the record and the input',
    'update',
    { articles: { update: (_: unknown, it: never) => it['record']['title'] !== it['input']['attributes']['title'] } },
    renamed,
    renamed,
  ],
  [
    'a relationship of an update, at its place in the document',
    'update',
    { articles: { updateRelationship: no } },
    moved,
    rejected('updateRelationship', '"articles" "1"', '/data/relationships/author'),
  ],
  [
    'an update without relationships does not ask `updateRelationship`',
    'update',
    { articles: { updateRelationship: no } },
    renamed,
    renamed,
  ],
  [
    'the person who gets an article rejects it',
    'update',
    { people: { updateRelationship: (_: unknown, { id }: { id: string }) => id !== '8' } },
    moved,
    [
      'The request changes links of "people" "8". `access.people.updateRelationship` returned false for "people" "8".',
      '/data/relationships/author',
    ],
  ],
  [
    'the person who loses an article rejects it',
    'updateRelationship',
    { people: { updateRelationship: (_: unknown, { id }: { id: string }) => id !== '7' } },
    { replace: person('8') },
    [
      'The request changes links of "people" "7". `access.people.updateRelationship` returned false for "people" "7".',
      undefined,
    ],
  ],
  [
    'a new resource that its rule rejects',
    'create',
    { articles: { create: no } },
    renamed,
    rejected('create', 'a new resource of type "articles"'),
  ],
  [
    'a new resource that the user cannot read',
    'create',
    { articles: { read: no } },
    renamed,
    [
      'The user cannot read resources of type "articles", so they cannot create one: see `access.articles.read`.',
      undefined,
    ],
  ],
  ['a deletion that its rule allows', 'delete', { articles: { delete: () => true } }, undefined, 'permitted'],
  [
    'a deletion that its rule rejects',
    'delete',
    { articles: { delete: no } },
    undefined,
    rejected('delete', '"articles" "1"'),
  ],
])('%s', (_, ...[action, rules, given, expected]) => {
  expect(answerOf(action, rules, given)).toEqual(expected);
});
