import type { ResourceType } from '@linkage/core';
import type { SqlBool } from 'kysely';
import { type Place, resolveScope, resolveValues } from './resolve-scope.ts';
import type { ColumnValues, RowExpression } from './row-expression.ts';
import type { Column, Table } from './table.ts';

/** The part of a mapping that determines which rows are resources, and which values the server writes. */
export interface RowsMapping {
  readonly scope?: ColumnValues | RowExpression<unknown, string, SqlBool>;
  readonly softDelete?: ColumnValues;
}

/** The fields of a type, and the columns of its attributes. */
interface Fields {
  readonly type: ResourceType;
  readonly columns: readonly (readonly [attribute: string, column: Column])[];
}

/** Finds attributes that clients can write although the mapping determines the values of their columns. */
function checkWrites(where: string, { type, columns }: Fields, names: readonly string[]): void {
  const written = columns.find(([name, column]) => names.includes(column.name) && type.attributes.get(name)?.write);
  if (written === undefined) return;
  const [name, column] = written;
  throw new TypeError(
    `${where}: clients can write the column "${column.name}" as the attribute "${name}". Declare the attribute with \`write: false\`.`,
  );
}

/** Whether values of a mapping depend on the call. */
export function usesCall({ scope }: RowsMapping): boolean {
  return typeof scope === 'object' && scope !== null && Object.values(scope).some((it) => typeof it === 'function');
}

/**
 * Reads which rows of a table are resources of a type.
 *
 * @throws {TypeError} If a part of the mapping uses a column that the table does not have, or contradicts another part.
 */
export function resolveRows(
  where: string,
  { scope: given, softDelete: marks }: RowsMapping,
  fields: Fields,
  place: Omit<Place, 'where'>,
): Pick<Table, 'scope' | 'softDelete'> {
  if (given !== undefined && typeof given !== 'function' && (typeof given !== 'object' || given === null))
    throw new TypeError(`${where}: \`scope\` must be an object or a function.`);
  if (marks !== undefined && given === undefined)
    throw new TypeError(`${where}: \`softDelete\` requires a \`scope\` that does not contain deleted rows.`);
  const scope = given === undefined ? undefined : resolveScope({ ...place, where: `${where}.scope` }, given);
  checkWrites(`${where}.scope`, fields, Object.keys(scope?.values ?? {}));
  const softDelete = marks && resolveValues({ ...place, where: `${where}.softDelete` }, marks, false);
  const isKept = softDelete !== undefined && typeof given === 'object';
  if (isKept && !Object.keys(softDelete).some((name) => Object.hasOwn(given, name)))
    throw new TypeError(
      `${where}: \`softDelete\` must write a column of \`scope\`. Otherwise, deleted rows remain in it.`,
    );
  return { scope, softDelete };
}
