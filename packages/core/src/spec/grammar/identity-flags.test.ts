import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createIdentityFlags, type IdentityFlags, setFlags } from './identity-flags.ts';

function sizesOf({ types }: IdentityFlags): readonly number[] {
  return [...types.values()].map(({ byNumber }) => byNumber?.length ?? 0);
}

function stringsOf({ types }: IdentityFlags): readonly string[] {
  return [...types.values()].flatMap(({ byText }) => [...byText.keys()]);
}

describe.each([64, 65])('in a document of %i resources marks are kept', (resources) => {
  test.each(['0', '1', '63', '64', '1023', '99999', 'a', '', '01', '__proto__', 'constructor', '1000000000'])(
    'for the id %j',
    (id) => {
      const index = createIdentityFlags(resources);
      expect(setFlags(index, 'a', id, 1)).toBe(0);
      expect(setFlags(index, 'a', id, 6)).toBe(1);
      expect(setFlags(index, 'a', id, 2)).toBe(7);
      expect(setFlags(index, 'a', id, 0)).toBe(7);
    },
  );

  test.each([
    ['another id', 'a', '2'],
    ['the same number written otherwise', 'a', '01'],
    ['another type', 'b', '1'],
    ['a type that objects inherit', '__proto__', '1'],
  ])('apart from those of %s', (_, type, id) => {
    const index = createIdentityFlags(resources);
    setFlags(index, 'a', '1', 1);
    expect(setFlags(index, type, id, 2)).toBe(0);
    expect(setFlags(index, 'a', '1', 0)).toBe(1);
    expect(setFlags(index, type, id, 0)).toBe(2);
  });

  test('when three types take turns', () => {
    const index = createIdentityFlags(resources);
    const add = (flags: number): readonly number[] =>
      ['a', 'b', 'c', 'a', 'c', 'b', 'b'].map((type, at) => setFlags(index, type, '1', flags << at));
    expect(add(1)).toEqual([0, 0, 0, 1, 4, 2, 34]);
    expect([...index.types.keys()]).toEqual(['a', 'b', 'c']);
  });
});

describe('room', () => {
  test('small numbers are not keys of a map', () => {
    const index = createIdentityFlags(2000);
    for (let id = 1000; id >= 0; id--) setFlags(index, 'a', String(id), 1);
    for (let id = 0; id <= 3000; id++) setFlags(index, 'b', String(id), 1);
    expect(stringsOf(index)).toEqual([]);
    expect(sizesOf(index)).toEqual([1024, 4096]);
  });

  test('few resources have none', () => {
    const index = createIdentityFlags(64);
    setFlags(index, 'a', '1', 1);
    expect(stringsOf(index)).toEqual(['1']);
    expect(createIdentityFlags(65).room).toBe(4 * 65 + 1024);
  });

  test('arrays grow fourfold, from 64', () => {
    const index = createIdentityFlags(1000);
    const sizes = ['0', '63', '64', '255', '256'].map((id) => {
      setFlags(index, 'a', id, 1);
      return sizesOf(index)[0];
    });
    expect(sizes).toEqual([64, 64, 256, 256, 1024]);
  });

  test('marks stay when an array grows', () => {
    const index = createIdentityFlags(1000);
    setFlags(index, 'a', '7', 5);
    setFlags(index, 'a', '700', 1);
    expect(setFlags(index, 'a', '7', 0)).toBe(5);
    expect(stringsOf(index)).toEqual([]);
  });

  test('four numbers for each resource and 1,024 more, of all types together', () => {
    const index = createIdentityFlags(80);
    for (let type = 0; type < 24; type++) setFlags(index, `t${type}`, '1', 1);
    expect(sizesOf(index)).toEqual([...Array.from({ length: 21 }, () => 64), 0, 0, 0]);
    expect(index.room).toBe(0);
    expect(stringsOf(index)).toEqual(['1', '1', '1']);
  });

  test.each(['2048', '999999999', '2147483647', '2147483648', '4294967295', '4294967296', '9007199254740993'])(
    'the id %s claims none in a small document',
    (id) => {
      const index = createIdentityFlags(65);
      setFlags(index, 'a', id, 1);
      expect(sizesOf(index)).toEqual([0]);
      setFlags(index, 'a', '1', 1);
      expect(sizesOf(index)).toEqual([64]);
      expect(stringsOf(index)).toEqual([id]);
    },
  );

  test('an array of any length gives room for four million numbers at most', () => {
    const index = createIdentityFlags(2 ** 32 - 1);
    setFlags(index, 'a', String(2 ** 22), 1);
    expect(sizesOf(index)).toEqual([0]);
    setFlags(index, 'a', String(2 ** 22 - 1), 1);
    expect(sizesOf(index)).toEqual([2 ** 22]);
  });
});

test('marks are those of a map, whatever the ids', () => {
  const id = fc.oneof(
    fc.nat(100).map(String),
    fc.nat(5000).map(String),
    fc.nat().map(String),
    fc.string({ unit: fc.constantFrom('0', '1', '9', 'a'), maxLength: 3 }),
  );
  const addition = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), id, fc.nat(7));
  fc.assert(
    fc.property(fc.nat(300), fc.array(addition, { maxLength: 200, size: 'max' }), (resources, additions) => {
      const index = createIdentityFlags(resources);
      const { room } = index;
      const expected = new Map<string, number>();
      for (const [type, text, flags] of additions) {
        const before = expected.get(type + text) ?? 0;
        expect(setFlags(index, type, text, flags)).toBe(before);
        expected.set(type + text, before | flags);
      }
      expect(sizesOf(index).reduce((sum, size) => sum + size, 0)).toBe(room - index.room);
      expect(index.room).toBeGreaterThanOrEqual(0);
    }),
  );
});
