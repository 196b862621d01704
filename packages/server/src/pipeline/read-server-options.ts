import { type OptionTable, optionTable } from '@linkage/core/internal';
import { assertNotContainer, readSettings } from '../internal/read-settings.ts';
import { assertDebug } from '../rules/rejection.ts';
import type { OptionEntry } from './option-entry.ts';
import { type ReadServerOptions, ServerOptions } from './server-options.ts';

const entries: ReadonlyMap<string, OptionEntry> = new Map(Object.entries(new ServerOptions()));
const table: OptionTable = optionTable(
  Object.fromEntries(Array.from(entries, ([name, { kind }]) => [name, kind] as const)),
);

/**
 * Reads the options of a server, with their defaults.
 *
 * @throws {TypeError} If an option is unknown, has the wrong type, or is for development only.
 */
export function readServerOptions(given: object): ReadServerOptions {
  const read: Record<string, unknown> = { ...readSettings('createServer', given, table) };
  for (const [name, { kind, absent, members }] of entries) {
    const value = read[name];
    if (kind === 'object') assertNotContainer(`createServer: ${name}`, value);
    if (value === undefined) read[name] = absent;
    else if (members !== undefined) read[name] = readSettings(`createServer: ${name}`, value as object, members);
  }
  const options = Object.freeze(read) as unknown as ReadServerOptions;
  assertDebug(options.debug);
  return options;
}
