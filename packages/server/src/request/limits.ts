import type { QueryLimits } from '@linkage/core';
import {
  defaultDocumentLimits,
  defaultQueryLimits,
  nameTable,
  type OptionTable,
  readOptions,
} from '@linkage/core/internal';

/** Bounds on what one request may cost. */
export interface ServerLimits extends QueryLimits {
  /** Bytes of a request document. Default 1 MiB. */
  readonly bodyBytes: number;
  /** Nesting of a request document. Default 64. */
  readonly bodyDepth: number;
  /** Members of objects and elements of arrays of a request document, in all. Default 10,000. */
  readonly bodyMembers: number;
  /** Characters of path and query. Default 8 KiB. */
  readonly urlLength: number;
  /** Identifiers in one request. Default 1,000. */
  readonly linkageMembers: number;
  /** Included resources of one response. Default 1,000. */
  readonly includedResources: number;
  /** Identifiers that one relationship may have in one response, over all its resources. Default 5,000. */
  readonly includedLinkage: number;
  /** Errors of one response; further ones are cut. Default 20. */
  readonly errors: number;
  /** Resources on a page when the request does not say. Default 25. */
  readonly pageSize: number;
  /** Resources that a request may ask for on a page. Default 100. */
  readonly pageSizeMaximum: number;
  /** Milliseconds until a request is given up with 504; 0 for no end. Default 10,000. */
  readonly requestTime: number;
  /** Milliseconds until a single call to a source is given up with 504; 0 for no end. Default 5,000. */
  readonly sourceTime: number;
}

/** The limits that hold unless others are given. */
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
  sourceTime: 5_000,
});

const queryLimitNames = Object.keys(defaultQueryLimits) as readonly (keyof QueryLimits)[];

const ofQueries = new WeakMap<ServerLimits, QueryLimits>();

/** The limits of a server that are about queries. */
export function queryLimits(limits: ServerLimits): QueryLimits {
  let known = ofQueries.get(limits);
  if (known === undefined) {
    known = Object.freeze(Object.fromEntries(queryLimitNames.map((name) => [name, limits[name]]))) as never;
    ofQueries.set(limits, known as QueryLimits);
  }
  return known as QueryLimits;
}

const limitTable: OptionTable = nameTable(Object.keys(defaultLimits), 'limit');

function checkLimit(name: string, value: number): void {
  const least = name === 'errors' || name.startsWith('pageSize') ? 1 : 0;
  if ((Number.isSafeInteger(value) && value >= least) || (value === Number.POSITIVE_INFINITY && name !== 'pageSize'))
    return;
  throw new TypeError(
    `limits.${name} is a whole number of ${least} or more${name === 'pageSize' ? '' : ', or Infinity'}.`,
  );
}

/**
 * The limits of a server: those given, the defaults for all others. The default size of a page is at most the largest.
 *
 * @throws {TypeError} A limit is unknown or no whole number, or a page has another size by default than it may have.
 */
export function serverLimits(settings: Partial<ServerLimits> = {}): ServerLimits {
  const options = readOptions('createServer: limits', settings, limitTable);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) checkLimit(name, value);
  const limits: ServerLimits = { ...defaultLimits, ...Object.fromEntries(given) };
  const { pageSizeMaximum, pageSize } = limits;
  if (pageSize <= pageSizeMaximum) return Object.freeze(limits);
  if (options.pageSize !== undefined) throw new TypeError('limits.pageSize is at most limits.pageSizeMaximum.');
  return Object.freeze({ ...limits, pageSize: pageSizeMaximum });
}
