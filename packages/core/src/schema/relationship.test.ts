import { describe, expect, test } from 'vitest';
import { toMany, toOne } from './relationship.ts';

describe.each([
  ['toOne', toOne as unknown as typeof toMany, 'to-one'],
  ['toMany', toMany, 'to-many'],
] as const)('%s', (name, declare, kind) => {
  test('names one target', () => {
    expect(declare('people')).toEqual({ kind, targets: ['people'], options: {} });
  });

  test('names several targets, each once', () => {
    expect(declare(['people', 'groups', 'people']).targets).toEqual(['people', 'groups']);
  });

  test('has options', () => {
    expect(declare('people', { write: false, include: false }).options).toEqual({ write: false, include: false });
  });

  test.each<[unknown, unknown, string]>([
    [7, {}, 'the target must be a resource type or an array of resource types, but it is 7.'],
    [{ a: 1 }, {}, 'the target must be a resource type or an array of resource types, but it is an object.'],
    ['people', 'groups', '`options` must be an object, but it is "groups". Pass several targets as one array.'],
    ['people', null, '`options` must be an object, but it is null. Pass several targets as one array.'],
  ])('rejects the target %j with %j', (target, options, message) => {
    expect(() => declare(target as 'people', options as object)).toThrow(new TypeError(`${name}: ${message}`));
  });

  test('is frozen, and leaves what it was given as it was', () => {
    const targets = ['people'];
    const options = { write: false };
    const made = declare(targets, options);
    expect([made, made.targets, made.options].every(Object.isFrozen)).toBe(true);
    expect([targets, options].some(Object.isFrozen)).toBe(false);
  });
});
