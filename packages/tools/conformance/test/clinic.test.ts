/** The clinic of the examples, with the samples that `init` drafts, and with its own: nothing fails, and nothing is lost. */
import { expect, test } from 'vitest';
import { anyDatabase, openClinic } from '../../../../docs/examples/clinic/tester/open-clinic.ts';
import { samples } from '../../../../docs/examples/clinic/tester/samples.ts';
import { isLong, skippedInShort } from '../../../core/test/runs.ts';
import { draftSamples } from '../src/draft/draft-samples.ts';
import { runConformance } from '../src/index.ts';
import { failuresOf } from './failures.ts';

const types = ['clinics', 'specialties', 'doctors', 'patients', 'appointments', 'invoices', 'lines', 'entries'];
const headers = { authorization: 'Bearer ada' };

test.skipIf(!isLong).each([
  ['`init` drafts', async (url: string) => ({ ...(await draftSamples(url, { types, headers })), headers }), 170],
  ['it has', async () => samples, 250],
])(
  `the conformance tests on the clinic, with the samples that %s: 0 failures${skippedInShort}`,
  async (_, samplesFor, passed) => {
    const { app, close } = await openClinic(anyDatabase);
    const url = `${await app.listen({ port: 0 })}/api`;
    const patients = async () => (await fetch(`${url}/patients`, { headers })).text();
    const before = await patients();
    const report = await runConformance(url, await samplesFor(url));
    expect(failuresOf(report)).toEqual([]);
    expect(report.leftovers.filter(({ url: left }) => !left.includes('/doctors/'))).toEqual([]);
    expect(report.summary.byLevel.must.passed).toBeGreaterThan(passed);
    expect(await patients()).toBe(before);
    await close();
  },
  240_000,
);
