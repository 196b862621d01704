import type { ResourceType } from '@linkage/core';
import type { SqlBool } from 'kysely';
import { type Place, resolveRowFilter, resolveValues } from './resolve-row-filter.ts';
import type { ColumnValues, DerivedValues, RowExpression, WrittenValues } from './row-expression.ts';
import {
  type Column,
  type ColumnStorage,
  type ForeignKeyStorage,
  memberPartsOf,
  type PolymorphicStorage,
  type RelationshipStorage,
  type Table,
} from './table.ts';

/** The part of a mapping that determines which rows are resources, and which values the server writes. */
export interface RowsMapping {
  readonly where?: ColumnValues | RowExpression<unknown, string, SqlBool> | true;
  readonly softDelete?: WrittenValues;
  readonly onCreate?: DerivedValues;
  readonly onUpdate?: DerivedValues;
}

/** The fields of a type, and the columns of its attributes. */
interface Fields {
  readonly type: ResourceType;
  readonly columns: readonly (readonly [attribute: string, column: Column])[];
}

/** Finds attributes that clients can write although the mapping determines the values of their columns. */
function checkWrites(where: string, { type, columns }: Fields, names: readonly string[]): void {
  const written = columns.find(
    ([name, column]) => column.name !== undefined && names.includes(column.name) && type.attributes.get(name)?.write,
  );
  if (written === undefined) return;
  const [name, column] = written;
  throw new TypeError(
    `${where}: clients can write the column "${column.name}" as the attribute "${name}". Declare the attribute with \`write: false\`.`,
  );
}

const parts = ['where', 'onCreate', 'onUpdate'] as const;

/** Returns the part of a mapping that determines the values of a column. */
function partOf({ rowFilter, onCreate, onUpdate }: Table, column: string): string | undefined {
  const values = { where: rowFilter?.values ?? {}, onCreate, onUpdate };
  return parts.find((part) => Object.hasOwn(values[part], column));
}

/** The storage of a relationship in the table of a type. */
type WrittenStorage = ColumnStorage | ForeignKeyStorage | PolymorphicStorage;

/** Returns the parts of the storage of a relationship that are in tables of types, and not in join tables. */
export function writtenPartsOf(storage: RelationshipStorage): readonly WrittenStorage[] {
  if (storage.kind === 'mixed') return memberPartsOf(storage).flatMap(writtenPartsOf);
  return storage.kind === 'through' ? [] : [storage];
}

/** Returns the columns that a foreign key writes. */
export function writtenColumns(storage: WrittenStorage): readonly string[] {
  if (storage.kind === 'polymorphic') return [...storage.columns, storage.typeColumn];
  const typed = storage.kind === 'foreign-key' ? storage.typed : undefined;
  return typed === undefined ? storage.columns : [...storage.columns, typed.column];
}

/**
 * Finds relationships through which clients can write a column whose values the mapping determines.
 *
 * @throws {TypeError} If there is one, of this type or of the related type.
 */
export function checkForeignKeys(table: Table): void {
  const { type, storages } = table;
  const written = [...storages].flatMap(([name, storage]) => writtenPartsOf(storage).map((it) => [name, it] as const));
  for (const [name, storage] of written) {
    if (type.relationships.get(name)?.write === false) continue;
    const owner = storage.kind === 'foreign-key' ? storage.target : table;
    const column = writtenColumns(storage).find((it) => partOf(owner, it) !== undefined);
    if (column === undefined) continue;
    const part = partOf(owner, column);
    throw new TypeError(
      `createKyselySources: mapping.${owner.type.name}.${part}: clients can write the column "${column}" as the relationship "${type.name}.${name}". Declare the relationship with \`write: false\`.`,
    );
  }
}

/** Whether values of a mapping depend on the call. */
export function usesCall({ where }: RowsMapping): boolean {
  return typeof where === 'object' && where !== null && Object.values(where).some((it) => typeof it === 'function');
}

/** Whether an operation node of Kysely contains a value. */
function hasValue(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  const { kind } = node as { readonly kind?: unknown };
  return kind === 'ValueNode' || kind === 'PrimitiveValueListNode' || Object.values(node).some(hasValue);
}

/**
 * Whether the expressions of a table can differ between two requests: a function can read the clock, or the tenant of the
 * request from an `AsyncLocalStorage`. An expression that computes an attribute varies only if it contains values.
 */
export function variesByRequest({ name, rowFilter, columns }: Pick<Table, 'name' | 'rowFilter' | 'columns'>): boolean {
  if (rowFilter?.isExpression === true) return true;
  return [...columns.values()].some(({ expression }) => hasValue(expression?.(name).toOperationNode()));
}

/**
 * Reads which rows of a table are resources of a type.
 *
 * @throws {TypeError} If a part of the mapping uses a column that the table does not have, or contradicts another part.
 */
export function resolveRows(
  where: string,
  { where: declared, softDelete: marks, onCreate = {}, onUpdate = {} }: RowsMapping,
  fields: Fields,
  place: Omit<Place, 'where'>,
  tenant: ColumnValues,
): Pick<Table, 'rowFilter' | 'softDelete' | 'onCreate' | 'onUpdate'> {
  const given = declared === true ? undefined : declared;
  if (given !== undefined && typeof given !== 'function' && (typeof given !== 'object' || given === null))
    throw new TypeError(`${where}: \`where\` must be an object, a function, or true.`);
  if (marks !== undefined && declared === undefined)
    throw new TypeError(
      `${where}: \`softDelete\` requires a \`where\` that does not contain deleted rows. If access rules hide them, set \`where: true\`.`,
    );
  const hasRowFilter = given !== undefined || Object.keys(tenant).length > 0;
  const rowFilter = hasRowFilter
    ? resolveRowFilter({ ...place, where: `${where}.where` }, given ?? {}, tenant)
    : undefined;
  checkWrites(`${where}.where`, fields, Object.keys(rowFilter?.values ?? {}));
  const softDelete = marks && resolveValues({ ...place, where: `${where}.softDelete` }, marks, false);
  const isKept = softDelete !== undefined && typeof given === 'object';
  if (isKept && !Object.keys(softDelete).some((name) => Object.hasOwn(given, name)))
    throw new TypeError(
      `${where}: \`softDelete\` must write a column of \`where\`. Otherwise, deleted rows remain in it.`,
    );
  const valuesOf = (part: 'onCreate' | 'onUpdate', given: DerivedValues) => {
    const values = resolveValues({ ...place, where: `${where}.${part}` }, given, false);
    checkWrites(`${where}.${part}`, fields, Object.keys(values));
    return values;
  };
  return { rowFilter, softDelete, onCreate: valuesOf('onCreate', onCreate), onUpdate: valuesOf('onUpdate', onUpdate) };
}
