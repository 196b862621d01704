import { describe, expect, test } from 'vitest';
import { defineExtension } from '../../media-type/extension.ts';
import { validateDocument } from '../../validate/validate-document.ts';

const facts = {
  level: 'must',
  spec: 'https://example.com/ext/watching',
  receiver: 'reject',
  statement: 'Everything is watched.',
  requirements: [],
} as const;

/** An object that tells when a member of it is read. */
function watched(member: string, reads: string[]): object {
  return {
    get [member](): string {
      reads.push(member);
      return 'x';
    },
  };
}

describe('once there are as many issues as wanted', () => {
  test.each<[string, (rest: object) => object, string]>([
    ['members', (rest) => ({ data: 1, meta: rest }), '/data'],
    ['elements', (rest) => ({ data: [1, rest] }), '/data/0'],
    ['link objects', (rest) => ({ meta: {}, links: { self: { href: 1 }, related: rest } }), '/links/self/href'],
  ])('the %s behind are not read', (_, create, pointer) => {
    const reads: string[] = [];
    const document = create(watched('href', reads));
    expect(validateDocument(document, { maxIssues: 1 }).issues).toMatchObject([{ pointer }]);
    expect(reads).toEqual([]);
    validateDocument(document);
    expect(reads).not.toEqual([]);
  });
});

test('the elements of an array may be any values of JSON', () => {
  const list = defineExtension({
    uri: 'https://example.com/ext/list',
    namespace: 'list',
    members: { document: { of: 'list:of' } },
    nodeKinds: { 'list:of': { shape: 'array', element: 'value' } },
  });
  const pointers = (...values: readonly unknown[]): readonly string[] | undefined =>
    validateDocument({ meta: {}, 'list:of': values }, { extensions: [list] }).issues?.map(({ pointer }) => pointer);
  expect(pointers('x', 1, true, null, [], {})).toBeUndefined();
  expect(pointers('x', Number.NaN, undefined, () => 1, [1n])).toEqual([
    '/list:of/1',
    '/list:of/2',
    '/list:of/3',
    '/list:of/4',
  ]);
});

test('members of meta are values of JSON, whatever their names', () => {
  const open = defineExtension({ uri: 'https://example.com/ext/open', namespace: 'open' });
  const meta = { '@a': Number.NaN, 'open:a': Number.NaN, 'not-legal!': Number.NaN };
  expect(validateDocument({ meta }, { extensions: [open] }).issues).toMatchObject([
    { rule: 'json-value', pointer: '/meta/@a' },
    { rule: 'json-value', pointer: '/meta/open:a' },
    { rule: 'json-value', pointer: '/meta/not-legal!' },
  ]);
});

test('only fields with names that fields cannot have count as not defined', () => {
  const seen: unknown[] = [];
  const watching = defineExtension({
    uri: 'https://example.com/ext/watching',
    rules: [{ ...facts, id: 'watching', unknownMember: { attributes: ({ key }) => void seen.push(key) } }],
  });
  const attributes = { name: 1, '@a': 2, 'not-legal!': 3, type: 4 };
  validateDocument({ data: { type: 'a', id: '1', attributes } }, { extensions: [watching] });
  expect(seen).toEqual(['not-legal!', 'type']);
});

test('only what stands where an object must has another shape: a link may be a string', () => {
  const seen: unknown[] = [];
  const watching = defineExtension({
    uri: 'https://example.com/ext/watching',
    rules: [{ ...facts, id: 'watching', wrongShape: { 'link-object': ({ value }) => void seen.push(value) } }],
  });
  validateDocument({ meta: {}, links: { self: '/', related: null } }, { extensions: [watching] });
  expect(seen).toEqual([]);
});
