import { expect, test } from 'vitest';
import { overridable } from './freeze-for-source.ts';

const isThisFile = (file: string): boolean => file.includes('freeze-for-source.test');

function frozenObject(isForbidden: (file: string) => boolean): { text?: unknown } {
  const owner = {};
  Object.defineProperty(owner, 'text', overridable(owner, 'text', 'usual', isForbidden));
  return Object.freeze(owner);
}

test('the chosen code cannot assign to an inherited member, also not with a built-in function', () => {
  const heir: { text?: unknown } = Object.create(frozenObject(isThisFile));
  expect(heir.text).toBe('usual');
  expect(() => {
    heir.text = 'own';
  }).toThrow(TypeError);
  expect(() => Object.assign(heir, { text: 'own' })).toThrow(TypeError);
  expect(Object.defineProperty(heir, 'text', { value: 'own' }).text).toBe('own');
});

test('other code can, and the object gets a member of its own', () => {
  const owner = frozenObject(() => false);
  const heir: { text?: unknown } = Object.create(owner);
  heir.text = 'own';
  expect([Object.hasOwn(heir, 'text'), heir.text, owner.text]).toEqual([true, 'own', 'usual']);
});

test('no code can assign to a member of the frozen object', () => {
  const owner = frozenObject(() => false);
  expect(() => {
    owner.text = 'other';
  }).toThrow(TypeError);
});
