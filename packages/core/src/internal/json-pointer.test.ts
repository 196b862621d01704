import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pointerResolves } from '../../test/pointer-resolves.ts';
import { formatPointer } from './json-pointer.ts';

describe('formatPointer', () => {
  test.each<[segments: (string | number)[], pointer: string]>([
    [[], ''],
    [[''], '/'],
    [['data'], '/data'],
    [['data', 0, 'id'], '/data/0/id'],
    [['a/b'], '/a~1b'],
    [['m~n'], '/m~0n'],
    [['~1'], '/~01'],
    [['~/'], '/~0~1'],
    [[' ', '"', '\\', '%', 'ä'], '/ /"/\\/%/ä'],
    [['', ''], '//'],
  ])('%j is %j', (segments, pointer) => {
    expect(formatPointer(segments)).toBe(pointer);
  });
});

describe('pointerResolves (ERR-15)', () => {
  // The document of RFC 6901, section 5, with a few members more.
  const document = JSON.parse(
    '{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\\\j":5,"k\\"l":6," ":7,"m~n":8,"~1":9,"none":null,"deep":{"list":[[{"x":[]}]]},"length":1}',
  );

  test.each([
    [''],
    ['/foo'],
    ['/foo/0'],
    ['/foo/1'],
    ['/'],
    ['/a~1b'],
    ['/c%d'],
    ['/e^f'],
    ['/g|h'],
    ['/i\\j'],
    ['/k"l'],
    ['/ '],
    ['/m~0n'],
    ['/~01'],
    ['/none'],
    ['/deep/list/0/0/x'],
    ['/length'],
  ])('%j leads to a value', (pointer) => {
    expect(pointerResolves(document, pointer)).toBe(true);
  });

  test.each([
    ['foo', 'does not have a leading slash'],
    ['#/foo', 'is a URI fragment'],
    ['$.foo', 'is a JSONPath'],
    ['/foo/2', 'is behind the last element'],
    ['/foo/-', 'names the element that does not exist yet'],
    ['/foo/00', 'has a leading zero'],
    ['/foo/01', 'has a leading zero'],
    ['/foo/+1', 'has a sign'],
    ['/foo/1.0', 'is not an index'],
    ['/foo/length', 'is a property of arrays, no value of the document'],
    ['/foo/0/0', 'goes into a string'],
    ['/foo/0/length', 'goes into a string'],
    ['/none/x', 'goes into null'],
    ['/m~n', 'has a tilde that escapes nothing'],
    ['/m~', 'ends with a tilde'],
    ['/~2', 'has an unknown escape'],
    ['/a/b', 'misses the escape of its slash'],
    ['/foo/', 'names an empty member of an array'],
    ['/__proto__', 'is inherited'],
    ['/constructor', 'is inherited'],
    ['/foo/constructor', 'is inherited'],
    ['/toString', 'is inherited'],
  ])('%j does not: it %s', (pointer) => {
    expect(pointerResolves(document, pointer)).toBe(false);
  });

  test('a document that is not an object has its root only', () => {
    for (const root of [null, true, 0, 'text']) {
      expect(pointerResolves(root, '')).toBe(true);
      expect(pointerResolves(root, '/0')).toBe(false);
      expect(pointerResolves(root, '/length')).toBe(false);
    }
  });

  test('every name, formatted, leads to its member', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 6 }), (names) => {
        let nested: unknown = 'end';
        for (const name of names.toReversed()) nested = Object.fromEntries([[name, nested]]);
        expect(pointerResolves(nested, formatPointer(names))).toBe(true);
        expect(pointerResolves(nested, formatPointer([...names, 'beyond']))).toBe(false);
      }),
    );
  });
});
