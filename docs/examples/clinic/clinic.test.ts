/** The requirements of the clinic, and attacks that must fail. Each chapter has a database of its own. */
import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../tracker/tester/tester.ts';
import { attacks } from './tester/attacks.ts';
import { databases, openClinic } from './tester/open-clinic.ts';
import { requirements } from './tester/requirements.ts';

describe.each(databases)('$name', (database) => {
  const { missing } = database;
  describe.skipIf(missing !== undefined)(missing ?? 'requests', () => {
    describe.each(Object.entries({ ...requirements, ...attacks }))('%s', (_, steps) => {
      let clinic: Awaited<ReturnType<typeof openClinic>>;
      const kept = new Map<string, string>();
      beforeAll(async () => {
        clinic = await openClinic(database);
      }, 60_000);
      afterAll(() => clinic?.close());

      test.each(steps.map((step, index) => [index, step[0] || 'nobody', step[1], step] as const))(
        '%i %s: %s',
        async (_index, _by, _request, step) => {
          const { gives, document } = await run(clinic, step, kept);
          expect(gives).toEqual(step[2]);
          if (step[3]?.lacks !== undefined) expect(JSON.stringify(document)).not.toContain(step[3].lacks);
          if (step[3]?.matches !== undefined) expect(document).toMatchObject(step[3].matches);
        },
      );
    });
  });
});

test('there are at least 100 attacks', () => {
  expect(Object.values(attacks).flat().length).toBeGreaterThanOrEqual(100);
});

test('the clinic has at most 700 lines', () => {
  const files = globSync('*.{ts,tsx}', { cwd: import.meta.dirname }).filter((file) => !file.includes('.test.'));
  const lines = files.flatMap((file) =>
    readFileSync(`${import.meta.dirname}/${file}`, 'utf8')
      .trim()
      .split('\n'),
  );
  expect(lines.length).toBeLessThanOrEqual(700);
});
