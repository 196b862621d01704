import type { Catalog, CatalogTable } from '@linkage/kysely';
import { isNamed } from '../model/chosen-tables.ts';
import { isSecret } from '../model/drafted-value.ts';
import { optionText } from '../names/option-text.ts';
import { isHiddenTable } from '../names/secrets.ts';
import type { ComparedApi } from './compare-draft.ts';
import { mappedColumns } from './mapped-columns.ts';

/** A type or an attribute that requests can read although its name in the database says that it is secret. */
export interface SecretField {
  /** The part of the mapping, such as `mapping.staff.attributes.password`. */
  readonly where: string;
  readonly message: string;
}

/** Returns what an API shows, and a draft would hide by its name, unless `show` names it. */
export function secretFields(
  { api, mapping }: Pick<ComparedApi, 'api' | 'mapping'>,
  catalog: Catalog,
  show: readonly string[],
): readonly SecretField[] {
  const secret = (where: string, what: string, name: string): SecretField => ({
    where,
    message: `the ${what} is secret by its name. If clients can see it on purpose, pass ${optionText('show', name)}.`,
  });
  return Object.entries(mapping).flatMap(([type, { table: given, id = 'id' }]): readonly SecretField[] => {
    const tableName = String(given);
    const table: CatalogTable | undefined = catalog.tables.get(tableName);
    if (table === undefined) return [];
    const isShown = (column: string): boolean => {
      const known = table.columns.get(column);
      return known === undefined || !isSecret(column, known) || isNamed(table, show, column);
    };
    if (isHiddenTable(table.name) && !isNamed(table, show))
      return [secret(`mapping.${type}`, `table "${tableName}"`, tableName)];
    const columnOf = (where: string, column: string): readonly SecretField[] =>
      isShown(column) ? [] : [secret(where, `column "${column}"`, `${tableName}.${column}`)];
    return [
      ...[id].flat().flatMap((column) => columnOf(`mapping.${type}.id`, String(column))),
      ...mappedColumns(mapping, api, type)
        .filter(({ attribute }) => attribute.read)
        .flatMap(({ attribute, column }) => columnOf(`mapping.${type}.attributes.${attribute.name}`, column)),
    ];
  });
}
