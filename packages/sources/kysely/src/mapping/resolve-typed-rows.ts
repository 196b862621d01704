import { describeValue } from '@linkage/core/internal';
import type { RelationshipStorage, Table, ThroughStorage, TypeValue } from './table.ts';

/**
 * Reads the value of a type column.
 *
 * @throws {TypeError} If it is neither a string nor an integer.
 */
export function readTypeValue(where: string, value: unknown): string | number {
  if (typeof value === 'string' || Number.isSafeInteger(value)) return value as string | number;
  throw new TypeError(`${where} must be a string or an integer, but it is ${describeValue(value)}.`);
}

/** The columns of a join table. */
export type JoinTable = Pick<ThroughStorage, 'table' | 'from' | 'to'>;

/** The ids of a type in the rows of another table, which can have a column of the type. */
export interface TypedRows {
  /** The columns of the ids. */
  readonly columns: readonly string[];
  /** Undefined for a foreign key in the table of the related type. */
  readonly join: JoinTable | undefined;
  readonly typeColumn: string | undefined;
  readonly typeValue: unknown;
}

/** The type column of a relationship with several target types, and its value for one of them. */
interface Inverse {
  readonly typeColumn: string;
  /** Undefined if the type is not a target type. */
  readonly value: string | number | undefined;
}

/** Returns the type column of a relationship with several target types, if it stores its ids in the columns of the rows. */
function inverseOf(other: RelationshipStorage, type: string, { columns, join }: TypedRows): Inverse | undefined {
  if (other.kind === 'polymorphic' && join === undefined) {
    if (other.columns[0] !== columns[0]) return undefined;
    return { typeColumn: other.typeColumn, value: other.types.find(({ name }) => name === type)?.value };
  }
  if (other.kind !== 'mixed' || join === undefined) return undefined;
  const parts = other.parts.flatMap(({ name, storage }) => {
    if (storage.kind !== 'through' || !storage.isUnchecked || storage.typed === undefined) return [];
    const isSame = storage.table === join.table && storage.to === join.from && storage.from === join.to;
    return isSame ? [{ name, typed: storage.typed }] : [];
  });
  const [first] = parts;
  return first && { typeColumn: first.typed.column, value: parts.find(({ name }) => name === type)?.typed.value };
}

/**
 * Returns the value of the type column in the rows of a to-many relationship; undefined if their column of the id contains ids of
 * one type only.
 *
 * @throws {TypeError} If the relationship on the inverse relationship, in the same columns, has another value or another type column.
 */
export function typedIn(
  where: string,
  { type }: Table,
  target: Table | undefined,
  rows: TypedRows,
): TypeValue | undefined {
  const { columns, typeColumn, typeValue } = rows;
  if (typeColumn === undefined && typeValue !== undefined)
    throw new TypeError(`${where} must contain \`typeColumn\`, because it contains \`typeValue\`.`);
  for (const [name, storage] of target?.storages ?? []) {
    const other = inverseOf(storage, type.name, rows);
    if (other === undefined) continue;
    const field = `\`${target?.type.name}.${name}\``;
    if (other.value === undefined)
      throw new TypeError(
        `${where}: ${field} stores its ids in the column "${columns[0]}", but does not have the target type "${type.name}".`,
      );
    if (typeColumn !== other.typeColumn)
      throw new TypeError(
        `${where}: \`typeColumn\` must be "${other.typeColumn}", because ${field} stores ids of several types in the column "${columns[0]}".`,
      );
    if (typeValue === undefined || typeValue === other.value) return { column: typeColumn, value: other.value };
    throw new TypeError(
      `${where}: \`typeValue\` must be ${describeValue(other.value)}, as in ${field}, but it is ${describeValue(typeValue)}.`,
    );
  }
  if (typeColumn === undefined) return undefined;
  if (columns.includes(typeColumn) || typeColumn === rows.join?.to)
    throw new TypeError(`${where}: \`typeColumn\` must not be a column of an id, but it is "${typeColumn}".`);
  return { column: typeColumn, value: readTypeValue(`${where}.typeValue`, typeValue ?? type.name) };
}
