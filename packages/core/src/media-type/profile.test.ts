import { describe, expect, test } from 'vitest';
import { defineProfile } from './profile.ts';

test('PRO-05: a profile is declared by its URI', () => {
  const definition = { uri: 'https://example.com/profiles/flexible' };
  const profile = defineProfile(definition);
  expect(profile).toEqual(definition);
  expect(Object.isFrozen(profile)).toBe(true);
  expect(Object.isFrozen(definition)).toBe(false);
});

test.each([[''], ['flexible'], ['/profiles/flexible'], ['https://a.example b'], ['https://a.example/"']])(
  'PRO-05: %j is not a URI of a profile',
  (uri) => {
    expect(() => defineProfile({ uri })).toThrow(TypeError);
    expect(() => defineProfile({ uri })).toThrow(JSON.stringify(uri));
  },
);

test('a profile leads to places that exist, and is frozen at every depth', () => {
  const uri = 'https://example.com/profiles/flexible';
  const nodeKinds = { 'p:page': { shape: 'object', others: 'value', names: 'any' } } as const;
  const profile = defineProfile({ uri, members: { meta: { page: 'p:page', at: null } }, nodeKinds });
  expect(Object.isFrozen(profile.members.meta)).toBe(true);
  expect(Object.isFrozen(profile.nodeKinds['p:page'])).toBe(true);
  for (const definition of [
    { members: { meta: { page: 'p:pages' } } },
    { nodeKinds: { 'p:page': { shape: 'array', element: 'p:pages' } } },
  ] as const) {
    expect(() => defineProfile({ uri, ...definition })).toThrow('"p:pages"');
  }
});

const uri = 'https://example.com/profiles/flexible';

test.each([[undefined], [null], [1], [[uri]]])('PRO-05: %j is not a URI', (value) => {
  expect(() => defineProfile({ uri: value as unknown as string })).toThrow('`uri` must be a URI');
});

describe('query parameters', () => {
  test.each([
    ['PRO-02', 'camelCase'],
    ['PRO-02', 'a1'],
    ['PRO-02', 'with-hyphen'],
    ['PRO-02', 'é'],
    ['PRO-03', 'page'],
    ['PRO-03', 'filter'],
  ])('%s: %j may be one of a profile', (_, name) => {
    const profile = defineProfile({ uri, parameters: [name] });
    expect(profile.parameters).toEqual([name]);
    expect(Object.isFrozen(profile.parameters)).toBe(true);
  });

  test.each([
    ['PRO-02: letters a-z only', 'custom'],
    ['PRO-04: of the specification', 'include'],
    ['PRO-04: of the specification', 'sort'],
    ['PRO-04: of the specification', 'fields'],
    ['PRO-02: of an extension', 'atomic:all'],
    ['PRO-02: not a valid name', 'page[size]'],
    ['PRO-02: not a valid name', '-A'],
    ['PRO-02: empty', ''],
  ])('%s: %j is rejected', (_, name) => {
    expect(() => defineProfile({ uri, parameters: ['filter', name] })).toThrow(TypeError);
    expect(() => defineProfile({ uri, parameters: ['filter', name] })).toThrow(
      `but it contains ${JSON.stringify(name)}`,
    );
  });
});

describe('members', () => {
  test.each([
    ['PRO-06: any name in meta', { meta: { '@a': null, 'b:c': null, type: null } }],
    ['PRO-06: fields', { attributes: { timestamps: null }, relationships: { 'last-editor': null } }],
  ])('%s', (_, members) => {
    expect(defineProfile({ uri, members }).members).toEqual(members);
  });

  test.each([
    ['PRO-01: the document is not open', { document: { a: null } }, '"document"'],
    ['PRO-01: nor is the links object', { 'top-level-links': { a: null } }, '"top-level-links"'],
    ['PRO-01: an attribute called id', { attributes: { id: null } }, '"id"'],
    ['PRO-01: a relationship called type', { relationships: { type: null } }, '"type"'],
    ['PRO-01: a name of an extension', { attributes: { a: null, 'v:a': null } }, '"v:a"'],
    ['PRO-01: an at-member', { relationships: { '@a': null } }, '"@a"'],
  ])('%s', (_, members, named) => {
    expect(() => defineProfile({ uri, members: members as object })).toThrow(TypeError);
    expect(() => defineProfile({ uri, members: members as object })).toThrow(named);
  });

  test('PRO-01: places without a colon could be those of the specification', () => {
    expect(() => defineProfile({ uri, nodeKinds: { meta: { shape: 'object' } } })).toThrow('"meta"');
  });
});

test.each([
  ['a parameter', { parameters: [{ name: 'x:c' }] }, '`parameters` must be an array of strings'],
  ['the members of a kind', { members: { meta: 'page' } }, '`members.meta` must be an object'],
  ['the node kind of a member', { members: { meta: { page: { shape: 'object' } } } }, 'an object is not a node kind'],
  ['a rule', { rules: ['x'] }, '`rules` must be an array of objects'],
])('%s of another type is named', (_, definition, message) => {
  expect(() => defineProfile({ uri, ...(definition as object) })).toThrow(message);
});
