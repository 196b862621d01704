/** The tests against the server of this repository, over each SQL database. */
import { describe, expect, test } from 'vitest';
import { databases } from '../../../sources/kysely/test/databases.ts';
import { draftSamples } from '../src/draft/draft-samples.ts';
import { type HandledTarget, runConformance, type Samples } from '../src/index.ts';
import { openHosts } from './adapter-hosts.ts';
import { blogSamples, targetOf } from './blog-target.ts';
import { failuresOf } from './failures.ts';
import { sqlBlog } from './sql-blog.ts';

// Cases that depend on the database; memory runs all. CONFORMANCE=all runs all cases here as well, through each adapter, and with
// the samples that `init` drafts.
const isWhole = process.env['CONFORMANCE'] === 'all';
const only = isWhole
  ? undefined
  : ['INC-04', 'SRT-06', 'PAG-04', 'CRE-04', 'CRE-13', 'UPD-03', 'RUP-02', 'RUP-03', 'RUP-06', 'DEL'];

const types = Object.keys(blogSamples.types);

describe.each(databases)('$name', (database) => {
  test.skipIf(database.missing !== undefined)(
    database.missing ?? 'has 0 failures',
    async () => {
      const { server, close } = await sqlBlog(database);
      const hosts = isWhole ? await openHosts(server) : undefined;
      const targets: readonly (HandledTarget | string)[] = [targetOf(server), ...(hosts?.urls ?? [])];
      const runs: [target: HandledTarget | string, samples: Samples][] = targets.map((target) => [target, blogSamples]);
      if (isWhole) runs.push([targetOf(server), await draftSamples(targetOf(server), { types })]);
      for (const [target, samples] of runs) {
        const report = await runConformance(target, samples, { only });
        expect(failuresOf(report)).toEqual([]);
        expect(report.leftovers).toEqual([]);
      }
      await hosts?.close();
      await close();
    },
    isWhole ? 600_000 : 240_000,
  );
});
