import type { AttributeDefinition } from '@linkage/core';
import { isObject, resultAtOnce } from '@linkage/core/internal';
import type { DatabaseTable } from '@linkage/kysely';
import { isWritable } from '../model/allowed-writes.ts';
import { hasOwnValue } from '../model/drafted-value.ts';
import { type ComparedApi, stringsIn, valuesIn } from './compare-draft.ts';
import { mappedColumns } from './mapped-columns.ts';

type Tables = ReadonlyMap<string, DatabaseTable>;

/** Whether new rows of a table need a column: the database has no value of its own for it. */
export function isNeeded(tables: Tables, tableName: string, column: string): boolean {
  const table = tables.get(tableName);
  const known = table?.columns.get(column);
  return table !== undefined && isWritable(table, 'insert') && known !== undefined && !hasOwnValue(known);
}

/** Whether the schema of an attribute lets requests omit it. */
function isOptional({ schema }: AttributeDefinition): boolean {
  const result = resultAtOnce(schema, undefined);
  return result?.issues === undefined && result !== undefined && (result.value ?? null) === null;
}

/**
 * Returns the fields, and the ids, that requests can omit, although new rows need their columns: the database had a default, or the column could be
 * NULL.
 */
export function lackedFields(
  { api, mapping }: Pick<ComparedApi, 'api' | 'mapping'>,
  tables: Tables,
): readonly { readonly where: string; readonly message: string }[] {
  return Object.entries(mapping).flatMap(([type, own]) => {
    const { table, id = 'id', newId, relationships } = own;
    const { clientGeneratedIds = false, relationships: declared } = api.types.get(type) ?? {};
    const isLacking = (column: string): boolean => isNeeded(tables, String(table), column);
    const attributes = mappedColumns(mapping, api, type).filter(({ attribute }) => isOptional(attribute));
    const links = Object.entries(isObject(relationships) ? relationships : {}).flatMap(([name, mapped]) => {
      const relationship = declared?.get(name);
      const columns = isObject(mapped) ? stringsIn(mapped['column']) : [];
      return relationship === undefined || relationship.required
        ? []
        : columns.map((column) => ({ relationship, column }));
    });
    // The sources make ids that are strings.
    const isOfServer =
      typeof id === 'string' && newId === undefined && !clientGeneratedIds && !valuesIn(own).includes(id);
    const isCounted = isOfServer && tables.get(String(table))?.columns.get(id)?.type.kind === 'integer';
    const ofId = `the column "${id}" has no default, so POST fails: the mapping does not say who makes the ids. Add \`newId\`.`;
    const fields = [
      ...attributes.map(
        ({ attribute, column }) =>
          ['attributes', attribute, column, 'Remove `.optional()` from its schema, or declare a default.'] as const,
      ),
      ...links.map(
        ({ relationship, column }) =>
          ['relationships', relationship, column, 'Declare it with `required: true`.'] as const,
      ),
    ];
    return [
      ...(isCounted && isLacking(id) && !links.some(({ column }) => column === id)
        ? [{ where: `mapping.${type}.id`, message: ofId }]
        : []),
      ...fields.flatMap(([member, { name, write }, column, remedy]) => {
        if ((write !== true && write !== 'create') || !isLacking(column)) return [];
        const message = `the column "${column}" has no default, but requests can omit "${name}": POST fails without it. ${remedy}`;
        return [{ where: `mapping.${type}.${member}.${name}`, message }];
      }),
    ];
  });
}
