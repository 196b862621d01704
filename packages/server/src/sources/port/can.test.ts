import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCan, readMethods } from './can.ts';

const [list, find, related, old] = [() => 'list', () => 'find', () => 'related', () => 'old'];
const methods = { list, find, related };
const types = ['articles'];
const operators = ['eq', 'ne', 'contains'] as const;

describe('what a source declares is about its own functions', () => {
  test('each method that is in a statement', () => {
    const { applies } = readCan('', { ...methods, appliesFilters: { methods: [list, find], types, operators } });
    expect(readMethods.filter((name) => applies[name].isDeclared)).toEqual(['list', 'find']);
    expect([[...applies.list.types], applies.list.nulls, applies.list.groups]).toEqual([['articles'], true, false]);
    expect([[...applies.related.types], applies.related.nulls]).toEqual([[], false]);
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['without methods', { types }],
    ['without types', { methods: [list] }],
  ])('an invalid statement declares nothing: %s', (_, appliesFilters) => {
    const { applies, lost } = readCan('', { ...methods, appliesFilters });
    expect([readMethods.filter((name) => applies[name].isDeclared), lost.size]).toEqual([[], 0]);
  });

  test('parameters of several declarations, none of a method that is missing, and undefined without a declaration', () => {
    const readsParameters = [
      { methods: [list, find], names: ['a'] },
      { methods: [list], names: ['b'] },
    ];
    const { reads } = readCan('', { ...methods, readsParameters });
    expect([reads.list, reads.find, reads.related, reads.stream]).toEqual([
      new Set(['a', 'b']),
      new Set(['a']),
      undefined,
      new Set(),
    ]);
  });
});

test.each<[string, object, readonly (readonly [string, readonly string[]])[]]>([
  ['nothing, if each function is a method', { appliesFilters: { methods: [list], types, groups: true } }, []],
  [
    'what the functions apply that are no longer methods',
    { appliesFilters: { methods: [old, related], types, operators, groups: true } },
    [
      ['list', ['conditions of access rules', 'groups', 'the operators ne, contains']],
      ['find', ['conditions of access rules']],
    ],
  ],
  [
    'parameters',
    { readsParameters: [{ methods: [old, find, related], names: ['searchText'] }] },
    [['list', ['the parameter `searchText`']]],
  ],
])('a method that has replaced another one has lost: %s', (_, declared, lost) => {
  expect([...readCan('', { ...methods, ...declared }).lost]).toEqual(lost);
});

test('nothing else reads the declarations of a source', () => {
  const folder = join(import.meta.dirname, '../..');
  const readers = globSync('**/*.ts', { cwd: folder })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test(?:-d)?\.ts$/.test(path))
    .filter((path) => /[.?]\.?(?:appliesFilters|readsParameters)\b/.test(readFileSync(join(folder, path), 'utf8')));
  expect(readers).toEqual(['sources/port/can.ts']);
});

test('writes that need no transaction, if the source still has the transaction that they are about', () => {
  const [update, transaction] = [() => 'update', () => 'transaction'];
  const declared = { update, transaction, atomicWrites: [update, old, transaction] };
  const atomicOf = (source: object) => [...readCan('', source).atomic];
  expect(atomicOf(declared)).toEqual(['update']);
  expect(atomicOf({ ...declared, delete: old, create: list })).toEqual(['update', 'delete']);
  expect(atomicOf({ ...declared, update: list })).toEqual([]);
  expect(atomicOf({ ...declared, transaction: list })).toEqual([]);
  expect(atomicOf({ ...declared, transaction: undefined })).toEqual(['update']);
});

test('the linkage that `create` checks, if the source still has the `create` that it is about', () => {
  const [create, other] = [() => 'create', () => 'create'];
  const checksLinks = { methods: [create], relationships: ['author'] };
  const checksOf = (source: object) => [...readCan('', source).checksLinks.create];
  expect(checksOf({ create, checksLinks })).toEqual(['author']);
  expect(checksOf({ create: other, checksLinks })).toEqual([]);
  expect(checksOf({ checksLinks: { ...checksLinks, methods: [undefined] } })).toEqual([]);
  expect(checksOf({ create, checksLinks: { methods: [create] } })).toEqual([]);
  const both = readCan('', { create, update: other, checksLinks: { ...checksLinks, methods: [create, other] } });
  expect([...both.checksLinks.update]).toEqual(['author']);
});

test('conditions of writes are declared for each method, and a replaced write has lost nothing of reads', () => {
  const [update, remove] = [() => 'update', () => 'delete'];
  const declared = { ...methods, update, delete: remove };
  const appliesFilters = { methods: [list, find, related, update], types };
  const { applies, lost } = readCan('', { ...declared, appliesFilters });
  expect([applies.update.isDeclared, applies.delete.isDeclared, lost.size]).toEqual([true, false, 0]);
  const replaced = readCan('', { ...declared, update: old, appliesFilters });
  expect([replaced.applies.update.isDeclared, replaced.lost.size]).toEqual([false, 0]);
});
