import { type SuiteCase, sourceSuite } from '@linkage/server/source-suite';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { databases } from '../test/databases.ts';
import { openSuite } from '../test/suite-tables.ts';

const reading: ReadonlySet<string> = new Set(['collections', 'sorting', 'filters', 'includes', 'related resources']);

type Suite = Awaited<ReturnType<typeof openSuite>>;

describe.each(databases)('$name', (database) => {
  describe.skipIf(database.missing !== undefined)(database.missing ?? 'runs the suite of sources', () => {
    let suite: Suite;
    beforeAll(async () => {
      suite = await openSuite(database);
    }, 60_000);
    afterAll(() => suite?.close());

    // Cases that only read leave the records as they are.
    let isChanged = true;
    const open = async () => {
      if (isChanged) await suite.fill();
      isChanged = true;
      return suite.sources;
    };
    const cases = sourceSuite(open as Parameters<typeof sourceSuite>[0]);
    test.each(cases.map((it: SuiteCase) => [it.name, it] as const))('%s', async (_, { feature, run }) => {
      await run();
      isChanged = !reading.has(feature);
    });
  });
});
