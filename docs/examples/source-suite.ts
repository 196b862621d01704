import { createMemorySources, type DataSource } from '@linkage/server';
import { sourceSuite, suiteApi, suiteRecords } from '@linkage/server/source-suite';

const openSources = () => createMemorySources(suiteApi, suiteRecords) as Readonly<Record<string, DataSource>>;

// #region cases
const cases = sourceSuite(openSources);
for (const { name, run } of cases) {
  await run().catch((cause) => {
    throw new Error(name, { cause });
  });
}
// #endregion
