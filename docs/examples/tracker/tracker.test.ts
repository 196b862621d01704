/** The requests of a tester, over SQLite and PostgreSQL. Each chapter has a database of its own. */
import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from './database.ts';
import { lists } from './tester/lists.ts';
import { databases, openTracker } from './tester/open-tracker.ts';
import { roles } from './tester/roles.ts';
import { tenants } from './tester/tenants.ts';
import { run } from './tester/tester.ts';
import { writes } from './tester/writes.ts';

const chapters = { ...tenants, ...roles, ...writes, ...lists };

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'requests', () => {
    describe.each(Object.entries(chapters))('%s', (_, steps) => {
      let tracker: Awaited<ReturnType<typeof openTracker>>;
      const kept = new Map<string, string>();
      beforeAll(async () => {
        tracker = await openTracker(name as Database, await open());
      });
      afterAll(() => tracker?.close());

      test.each(steps.map((step, index) => [index, step[0] || 'nobody', step[1], step] as const))(
        '%i %s: %s',
        async (_index, _by, _request, step) => {
          const { gives, document } = await run(tracker, step, kept);
          expect(gives).toBe(step[2]);
          if (step[3]?.lacks !== undefined) expect(JSON.stringify(document)).not.toContain(step[3].lacks);
          if (step[3]?.matches !== undefined) expect(document).toMatchObject(step[3].matches);
        },
      );
    });
  });
});

test('the tester sends at least 100 requests', () => {
  expect(Object.values(chapters).flat().length).toBeGreaterThanOrEqual(100);
});

test('the tracker has at most 600 lines without blanks, comments, its client, and the rows of the demo', () => {
  const files = globSync('*.ts', { cwd: import.meta.dirname }).filter(
    (it) => !/\.test\.ts$|^(client|demo)\.ts$/.test(it),
  );
  const lines = files.flatMap((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8').split('\n'));
  expect(lines.filter((line) => !/^\s*(\/\/|\/?\*.*|$)/.test(line)).length).toBeLessThanOrEqual(600);
});
