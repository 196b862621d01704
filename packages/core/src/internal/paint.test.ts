import { expect, test } from 'vitest';
import { hasColors, painter } from './paint.ts';

test.each([
  [{ isTTY: true }, {}, true],
  [{ isTTY: true }, { NO_COLOR: '' }, true],
  [{ isTTY: true }, { NO_COLOR: '1' }, false],
  [{ isTTY: true }, { TERM: 'dumb' }, false],
  [{}, {}, false],
])('the stream %j with %j has colors: %s', (stream, env, expected) => {
  expect(hasColors(stream, env)).toBe(expected);
});

test('only the parts that match have a color', () => {
  const paint = painter([
    [/^MUST\b/gm, 'red'],
    [/\d+ passed/g, 'green'],
  ]);
  expect(paint('MUST a MUST\n2 passed\n')).toBe('\u001b[31mMUST\u001b[39m a MUST\n\u001b[32m2 passed\u001b[39m\n');
});
