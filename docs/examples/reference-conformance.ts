/** Small examples for the API reference, of functions of the conformance tests that no other example uses. */
import { formatReport, runConformance } from '@linkage/conformance';
import { createDocuments, seedRecords } from '@linkage/conformance/fast-check';
import { canonicalText, documentAssert, documentSerializer } from '@linkage/conformance/vitest';
import { toFetchHandler } from '@linkage/fetch';
import { createMemorySources, createServer } from '@linkage/server';
import fc from 'fast-check';
import { samples } from './conformance-samples.ts';
import { api } from './core.ts';
import { server } from './source.ts';

export const report = await runConformance({ handle: toFetchHandler(server) }, samples, { only: ['FET-01'] });

export const summary = formatReport(report, 'text');

export const [article] = fc.sample(createDocuments(api).document('articles'), 1);

export const mockServer = createServer(api, createMemorySources(api, seedRecords(api)));

export const sorted = canonicalText({ meta: {}, data: null }); // the same text for every order of members

await documentAssert.conforms({ data: null });

export const serializers = [documentSerializer]; // for expect.addSnapshotSerializer
