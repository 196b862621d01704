import { expect, test } from 'vitest';
import { createPollution } from './pollute-callers.ts';

test('the code of the chosen files reads the properties, and other code does not', () => {
  const isOwn = (file: string): boolean => file.includes('pollute-callers.test');
  const chosen = createPollution(['x'], isOwn);
  const others = createPollution(['x'], (file) => !isOwn(file));
  const read = (): unknown[] => [({} as { limits?: unknown }).limits, Reflect.get({}, 'limits'), 'limits' in {}];
  const found: unknown[] = [];
  for (const pollution of [chosen, others]) {
    pollution.start();
    try {
      found.push(read(), Object.assign({}, { limits: 1 }), Object.keys({}));
    } finally {
      pollution.end();
    }
  }
  expect(found).toEqual([['x', 'x', true], { limits: 1 }, [], [undefined, undefined, true], { limits: 1 }, []]);
  expect(read()).toEqual([undefined, undefined, false]);
});
