import { expect, test } from 'vitest';
import { type OptionKind, type OptionTable, optionTable, readOptions } from './options.ts';

const table: OptionTable = optionTable({
  size: 'number',
  name: 'string',
  list: 'array',
  deep: 'object',
  call: 'function',
  mode: ['fast', 'slow', false],
  free: 'any',
});
const read = (input: unknown): Record<string, unknown> => readOptions('run', input as Record<string, unknown>, table);
const absent = { size: undefined, name: undefined, list: undefined, deep: undefined, call: undefined, mode: undefined };

test('every known option is an own member, undefined where it is absent', () => {
  for (const input of [{}, { __proto__: null }, new (class {})()])
    expect(read(input)).toStrictEqual({ ...absent, free: undefined });
  expect(read({ size: 1, free: null })).toStrictEqual({ ...absent, size: 1, free: null });
  expect(read({ __proto__: null, mode: false })).toStrictEqual({ ...absent, mode: false, free: undefined });
});

test.each<[OptionKind, readonly unknown[], readonly (readonly [unknown, string])[]]>([
  ['number', [0, Number.NaN], [['1', 'a number, but it is "1"']]],
  ['string', [''], [[1, 'a string, but it is 1']]],
  ['boolean', [true, false], [[0, 'a boolean, but it is 0']]],
  ['function', [() => 1], [[{}, 'a function, but it is an object']]],
  ['array', [[], [1]], [[{ length: 0 }, 'an array, but it is an object']]],
  [
    'object',
    [{}, new Map()],
    [
      [null, 'an object, but it is null'],
      [[], 'an object, but it is an empty array'],
    ],
  ],
  [
    ['a', false],
    ['a', false],
    [
      ['b', '"a" or false, but it is "b"'],
      [true, '"a" or false, but it is true'],
    ],
  ],
  ['any', [null, 1, []], []],
])('an option of the kind %j', (kind, good, bad) => {
  const own = optionTable({ it: kind });
  class Inherited {
    get it(): unknown {
      return this.value();
    }
    value = (): unknown => undefined;
  }
  for (const it of [undefined, ...good]) expect(readOptions('run', { it }, own)).toStrictEqual({ it });
  for (const [it, message] of bad) {
    expect(() => readOptions('run', { it }, own)).toThrow(`run: \`it\` must be ${message}.`);
    expect(() => readOptions('run', Object.create({ it }), own)).toThrow(`run: \`it\` must be ${message}.`);
  }
  expect(() => readOptions('run', new Inherited(), own)).toThrow('run: unknown option "value".');
});

test.each([
  [null, 'run: `options` must be an object, but it is null.'],
  [['size'], 'run: `options` must be an object, but it is an array of 1 element.'],
  [{ siez: 1 }, 'run: unknown option "siez". Did you mean `size`? Known options: '],
  [{ ['x'.repeat(500)]: 1 }, `run: unknown option "${'x'.repeat(99)}…".`],
  [{ toString: 1 }, 'run: unknown option "toString".'],
])('%j is rejected', (input, message) => {
  expect(() => read(input)).toThrow(message);
});

test('the last part of a path names the object', () => {
  expect(() => readOptions('run: limits', 5 as never, table)).toThrow('run: `limits` must be an object, but it is 5.');
});

test('an instance inherits options from its class, with functions that can use `this`', () => {
  class Options {
    readonly size = 3;
    call(): number {
      return this.size;
    }
  }
  const { call, size } = read(new Options()) as { call: () => number; size: number };
  expect([call(), size]).toEqual([3, 3]);
});

test('an option of an instance is read once', () => {
  let reads = 0;
  class Options {
    readonly name = 'x';
    declare readonly size: number;
  }
  const options = Object.defineProperty(new Options(), 'size', { enumerable: true, get: () => ++reads });
  expect(read(options).size).toBe(1);
});

test('members of every object are not options', () => {
  Object.defineProperty(Object.prototype, 'size', { value: 'x', configurable: true });
  try {
    expect(read({}).size).toBeUndefined();
    expect(read(new (class {})()).size).toBeUndefined();
  } finally {
    Reflect.deleteProperty(Object.prototype, 'size');
  }
});
