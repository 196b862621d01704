import type { QueryLimits } from '@linkage/core';
import {
  defaultDocumentLimits,
  defaultQueryLimits,
  MAX_MEMBERS,
  nameTable,
  type OptionTable,
  oncePer,
} from '@linkage/core/internal';
import { readSettings } from '../internal/read-settings.ts';
import { defaultOverloadLimits, type OverloadLimits } from './overload/overload-limits.ts';

/** Limits of one request, and of all requests together. */
export interface ServerLimits extends QueryLimits, OverloadLimits {
  /** The number of bytes of a request document. Default: 1 MiB. */
  readonly bodyBytes: number;
  /** The nesting depth of a request document. Default: 64. */
  readonly bodyDepth: number;
  /** The total number of members of objects and elements of arrays in a request document. Default: 10,000. */
  readonly bodyMembers: number;
  /** The number of characters of path and query. Default: 8 KiB. */
  readonly urlLength: number;
  /** The number of resource identifiers in one request. Default: 1,000. */
  readonly linkageMembers: number;
  /** The number of included resources in one response. Default: 1,000. */
  readonly includedResources: number;
  /** The number of identifiers of one relationship in one response, for all its resources together. Default: 5,000. */
  readonly includedLinkage: number;
  /** The number of errors in one response. Further errors are omitted. Default: 20. */
  readonly errors: number;
  /** The default page size. Default: 25. */
  readonly pageSize: number;
  /** The maximum page size. Default: 100. */
  readonly pageSizeMaximum: number;
  /** The number of milliseconds before a request ends with 504; 0 for no limit. Default: 10,000. */
  readonly requestTime: number;
  /** The number of milliseconds before a streamed response ends incomplete; 0 for no limit. Default: 600,000. */
  readonly streamTime: number;
  /** The number of milliseconds before a single call to a source ends with 504; 0 for no limit. Default: 5,000. */
  readonly sourceTime: number;
}

/** The default limits. */
export const defaultLimits: ServerLimits = Object.freeze({
  ...defaultQueryLimits,
  bodyBytes: defaultDocumentLimits.bytes,
  bodyDepth: defaultDocumentLimits.depth,
  bodyMembers: defaultDocumentLimits.members,
  linkageMembers: defaultDocumentLimits.linkageMembers,
  errors: defaultDocumentLimits.errors,
  urlLength: 8192,
  includedResources: 1000,
  includedLinkage: 5000,
  pageSize: 25,
  pageSizeMaximum: 100,
  requestTime: 10_000,
  streamTime: 600_000,
  sourceTime: 5_000,
  ...defaultOverloadLimits,
});

const queryLimitNames = Object.keys(defaultQueryLimits) as readonly (keyof QueryLimits)[];

/** Returns the limits of a server for queries. */
export const queryLimits: (limits: ServerLimits) => QueryLimits = oncePer((limits) => {
  // One more error than the response contains, so that the server knows whether it omits errors.
  const ofQuery = queryLimitNames.map((name) => [name, limits[name] + (name === 'errors' ? 1 : 0)]);
  return Object.freeze(Object.fromEntries(ofQuery));
});

const limitTable: OptionTable = nameTable(Object.keys(defaultLimits), 'limit');

function checkLimit(name: string, value: number): void {
  const least = name === 'errors' || name === 'concurrency' || name.startsWith('pageSize') ? 1 : 0;
  if ((Number.isSafeInteger(value) && value >= least) || (value === Number.POSITIVE_INFINITY && name !== 'pageSize'))
    return;
  throw new TypeError(
    `createServer: \`limits.${name}\` must be a whole number of ${least} or more${name === 'pageSize' ? '' : ', or Infinity'}.`,
  );
}

/**
 * Returns the limits of a server, with defaults for limits that are not set. The default page size is at most the
 * maximum page size.
 *
 * @throws {TypeError} If a limit is unknown or not a whole number, or the page size is greater than its maximum.
 */
export function serverLimits(settings: Partial<ServerLimits> = {}): ServerLimits {
  const options = readSettings('createServer: limits', settings, limitTable);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) checkLimit(name, value);
  const { queue = options.concurrency ?? defaultLimits.queue } = options;
  const includedLinkage = Math.min(options.includedLinkage ?? defaultLimits.includedLinkage, MAX_MEMBERS);
  const limits: ServerLimits = { ...defaultLimits, ...Object.fromEntries(given), includedLinkage, queue };
  const { pageSizeMaximum, pageSize } = limits;
  if (pageSize <= pageSizeMaximum) return Object.freeze(limits);
  if (options.pageSize !== undefined)
    throw new TypeError('createServer: `limits.pageSize` must be at most `limits.pageSizeMaximum`.');
  return Object.freeze({ ...limits, pageSize: pageSizeMaximum });
}
