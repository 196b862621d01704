import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonPlace, jsonPathAt, jsonPlaces } from './json-places.ts';
import { formatPointer } from './json-pointer.ts';

const text = '{"a":[1,{"b/c":"x,\\"]","d":{}}, "s"],\n "~":{"e":[[],[true]]},"f":null}';

function placeOf(json: string, pointer: string, orAncestor = false): JsonPlace | undefined {
  return jsonPlaces(json, [pointer], { orAncestor }).get(pointer);
}

function shown(json: string, pointer: string, orAncestor = false): string | undefined {
  const place = placeOf(json, pointer, orAncestor);
  return place && json.slice(place.from, place.to);
}

test.each([
  ['', '{'],
  ['/a', '['],
  ['/a/0', '1'],
  ['/a/1', '{'],
  ['/a/1/b~1c', '"x,\\"]"'],
  ['/a/1/d', '{'],
  ['/a/2', '"s"'],
  ['/~0/e/1/0', 'true'],
  ['/f', 'null'],
])('finds %j', (pointer, value) => expect(shown(text, pointer)).toBe(value));

test.each([
  ['/a', '"a"'],
  ['/a/1/b~1c', '"b/c"'],
  ['/~0/e', '"e"'],
  ['/f', '"f"'],
  ['/a/0', undefined],
  ['', undefined],
])('finds the name of %j', (pointer, name) => {
  const range = placeOf(text, pointer)?.name;
  expect(range && text.slice(range.from, range.to)).toBe(name);
});

test('finds several at once, and nothing for a pointer that leads nowhere', () => {
  expect([...jsonPlaces(text, ['/nope/1', '/a/0', '/f', 'f', '/a/3', '/a/00']).keys()]).toEqual(['/a/0', '/f']);
});

test.each([
  ['/a/1/nope/0', '{', 8],
  ['/a/0/x', '1', 6],
  ['/nope', '{', 0],
  ['f', '{', 0],
])('finds the nearest ancestor of %j', (pointer, value, from) => {
  expect(shown(text, pointer, true)).toBe(value);
  expect(placeOf(text, pointer, true)?.from).toBe(from);
});

describe('of members with the same name', () => {
  const repeated = '{"a":{"b":1,"c":2},"a":{"b":3}}';

  test('the last one counts, as for JSON.parse', () => {
    expect(shown(repeated, '/a/b')).toBe('3');
    expect(placeOf(repeated, '/a')?.from).toBe(repeated.lastIndexOf('{'));
  });

  test('what only another one has does not exist', () => {
    expect(shown(repeated, '/a/c')).toBeUndefined();
    expect(placeOf(repeated, '/a/c', true)?.from).toBe(repeated.lastIndexOf('{'));
  });
});

test('finds every value of any document, however it is indented', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 2, '\t'), (value, indent) => {
      const json = JSON.stringify(value, null, indent);
      const values = new Map<string, unknown>();
      const waiting: (readonly [readonly (string | number)[], unknown])[] = [[[], JSON.parse(json)]];
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const [path, it] = next;
        values.set(formatPointer(path), it);
        if (typeof it !== 'object' || it === null) continue;
        for (const [key, inner] of Object.entries(it)) waiting.push([[...path, key], inner]);
      }
      const places = jsonPlaces(json, values.keys());
      for (const [pointer, it] of values) {
        const { from, to, isContainer } = places.get(pointer) as JsonPlace;
        const part = json.slice(from, to);
        expect(isContainer ? part : JSON.parse(part)).toEqual(isContainer ? (Array.isArray(it) ? '[' : '{') : it);
      }
    }),
  );
});

test('does not recurse, and reads deep nesting in linear time', () => {
  const deep = `${'['.repeat(200_000)}1${']'.repeat(200_000)}`;
  expect(placeOf(deep, '/0/0')?.from).toBe(2);
  expect(placeOf(deep, '/1')).toBeUndefined();
  expect(placeOf(deep, '/0'.repeat(200_000))?.from).toBe(200_000);
});

test.each(['{"a', '{"a":', '[1,', '{"\\u00"', '}', ']]', '', '{"a":"', '{"\\'])(
  'ends for the text %j, which is not JSON',
  (broken) => expect(jsonPlaces(broken, ['/a', ''], { orAncestor: true }).size).toBeLessThanOrEqual(2),
);

test('after a missing comma, the next string is a name', () => {
  expect(shown('{"a": 1 "b": {"c": 2} "d": 3}', '/d')).toBe('3');
  expect(shown('{"a": 1 "b": 2}', '/a')).toBe('1');
});

describe('the path at the mark |', () => {
  test.each([
    ['|{}', []],
    ['{|}', []],
    ['{"a|', []],
    ['{"a|"', []],
    ['{"a"|: 1}', []],
    ['{"a": |', ['a']],
    ['{"a": "b|', ['a']],
    ['{"a": "b|"}', ['a']],
    ['{"a": "b"|}', ['a']],
    ['{"a": tru|}', ['a']],
    ['{"a": "b" |}', []],
    ['{"a": "b"\n"c|', []],
    ['{"a": "b", "c|"}', []],
    ['{"a": {"b": [1, {|}]}}', ['a', 'b', 1]],
    ['{"a": {"b": [1, "x"|]}}', ['a', 'b', 1]],
    ['{"a": {"b": []|}, "c": 1}', ['a']],
    ['{"a": [{}, {}], "c": [{"\\u0064": |', ['c', 0, 'd']],
    ['{"a": "}],\\"", "b": |', ['b']],
    ['}}{"a": |', ['a']],
  ])('%s', (marked, path) => {
    const offset = marked.indexOf('|');
    const json = marked.slice(0, offset) + marked.slice(offset + 1);
    expect(jsonPathAt(json, offset)).toEqual(path);
  });

  test('in a long document', () => {
    const long = `{"data":[${'{"id":"1"},'.repeat(500_000)}{"id":"`;
    expect(jsonPathAt(long, long.length)).toEqual(['data', 500_000, 'id']);
  });
});
