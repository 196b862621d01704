import { suggestName } from '@linkage/core/internal';
import type { SourceCall } from '@linkage/server';
import { isCallValue } from './call-value.ts';
import { databaseColumn, type KnownTable, type MappedDatabase } from './known-table.ts';
import type { ColumnValues } from './row-expression.ts';
import type { Table } from './table.ts';
import type { NamedColumn, TenantOption } from './tenants.ts';

/**
 * Returns the values of the tenant in the row filter of a type: none for the types that the option excepts.
 *
 * @throws {TypeError} If the table does not have the column, or the row filter of the type has it, too.
 */
export function tenantValues(
  where: string,
  type: string,
  rowFilter: unknown,
  known: KnownTable | undefined,
  tenants: TenantOption | undefined,
): ColumnValues {
  if (tenants === undefined || tenants.except?.includes(type) === true) return {};
  const { column: name, of, columnsOf } = tenants;
  const named = columnsOf?.(type);
  const own = named === undefined ? { column: name } : named.get(name);
  if (own === undefined || (known !== undefined && databaseColumn(known, own.column) === undefined))
    throw new TypeError(
      `${where}: the table does not have the column "${name}" of \`tenant\`.${suggestName(name, (named ?? known?.columns ?? new Map()).keys(), '"')} If its rows belong to all tenants, add "${type}" to \`tenant.except\`.`,
    );
  const { column, stored = (value) => value }: NamedColumn = own;
  if (typeof rowFilter === 'object' && rowFilter !== null && Object.hasOwn(rowFilter, column))
    throw new TypeError(`${where}.where must not contain "${name}", because \`tenant\` determines it.`);
  return { [column]: ({ context }: SourceCall): unknown => stored(of(context)) } as ColumnValues;
}

/**
 * Checks the names of the types that the option excepts.
 *
 * @throws {TypeError} If one of them is not in the API.
 */
export function checkTenants(names: Iterable<string>, { tenants }: MappedDatabase): void {
  const known = new Set(names);
  const other = tenants?.except?.find((name) => !known.has(name));
  if (other !== undefined)
    throw new TypeError(
      `createKyselySources: tenant.except: unknown resource type "${other}".${suggestName(other, known, '"')}`,
    );
}

/** Returns the columns whose values the user determines in the row filter of a table. */
const userColumns = ({ rowFilter }: Table): readonly string[] =>
  Object.entries(rowFilter?.values ?? {}).flatMap(([column, value]) => (isCallValue(value) ? [column] : []));

/** Warns of types that have a column by which most of the types with this column separate users, but do not do so. */
export function warnOfShared(tables: Iterable<Table>, database: MappedDatabase): void {
  const { warn, tenants } = database;
  if (warn === undefined) return;
  const all = [...tables];
  for (const column of new Set(all.flatMap(userColumns))) {
    const having = all.filter((table) => {
      const known = table.known(table.name);
      return known !== undefined && databaseColumn(known, column) !== undefined;
    });
    const shared = having.filter((table) => !userColumns(table).includes(column));
    if (shared.length * 2 >= having.length) continue;
    for (const { type } of shared)
      if (tenants?.except?.includes(type.name) !== true)
        warn(
          `createKyselySources: mapping.${type.name}`,
          `The \`where\` of the other types with the column "${column}" contains it, but this type has all rows. Add it to the \`where\`, or use the option \`tenant\`.`,
        );
  }
}
