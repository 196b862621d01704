import { checkKind, type OptionTable, optionTable, readOptions } from '@linkage/core/internal';

/** Whose rows a request can use: a part of the row filters of all types. */
export interface Tenants<Context = unknown> {
  /** The column of the tenant, which the table of each type has. With Drizzle, the property, and with Prisma, the field, as in `where`. */
  readonly column: string;
  /** Returns the tenant of a request. Without one, throw an error: a request for all tenants does not exist. */
  readonly of: (context: Context) => string | number | bigint;
  /** The types whose rows belong to all tenants, or that separate them by a `where` of their own. Default: none. */
  readonly except?: readonly string[] | undefined;
}

/** A column of an ORM: its name in the database, and the value that is stored for one of the ORM. */
export interface NamedColumn {
  readonly column: string;
  readonly stored?: (value: unknown) => unknown;
}

/** The option, with what an ORM knows. */
export interface TenantOption extends Tenants {
  /** Returns the columns of a type by the names that an ORM has for them. Default: these are the names of the database. */
  readonly columnsOf?: ((type: string) => ReadonlyMap<string, NamedColumn>) | undefined;
}

const tenantMembers: OptionTable = optionTable({ column: 'string', of: 'function', except: 'array of strings' });

/** Reads the option, which a user without a compiler can misspell. */
export function readTenants(
  given: Tenants | undefined,
  columnsOf: TenantOption['columnsOf'],
): TenantOption | undefined {
  if (given === undefined) return undefined;
  const where = 'createKyselySources: tenant';
  const read = readOptions(where, given, tenantMembers);
  checkKind(where, 'column', 'string', read.column);
  checkKind(where, 'of', 'function', read.of);
  return { ...read, columnsOf };
}
