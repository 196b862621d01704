/** Whether the inverse of a link allows a change follows from the resource that was found: no source is asked, and nothing waits. */
import { inSteps } from '@linkage/core/internal';
import { expect, test } from 'vitest';
import { type Rules, userAccess } from '../../test/user-access.ts';
import type { Side } from '../sources/links/sides.ts';
import type { SourceCall } from '../sources/port/data-source.ts';
import { sideRejection } from './inverse-rules.ts';

const because = 'The request changes links of "articles" "1"';
const cannotRead = `${because}, which the user cannot read: see \`access.articles.read\`.`;
const some = () => [{ field: 'title', values: ['a'] }];
const no = () => false;

/** Returns why article 1 cannot get an author. */
function rejectionOf(rules: Rules, isVisible = true, open = {}): string | undefined {
  const { access, asked, sides } = userAccess(rules, open);
  const side = sides.sideOf('articles', 'author') as Side;
  const found = { id: '1', record: { id: '1', title: 'a' }, members: [], seen: undefined, isVisible };
  const change = { side, id: '1', added: [{ type: 'people', id: '7' }], removed: [] };
  const rejection = inSteps(() => sideRejection(access, change, new Map([['1', found as never]]), {} as SourceCall));
  expect(asked).toEqual([]);
  return rejection as string | undefined;
}

test.each<[title: string, rejection: string | undefined, expected: string | undefined]>([
  ['without rules', rejectionOf({}), undefined],
  [
    '`update` of a record that stores the link',
    rejectionOf({ articles: { update: no } }),
    `${because}. \`access.articles.update\` returned false for "articles" "1".`,
  ],
  [
    '`updateRelationship`, if there is one',
    rejectionOf({ articles: { updateRelationship: no } }),
    `${because}. \`access.articles.updateRelationship\` returned false for "articles" "1".`,
  ],
  [
    'a rule about the record',
    rejectionOf({
      articles: { updateRelationship: (_: unknown, { record }: { record: { title: string } }) => record.title === 'a' },
    }),
    undefined,
  ],
  ['a record that the user reads', rejectionOf({ articles: { read: some } }), undefined],
  ['a record that the user cannot read', rejectionOf({ articles: { read: some } }, false), cannotRead],
  ['an open side asks no rule', rejectionOf({ articles: { update: no } }, true, { articles: ['author'] }), undefined],
  [
    'an open side of a hidden record, with the rule `link`',
    rejectionOf({ articles: { read: some, link: () => true } }, false, { articles: ['author'] }),
    cannotRead,
  ],
])('%s', (_, rejection, expected) => {
  expect(rejection).toBe(expected);
});
