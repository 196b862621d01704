import type { Catalog, CatalogTable } from '@linkage/kysely';
import { isNamed } from '../model/chosen-tables.ts';
import { secrecyOf } from '../model/drafted-value.ts';
import type { DraftOptions } from '../model/model.ts';
import { optionText } from '../names/option-text.ts';
import { isHiddenTable } from '../names/secrets.ts';
import type { ComparedApi } from './compare-draft.ts';
import { mappedColumns } from './mapped-columns.ts';

/** A type or an attribute that requests can read although its name or its values in the database say that it is secret. */
export interface SecretField {
  /** The part of the mapping, such as `mapping.staff.attributes.password`. */
  readonly where: string;
  readonly message: string;
}

/** Returns what an API shows, and a draft would hide by its name, unless `show` names it. */
export function secretFields(
  { api, mapping }: Pick<ComparedApi, 'api' | 'mapping'>,
  catalog: Catalog,
  { show = [], hasSecrets }: Pick<DraftOptions, 'show' | 'hasSecrets'>,
): readonly SecretField[] {
  const secret = (where: string, what: string, name: string, reason = 'by its name'): SecretField => ({
    where,
    message: `the ${what} is secret ${reason}. If clients can see it on purpose, pass ${optionText('show', name)}.`,
  });
  return Object.entries(mapping).flatMap(([type, { table: given, id = 'id' }]): readonly SecretField[] => {
    const tableName = String(given);
    const table: CatalogTable | undefined = catalog.tables.get(tableName);
    if (table === undefined) return [];
    if (isHiddenTable(table.name) && !isNamed(table, show))
      return [secret(`mapping.${type}`, `table "${tableName}"`, tableName)];
    const columnOf = (where: string, column: string): readonly SecretField[] => {
      const reason = isNamed(table, show, column) ? undefined : secrecyOf(table, column, hasSecrets);
      return reason === undefined ? [] : [secret(where, `column "${column}"`, `${tableName}.${column}`, reason)];
    };
    return [
      ...[id].flat().flatMap((column) => columnOf(`mapping.${type}.id`, String(column))),
      ...mappedColumns(mapping, api, type)
        .filter(({ attribute }) => attribute.read)
        .flatMap(({ attribute, column }) => columnOf(`mapping.${type}.attributes.${attribute.name}`, column)),
    ];
  });
}
