import { INPUT_ERROR } from './engine-error.ts';

/** Values that JSON cannot contain, by the string that stands for them in an input. */
const wild: Readonly<Record<string, () => unknown>> = {
  $undefined: () => undefined,
  $NaN: () => Number.NaN,
  $Infinity: () => Number.POSITIVE_INFINITY,
  $bigint: () => 10n ** 30n,
  $symbol: () => Symbol('fuzz'),
  $function: () => () => undefined,
  $returnsNull: () => () => null,
  $returnsObject: () => () => ({ fuzz: 1 }),
  $async: () => async () => undefined,
  $throws: () => () => {
    throw new Error(INPUT_ERROR);
  },
  $class: () => class Fuzz {},
  $date: () => new Date(0),
  $noDate: () => new Date(Number.NaN),
  $map: () => new Map([['a', 1]]),
  $set: () => new Set(['a']),
  $promise: () => Promise.resolve({}),
  $regex: () => /a/,
  $bytes: () => new Uint8Array([1, 2]),
  $nullPrototype: () => Object.assign(Object.create(null), { id: '1', type: 'articles' }),
  $instance: () =>
    new (class Fuzz {
      id = '1';
      name = 'x';
    })(),
  $holes: () => new Array(3),
  $boxed: () => Object('1'),
  $error: () => new Error('fuzz'),
  $url: () => new URL('http://x/y'),
  $headers: () => new Headers({ a: 'b' }),
  $toJSON: () => ({ toJSON: () => 'changed' }),
  $cycle: () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    return cycle;
  },
};

/** The JSON strings of all wild values. */
export const wildStrings: readonly string[] = Object.keys(wild).map((name) => JSON.stringify(name));

/** Returns a copy of a JSON value in which names of wild values are these values. */
export function revive(value: unknown): unknown {
  if (typeof value === 'string') {
    const make = value.startsWith('$') && Object.hasOwn(wild, value) ? wild[value] : undefined;
    return make === undefined ? value : make();
  }
  if (Array.isArray(value)) return value.map(revive);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, revive(inner)]));
}
