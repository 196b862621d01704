import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { databasesDocument, documentDatabases, type FeatureResult, memorySuite } from '../test/databases-document.ts';
import { mappingFeatures } from '../test/mapping-worlds.ts';

test('docs/databases.md says that every database passes every case; otherwise run: node scripts/docs/write-databases.ts', () => {
  const counts = new Map<string, FeatureResult>();
  for (const { feature } of memorySuite()) {
    const cases = (counts.get(feature)?.cases ?? 0) + 1;
    counts.set(feature, { passed: cases, cases });
  }
  for (const [feature, { reads }] of mappingFeatures) {
    counts.set(feature, { passed: reads.length, cases: reads.length });
  }
  const memory = memorySuite().map(({ feature }) => feature as string);
  const inMemory = new Map([...counts].filter(([feature]) => memory.includes(feature)));
  const document = databasesDocument(
    new Map(documentDatabases.map((name) => [name, name === 'memory' ? inMemory : counts])),
  );
  expect(readFileSync(new URL('../../../../docs/databases.md', import.meta.url), 'utf8')).toBe(document);
});
