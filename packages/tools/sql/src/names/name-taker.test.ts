import { expect, test } from 'vitest';
import { createNameTaker } from './name-taker.ts';

test('a name is taken once, and is neither reserved nor illegal', () => {
  const { take } = createNameTaker(['id', 'type']);
  expect(take(['type', 'importType'])).toBe('importType');
  expect(take(['importType', '', '_x', 'a b '])).toBeUndefined();
  expect(take(['constructor'])).toBe('constructor');
  expect(take(['constructor'])).toBeUndefined();
});
