/** With `npm run sweep`, every kind of failure occurs at every time. One call of a data source or a driver fails: the request is done completely or not at all, and leaves nothing behind. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong, someOf } from '../../../core/test/runs.ts';
import { scenarios } from '../test/faults/scenarios.ts';
import { sweep } from '../test/faults/sweep.ts';

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
beforeAll(() => void process.on('unhandledRejection', note));
afterAll(() => {
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

// The short form takes the database, where a fault can leave more behind, and one scenario of four.
describe.each(isLong ? (['memory', 'SQLite'] as const) : (['SQLite'] as const))('%s', (place) => {
  test.each(someOf(scenarios, 4))('$name', async (scenario) => {
    const { faults, problems } = await sweep(place, scenario, 'short');
    expect(faults).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });
});
