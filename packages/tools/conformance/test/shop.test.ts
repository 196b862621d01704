/** The shop of the examples, with the samples that `init` drafts: nothing fails, and nothing is lost. */
import { expect, test } from 'vitest';
import { createShop } from '../../../../docs/examples/shop/server.ts';
import { isLong, skippedInShort } from '../../../core/test/runs.ts';
import { draftSamples } from '../src/draft/draft-samples.ts';
import { runConformance } from '../src/index.ts';
import { failuresOf } from './failures.ts';

test.skipIf(!isLong)(
  `\`init\` and \`conform\` on the shop: 0 failures${skippedInShort}`,
  async () => {
    const app = await createShop(async () => undefined);
    const url = `${await app.listen({ port: 0 })}/api`;
    const headers = { authorization: 'Bearer root' };
    const types = ['users', 'categories', 'products', 'orders', 'lines', 'media'];
    const samples = { ...(await draftSamples(url, { types, headers })), headers };
    const products = async () => (await fetch(`${url}/products`, { headers })).text();
    const before = await products();
    const report = await runConformance(url, samples, isLong ? {} : { only: ['FET', 'INC', 'CRE', 'UPD', 'DEL'] });
    expect(failuresOf(report)).toEqual([]);
    expect(report.leftovers).toEqual([]);
    expect(report.summary.byLevel.must.passed).toBeGreaterThan(60);
    expect(await products()).toBe(before);
    await app.close();
  },
  240_000,
);
