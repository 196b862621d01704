import { checkKind, type OptionTable, optionTable, readOptions } from '@linkage/core/internal';

/** Whose rows a request can use: a part of the scope of all types. */
export interface Tenants<Context = unknown> {
  /** The column of the tenant, which the table of each type has. */
  readonly column: string;
  /** Returns the tenant of a request. Without one, throw an error: a request for all tenants does not exist. */
  readonly of: (context: Context) => string | number | bigint;
  /** The types whose rows belong to all tenants, or that separate them by a `where` of their own. Default: none. */
  readonly except?: readonly string[] | undefined;
}

const tenantMembers: OptionTable = optionTable({ column: 'string', of: 'function', except: 'array of strings' });

/** Reads the option, which a user without a compiler can misspell. */
export function readTenants(given: Tenants | undefined): Tenants | undefined {
  if (given === undefined) return undefined;
  const where = 'createKyselySources: tenant';
  const read = readOptions(where, given, tenantMembers);
  checkKind(where, 'column', 'string', read.column);
  checkKind(where, 'of', 'function', read.of);
  return read;
}
