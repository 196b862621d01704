import type { AttributeDefinition, ResourceType } from '@linkage/core';
import { resultAtOnce } from '@linkage/core/internal';
import { type Column, getTableColumns, type Table } from 'drizzle-orm';
import type { Names } from '../schema/names.ts';
import { storedValue, type ValuesByProperty } from './written-values.ts';

/** Whether each new resource has a value for an attribute: clients must send it, or its schema has a default. */
function isAlwaysPresent({ schema, write }: AttributeDefinition): boolean {
  if (write === false || write === 'update') return false;
  const result = resultAtOnce(schema, undefined);
  return result !== undefined && (result.issues !== undefined || result.value !== undefined);
}

/** The columns whose values clients write, with their attributes. */
export type WrittenColumns = ReadonlyMap<Column, AttributeDefinition | undefined>;

/** The values that `$defaultFn` and `$onUpdate` of a table determine, by column. Only statements of Drizzle call them. */
export interface RuntimeDefaults {
  readonly onCreate: ValuesByProperty;
  readonly onUpdate: ValuesByProperty;
}

/**
 * Returns the values that the functions of a table determine.
 *
 * @throws {TypeError} If clients can write such a column, and the function would be needed.
 */
export function runtimeDefaults(
  where: string,
  { name }: ResourceType,
  table: Table,
  written: WrittenColumns,
  isKey: (column: Column) => boolean,
  names: Names,
): RuntimeDefaults {
  const onCreate = new Map<string, unknown>();
  const onUpdate = new Map<string, unknown>();
  for (const column of Object.values(getTableColumns(table))) {
    const { defaultFn, onUpdateFn } = column;
    const first = defaultFn ?? onUpdateFn;
    if (first === undefined || isKey(column)) continue;
    const attribute = written.get(column);
    if (!written.has(column)) {
      onCreate.set(names.column(column), () => storedValue(column, first()));
      if (onUpdateFn !== undefined) onUpdate.set(names.column(column), () => storedValue(column, onUpdateFn()));
    } else if (onUpdateFn !== undefined || attribute === undefined || !isAlwaysPresent(attribute)) {
      const cause = onUpdateFn === undefined ? '$defaultFn' : '$onUpdate';
      const field = attribute === undefined ? 'the relationship' : `"${attribute.name}"`;
      throw new TypeError(
        `${where}: clients can write ${field} of "${name}" in the column "${column.name}", whose \`${cause}\` only statements of Drizzle call. Declare the field with \`write: false\`${onUpdateFn === undefined ? ', or give its schema a default' : ''}.`,
      );
    }
  }
  return { onCreate: Object.fromEntries(onCreate), onUpdate: Object.fromEntries(onUpdate) };
}
