import { expect, test } from 'vitest';
import { setOwn } from './members.ts';

test.each(['a', '__proto__', 'constructor', 'toString'])(
  '%s becomes an own member that behaves like any other',
  (name) => {
    const object = {};
    setOwn(object, name, { x: 1 });
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
    expect(Object.getOwnPropertyDescriptor(object, name)).toEqual({
      value: { x: 1 },
      writable: true,
      enumerable: true,
      configurable: true,
    });
    expect(JSON.stringify(object)).toBe(`{"${name}":{"x":1}}`);
  },
);
