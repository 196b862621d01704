import { defineApi, toOne, type ValidateOptions, validateDocument } from '@linkage/core';
import { atomicExtension } from '@linkage/core/atomic';
import { specifiedRules } from '@linkage/core/rules';
import { describe, expect, test } from 'vitest';
import { nameRules, rangesOf, targetOf } from '../page/text/pointer-place.ts';

/** Returns the parts of a string that an editor marks. */
function marked(text: string, ...issues: readonly { readonly rule: string; readonly pointer: string }[]): string[] {
  return rangesOf(text, issues.map(targetOf)).map(({ from, to }) => text.slice(from, to));
}

const text = JSON.stringify(
  { data: { type: 'articles', id: 1, attributes: { titel: 'x' }, links: { self: null } } },
  null,
  2,
);

describe('an editor marks', () => {
  test.each([
    ['the value of a member', 'identification-strings', '/data/id', '1'],
    ['the name of a member that must not be there', 'api-fields', '/data/attributes/titel', '"titel"'],
    ['the name of a member whose name is wrong', 'recommended-names', '/data/attributes/titel', '"titel"'],
    ['the value of a type whose name is wrong', 'recommended-names', '/data/type', '"articles"'],
    ['the beginning of an object', 'resource-id', '/data', '"data": {'],
    ['the beginning of the document', 'top-level-members', '', '{'],
    ['the nearest ancestor of what does not exist', 'x', '/data/attributes/body/0', '"attributes": {'],
    ['the document for what is not a pointer', 'x', 'data', '{'],
  ])('%s', (_, rule, pointer, part) => expect(marked(text, { rule, pointer })).toEqual([part]));

  test('values of a long and indented document, wherever they stand', () => {
    const data = Array.from({ length: 60_000 }, (_, index) => ({
      type: 'articles',
      id: `${index}`,
      meta: { n: index },
    }));
    const long = JSON.stringify({ data }, null, 2);
    expect(long.length).toBeGreaterThan(5_000_000);
    const at = [0, 30_000, 59_999];
    expect(marked(long, ...at.map((index) => ({ rule: 'x', pointer: `/data/${index}/id` })))).toEqual(
      at.map((index) => `"${index}"`),
    );
  });
});

const api = defineApi({ articles: { relationships: { author: toOne('people') } }, people: {} });
const wrong = { some_name: { data: null }, 'v:x': 1 };
const links = { some_name: '/x' };
const documents: readonly { readonly document: unknown; readonly options?: ValidateOptions }[] = [
  { document: { data: { type: 'articles', id: '1', ...wrong, links, attributes: wrong }, ...wrong, links } },
  {
    document: { data: { type: 'articles', id: '1', relationships: { ...wrong, 'b/c': { data: null } } } },
    options: { api },
  },
  { document: { data: { type: 'articles', id: '1', relationships: { author: { data: null, ...wrong, links } } } } },
  {
    document: {
      data: { type: 'articles', id: '1', attributes: { type: 1, author: 1 }, relationships: { author: {} } },
    },
  },
  { document: { errors: [{ ...wrong, links, source: wrong }], jsonapi: wrong } },
  {
    document: { 'atomic:operations': [{ op: 'remove', ref: { type: 'a', id: '1', ...wrong }, ...wrong }] },
    options: { extensions: [atomicExtension] },
  },
];

test.each(documents)('a name that is wrong is marked, and not its value: $document', ({ document, options = {} }) => {
  const { issues = [] } = validateDocument(document, { level: 'should', ...options });
  const names = ['some_name', 'v:x', 'b/c', 'type', 'author'];
  const about = issues.filter(({ pointer, message }) => {
    const name = pointer.slice(pointer.lastIndexOf('/') + 1).replaceAll('~1', '/');
    return names.includes(name) && (message.includes(`"${name}"`) || message.includes(`\`${name}\``));
  });
  expect(about.length).toBeGreaterThan(0);
  expect(about.filter((issue) => targetOf(issue).isName !== true)).toEqual([]);
});

test('the rules about names exist', () => {
  const rules = [...specifiedRules, ...(atomicExtension.rules ?? [])].map(({ id }) => id);
  expect([...nameRules].filter((rule) => rule !== 'repeated-member' && !rules.includes(rule))).toEqual([]);
});
