/** Whether the other side of a link allows a change follows from the resource that was found: no source is asked, and nothing waits. */
import { inSteps } from '@linkage/core/internal';
import { expect, test } from 'vitest';
import { type Rules, userAccess } from '../../test/user-access.ts';
import type { Side } from '../sources/links/sides.ts';
import type { SourceCall } from '../sources/port/data-source.ts';
import { sideRefusal } from './other-sides.ts';

const because = 'The request changes links of "articles" "1"';
const cannotRead = `${because}, which the user cannot read: see \`access.articles.read\`.`;
const some = () => [{ field: 'title', values: ['a'] }];
const no = () => false;

/** Returns why article 1 cannot get an author. */
function refusalOf(rules: Rules, isVisible = true, open = {}): string | undefined {
  const { access, asked, sides } = userAccess(rules, open);
  const side = sides.sideOf('articles', 'author') as Side;
  const found = { id: '1', record: { id: '1', title: 'a' }, members: [], seen: undefined, isVisible };
  const change = { side, id: '1', added: [{ type: 'people', id: '7' }], removed: [] };
  const refusal = inSteps(() => sideRefusal(access, change, new Map([['1', found as never]]), {} as SourceCall));
  expect(asked).toEqual([]);
  return refusal as string | undefined;
}

test.each<[title: string, refusal: string | undefined, expected: string | undefined]>([
  ['without rules', refusalOf({}), undefined],
  [
    '`update` of a record that stores the link',
    refusalOf({ articles: { update: no } }),
    `${because}. \`access.articles.update\` returned false for "articles" "1".`,
  ],
  [
    '`relate`, if there is one',
    refusalOf({ articles: { relate: no } }),
    `${because}. \`access.articles.relate\` returned false for "articles" "1".`,
  ],
  [
    'a rule about the record',
    refusalOf({
      articles: { relate: (_: unknown, { record }: { record: { title: string } }) => record.title === 'a' },
    }),
    undefined,
  ],
  ['a record that the user reads', refusalOf({ articles: { read: some } }), undefined],
  ['a record that the user cannot read', refusalOf({ articles: { read: some } }, false), cannotRead],
  ['an open side asks no rule', refusalOf({ articles: { update: no } }, true, { articles: ['author'] }), undefined],
  [
    'an open side of a hidden record, with the rule `link`',
    refusalOf({ articles: { read: some, link: () => true } }, false, { articles: ['author'] }),
    cannotRead,
  ],
])('%s', (_, refusal, expected) => {
  expect(refusal).toBe(expected);
});
