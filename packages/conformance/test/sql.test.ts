/** The kit against the server of this repository, over SQL databases. */
import { describe, expect, test } from 'vitest';
import { noPostgres, startPostgres } from '../../kysely/test/postgres.ts';
import { runConformance } from '../src/index.ts';
import { blogSamples, targetOf } from './blog-target.ts';
import { failuresOf } from './failures.ts';
import { postgresBlog, sqliteBlog } from './sql-blog.ts';

// What depends on the database; memory runs all cases. CONFORMANCE=all runs them here as well.
const only =
  process.env['CONFORMANCE'] === 'all'
    ? undefined
    : ['INC-04', 'SRT-06', 'PAG-04', 'CRE-04', 'CRE-13', 'UPD-03', 'RUP-02', 'RUP-03', 'RUP-06', 'DEL'];

test('SQLite has 0 failures', async () => {
  const report = await runConformance(targetOf(sqliteBlog()), blogSamples, { only });
  expect(failuresOf(report)).toEqual([]);
  expect(report.leftovers).toEqual([]);
});

describe.skipIf(noPostgres !== undefined)(`PostgreSQL ${noPostgres ?? ''}`, () => {
  test('has 0 failures', async () => {
    const postgres = await startPostgres();
    const { server, close } = await postgresBlog(postgres);
    const report = await runConformance(targetOf(server), blogSamples, { only });
    await close();
    await postgres.stop();
    expect(failuresOf(report)).toEqual([]);
    expect(report.leftovers).toEqual([]);
  }, 60_000);
});
