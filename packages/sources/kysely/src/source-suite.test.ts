import { createServer } from '@linkage/server';
import { type SuiteCase, sourceSuite, suiteApi } from '@linkage/server/source-suite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { someOf } from '../../../core/test/runs.ts';
import { everyDatabase } from '../test/databases.ts';
import { countedArticles, openSuite, readingFeatures } from '../test/suite-tables.ts';

type Suite = Awaited<ReturnType<typeof openSuite>>;

/** Databases that need several times as long as the others. */
const slow: ReadonlySet<string> = new Set(['PGlite']);

describe.each(everyDatabase)('$name', (database) => {
  describe.skipIf(database.missing !== undefined)(database.missing ?? 'runs the suite of sources', () => {
    let suite: Suite;
    beforeAll(async () => {
      suite = await openSuite(database);
    });
    afterAll(() => suite?.close());

    // Cases that only read leave the records as they are.
    let isChanged = true;
    const open = async () => {
      if (isChanged) await suite.fill();
      isChanged = true;
      return suite.sources;
    };
    test('the text of a statement does not depend on values', async () => {
      await suite.fill();
      const server = createServer(suiteApi, suite.sources as never);
      const stringsOf = async (urls: readonly string[]) => {
        suite.statements.length = 0;
        for (const url of urls)
          expect((await server.handle({ method: 'GET', url, headers: {} })).status).toBeLessThan(500);
        return new Set(suite.statements);
      };
      const values = [
        "'",
        '"',
        '`',
        '\\\\',
        '$1',
        '?',
        '%',
        '; drop table article',
        'x'.repeat(300),
        '--',
        '/*',
        '\u{1F600}',
      ];
      const url = (path: string) => values.map((value) => path + encodeURIComponent(value));
      expect((await stringsOf(url('/articles/'))).size).toBe(1);
      expect((await stringsOf(url('/articles?filter[title]='))).size).toBe(1);
      expect((await stringsOf(url('/articles?filter[author.name][gt]='))).size).toBe(1);
      expect((await stringsOf(url('/articles?filter[tags]='))).size).toBe(1);
      expect((await stringsOf([1, 2, 3].map((page) => `/articles?page[size]=1&page[number]=${page + 1}`))).size).toBe(
        1,
      );
    });

    test('aggregates', async () => {
      expect(await countedArticles((await open()) as never)).toBe(5);
    });

    const cases = sourceSuite(open as Parameters<typeof sourceSuite>[0]);
    const tried = someOf(cases, slow.has(database.name) ? 4 : 1);
    test.each(tried.map((it: SuiteCase) => [it.name, it] as const))('%s', async (_, { feature, run }) => {
      await run();
      isChanged = !readingFeatures.has(feature);
    });
  });
});
