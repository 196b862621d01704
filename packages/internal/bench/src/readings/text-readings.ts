/** Readings of strings, whose readers return at once. */
import {
  defineExtension,
  defineProfile,
  type NegotiationHeaders,
  type NegotiationSupport,
  negotiate,
  parseCreate,
  parseQuery,
  readResponseContentType,
} from '@linkage/core';
import { hostileApi } from '../hostile/api.ts';
import { hostileDocuments } from '../hostile/documents.ts';
import { hostileAccepts, hostileContentTypes, hostileResponseTypes } from '../hostile/headers.ts';
import type { HostileText } from '../hostile/input.ts';
import { hostileQueries } from '../hostile/queries.ts';
import { outcomeOf, type Reading } from './reading.ts';

const extension = defineExtension({ uri: 'urn:example:e', namespace: 'e' });
const profile = defineProfile({ uri: 'urn:example:p' });
/** Sets of supported extensions: only the last eight sets are cached, so nine of them never hit the cache. */
const supports: readonly NegotiationSupport[] = Array.from({ length: 9 }, (_, index) => ({
  extensions: [extension],
  profiles: [profile, defineProfile({ uri: `urn:example:${index}` })],
}));
let calls = 0;

/** Reads headers that are not cached. */
function readAnew(headers: NegotiationHeaders): unknown {
  return outcomeOf(() => negotiate(headers, supports[calls++ % supports.length]));
}

// Without limits, or the work would stop where the limits are.
const unlimited = Object.fromEntries(
  ['parameters', 'includeDepth', 'includePaths', 'sortFields', 'sortDepth', 'filterTerms', 'filterDepth']
    .concat('filterValues', 'filterCost', 'filterValueLength')
    .map((name) => [name, Number.POSITIVE_INFINITY]),
);

function read(strings: readonly HostileText[], run: Reading['run']): readonly Reading[] {
  return strings.map((it) => ({ ...it, run }));
}

/** The readings of headers, queries, and request documents at the default limits. */
export const textReadings: readonly Reading[] = [
  ...read(hostileAccepts, (accept) => readAnew({ accept })),
  ...read(hostileContentTypes, (contentType) => readAnew({ contentType })),
  ...read(hostileResponseTypes, readResponseContentType),
  ...read(hostileQueries, (text) => outcomeOf(() => parseQuery(hostileApi, 'articles', text, { limits: unlimited }))),
  ...read(hostileDocuments, (text) => outcomeOf(() => parseCreate(hostileApi, 'nodes', text))),
];
