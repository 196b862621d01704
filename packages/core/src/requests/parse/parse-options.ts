import { isConstant } from '../../internal/freeze.ts';
import { type OptionTable, optionTable, readOptional, readOptions } from '../../internal/options.ts';
import type { DocumentLimits } from './document-limits.ts';
import type { LocalIds } from './local-ids.ts';

/**
 * Options of parsing a request document: its limits and, for a part of a larger document, its position and the shared
 * local ids.
 */
export interface ParseOptions extends Partial<DocumentLimits> {
  /** The JSON Pointer of the parsed part, such as `/atomic:operations/3`. Default: the whole document. */
  readonly base?: string | undefined;
  /** The local ids that the part shares with other parts of the document. Default: none. */
  readonly localIds?: LocalIds | undefined;
}

// `resolveLimit` checks the values.
export const limitKinds = { bytes: 'any', depth: 'any', members: 'any', linkageMembers: 'any', errors: 'any' } as const;
const limitTable: OptionTable = optionTable(limitKinds, 'limit');
const ofParts = { ...limitKinds, base: 'string', localIds: 'object' } as const;
const optionsTable: OptionTable = optionTable(ofParts);
const updateTable: OptionTable = optionTable({ ...ofParts, id: 'string' });

/** Checks the limits of a function. */
export function readLimits(where: string, limitOptions: Partial<DocumentLimits>): Partial<DocumentLimits> {
  return readOptions(where, limitOptions, limitTable);
}

/** Frozen options that were checked before: a server passes the same ones for all requests. */
const constants: WeakMap<object, ParseOptions> = new WeakMap();

/** Checks the options of parsing a document. */
export function readParseOptions(where: string, options: ParseOptions | undefined): ParseOptions {
  if (options === undefined) return optionsTable.blank;
  // A user without types can pass any value: a WeakMap has none for values that are not objects.
  const known = constants.get(options);
  if (known !== undefined) return known;
  const read = readOptions(where, options, optionsTable);
  if (isConstant(options)) constants.set(options, read);
  return read;
}

/** Checks the options of parsing an update. */
export function readUpdateOptions<Options extends object>(where: string, options: Options | undefined): Options {
  return readOptional(where, options, updateTable);
}
