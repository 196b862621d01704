import { limitOf } from '../internal/limit.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';

/** Bounds on a request document. */
export interface DocumentLimits {
  /** Bytes of its text. Default 1 MiB. */
  readonly bytes: number;
  /** How deep arrays and objects may be nested. Default 64. */
  readonly depth: number;
  /** Members of objects and elements of arrays, in all. Default 10,000. */
  readonly members: number;
  /** Resource identifiers in all. Default 1,000. */
  readonly linkageMembers: number;
  /** Problems that are reported, at least one; reading stops there. Default 20. */
  readonly errors: number;
}

/** The limits that hold unless others are given. */
export const defaultDocumentLimits: DocumentLimits = Object.freeze({
  bytes: 1_048_576,
  depth: 64,
  members: 10_000,
  linkageMembers: 1000,
  errors: 20,
});

// `limitOf` says what a limit must be.
const limits = { bytes: 'any', depth: 'any', members: 'any', linkageMembers: 'any', errors: 'any' } as const;
const limitTable: OptionTable = optionTable(limits, 'limit');
const updateTable: OptionTable = optionTable({ ...limits, id: 'string' });

/** Checks the limits that a function was given. */
export function readLimits(where: string, given: Partial<DocumentLimits>): Partial<DocumentLimits> {
  return readOptions(where, given, limitTable);
}

/** Checks the options of an update. */
export function readUpdateOptions<Options extends object>(where: string, given: Options): Options {
  return readOptions(where, given, updateTable);
}

/**
 * Limits with the defaults for those that are not given.
 *
 * @throws {TypeError} One is neither a whole number nor Infinity.
 */
export function documentLimits(
  given: { readonly [Name in keyof DocumentLimits]?: number | undefined },
): DocumentLimits {
  const limit = (name: keyof DocumentLimits): number => limitOf(name, given[name], defaultDocumentLimits[name]);
  return {
    bytes: limit('bytes'),
    depth: limit('depth'),
    members: limit('members'),
    linkageMembers: limit('linkageMembers'),
    errors: limit('errors'),
  };
}
