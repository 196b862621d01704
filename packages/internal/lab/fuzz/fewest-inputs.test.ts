import { expect, test } from 'vitest';
import { fewestInputs } from './fewest-inputs.ts';

const all = Array.from({ length: 250 }, (_, index) => index);

test.each([[[7]], [[0, 249]], [[3, 4, 200]]])('only the inputs that are needed are left: %j', async (needed) => {
  let runs = 0;
  const fails = async (inputs: readonly unknown[]) => ++runs > 0 && needed.every((it) => inputs.includes(it));
  expect(await fewestInputs(all, fails, 10_000)).toEqual(needed);
  expect(runs).toBeLessThan(100);
});

test('without time, all inputs are left', async () => {
  expect(await fewestInputs(all, async () => true, 0)).toEqual(all);
});
