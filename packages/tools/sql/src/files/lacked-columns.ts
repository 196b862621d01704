import { resultAtOnce } from '@linkage/core/internal';
import type { CatalogTable } from '@linkage/kysely';
import { isWritable } from '../model/allowed-writes.ts';
import { hasOwnValue } from '../model/drafted-value.ts';
import type { ComparedApi } from './compare-draft.ts';
import { mappedColumns } from './mapped-columns.ts';

type Tables = ReadonlyMap<string, CatalogTable>;

/** Whether new rows of a table need a column: the database has no value of its own for it. */
export function isNeeded(tables: Tables, tableName: string, column: string): boolean {
  const table = tables.get(tableName);
  const known = table?.columns.get(column);
  return table !== undefined && isWritable(table, 'insert') && known !== undefined && !hasOwnValue(known);
}

/** Returns the attributes that requests can omit, although new rows need them: the database had a default, or the column could be NULL. */
export function lackedAttributes(
  { api, mapping }: Pick<ComparedApi, 'api' | 'mapping'>,
  tables: Tables,
): readonly { readonly where: string; readonly message: string }[] {
  return Object.entries(mapping).flatMap(([type, own]) => {
    return mappedColumns(mapping, api, type).flatMap(({ attribute: { name, write, schema }, column }) => {
      const isSent = write === true || write === 'create';
      if (!isSent || !isNeeded(tables, String(own['table']), column)) return [];
      const result = resultAtOnce(schema, undefined);
      if (result === undefined || result.issues !== undefined || (result.value ?? null) !== null) return [];
      const message = `the column "${column}" has no default, but requests can omit "${name}": POST fails without it. Remove \`.optional()\` from its schema, or declare a default.`;
      return [{ where: `mapping.${type}.attributes.${name}`, message }];
    });
  });
}
