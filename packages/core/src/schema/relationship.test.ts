import { describe, expect, test } from 'vitest';
import { toMany, toOne } from './relationship.ts';

describe.each([
  ['toOne', toOne as unknown as typeof toMany, 'to-one'],
  ['toMany', toMany, 'to-many'],
] as const)('%s', (_, declare, kind) => {
  test('names one target', () => {
    expect(declare('people')).toEqual({ kind, targets: ['people'], options: {} });
  });

  test('names several targets, each once', () => {
    expect(declare(['people', 'groups', 'people']).targets).toEqual(['people', 'groups']);
  });

  test('has options', () => {
    expect(declare('people', { write: false, include: false }).options).toEqual({ write: false, include: false });
  });

  test('is frozen, and leaves what it was given as it was', () => {
    const targets = ['people'];
    const options = { write: false };
    const made = declare(targets, options);
    expect([made, made.targets, made.options].every(Object.isFrozen)).toBe(true);
    expect([targets, options].some(Object.isFrozen)).toBe(false);
  });
});
