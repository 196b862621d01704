import { isConstant } from '../internal/is-constant.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import type { DocumentLimits } from './document-limits.ts';
import type { LocalIds } from './local-ids.ts';

/** What a request document is read with: its limits, and for a part of a larger document, its place and what it shares. */
export interface ParseOptions extends Partial<DocumentLimits> {
  /** The JSON Pointer of the part that is read, such as `/atomic:operations/3`. Default: the whole document. */
  readonly base?: string | undefined;
  /** The local ids that the part shares with other parts of the document. Default: none. */
  readonly localIds?: LocalIds | undefined;
}

// `limitOf` says what a limit must be.
const limits = { bytes: 'any', depth: 'any', members: 'any', linkageMembers: 'any', errors: 'any' } as const;
const limitTable: OptionTable = optionTable(limits, 'limit');
const optionsTable: OptionTable = optionTable({ ...limits, base: 'string', localIds: 'object' });
const updateTable: OptionTable = optionTable({ ...limits, base: 'string', localIds: 'object', id: 'string' });

/** Checks the limits that a function was given. */
export function readLimits(where: string, given: Partial<DocumentLimits>): Partial<DocumentLimits> {
  return readOptions(where, given, limitTable);
}

/** Frozen options that were read before: those of a server are the same for all its requests. */
const constants: WeakMap<object, ParseOptions> = new WeakMap();

/** Checks the options that a document is read with. */
export function readParseOptions(where: string, given: ParseOptions): ParseOptions {
  const known = typeof given === 'object' && given !== null ? constants.get(given) : undefined;
  if (known !== undefined) return known;
  const read = readOptions(where, given, optionsTable);
  if (isConstant(given)) constants.set(given, read);
  return read;
}

/** Checks the options of an update. */
export function readUpdateOptions<Options extends object>(where: string, given: Options): Options {
  return readOptions(where, given, updateTable);
}
