/** The reads ahead of a write: one call for each type, and only what its rules and hooks will ask for. */
import { inSteps } from '@linkage/core/internal';
import { expect, test } from 'vitest';
import { type Rules, userAccess } from '../../test/user-access.ts';
import type { SourceCall } from '../sources/port/data-source.ts';
import { readFacts, type WriteAhead } from './read-facts.ts';
import type { WriteFacts } from './write-facts.ts';

const person = (id: string) => ({ type: 'people', id });
const asks = { updateRelationship: (_: unknown, { id }: { id: string }) => id !== '' };
const some = () => [{ field: 'name', values: ['a'] }];
const article = { id: '1', title: 'a', author: '7' };
const toPerson: WriteAhead['changes'] = [['author', { replace: person('8') }]];

function factsOf(rules: Rules, write: Partial<WriteAhead>) {
  const { request, asked } = userAccess(rules);
  const ahead = { record: article, changes: toPerson, isCompared: false, isAsked: undefined, ...write };
  const facts = inSteps(() => readFacts(request as never, 'articles', ahead, {} as SourceCall)) as WriteFacts;
  return { facts, asked };
}

test.each<[title: string, rules: Rules, write: Partial<WriteAhead>, asked: readonly string[]]>([
  ['nobody asks about the inverse relationship', {}, {}, []],
  [
    'a rule of the inverse relationship receives who gets the article, and who loses it',
    { people: asks },
    {},
    ['people 8,7, locked'],
  ],
  ['a new article takes no person from anyone', { people: asks }, { record: undefined }, ['people 8, locked']],
  ['a hook of the inverse relationship', {}, { isAsked: ({ type }) => type === 'people' }, ['people 8,7, locked']],
  ['people of whom the user reads some are found', { people: { read: some } }, { record: undefined }, ['people 8']],
  [
    'a comparison of versions needs the author that the user sees',
    { people: { read: some } },
    { isCompared: true, changes: [] },
    ['people 7'],
  ],
  ['a comparison needs no author if the user reads all people', {}, { isCompared: true, changes: [] }, []],
])('%s', (_, rules, write, asked) => {
  expect(factsOf(rules, write).asked).toEqual(asked);
});

test('the result names what was read', () => {
  const { facts } = factsOf({ people: asks }, { isHooked: true });
  expect([facts.record('articles', '1'), facts.record('people', '7')?.id]).toEqual([article, '7']);
  expect([facts.canRead('people', '8'), facts.canRead('people', '9')]).toEqual([true, undefined]);
});
