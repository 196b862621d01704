import type { RelationshipDefinition } from '@linkage/core';
import { describeValue, nameTable, readOptions } from '@linkage/core/internal';
import type { CatalogTable } from '../dialects/catalog.ts';
import { readColumns } from './resolve-key.ts';
import type { PolymorphicEdge, PolymorphicTarget, Table, TypeValue } from './table.ts';

/** The unchecked mapping of a type column. */
interface TypeMapping {
  readonly column?: unknown;
  readonly typeColumn?: string;
  readonly types?: Readonly<Record<string, unknown>>;
}

/** Reads the value of a type column. */
function readValue(where: string, value: unknown): string | number {
  if (typeof value === 'string' || Number.isSafeInteger(value)) return value as string | number;
  throw new TypeError(`${where} must be a string or an integer, but it is ${describeValue(value)}.`);
}

function targetsIn(
  where: string,
  { targets }: RelationshipDefinition,
  given: TypeMapping['types'] = {},
  tables: ReadonlyMap<string, Table>,
): readonly PolymorphicTarget[] {
  const types = readOptions(`${where}.types`, given, nameTable(targets, 'target type'));
  const values = new Map<string, string>();
  return targets.map((name) => {
    const value = readValue(`${where}.types.${name}`, types[name] ?? name);
    const other = values.get(String(value));
    if (other !== undefined)
      throw new TypeError(
        `${where}.types: "${other}" and "${name}" must not have the same value, ${describeValue(value)}.`,
      );
    values.set(String(value), name);
    return { name, value, table: tables.get(name) };
  });
}

/**
 * Returns the storage of a to-one relationship with several target types.
 *
 * @throws {TypeError} If the mapping does not contain a column of the type, two types have the same value, or the column of the
 * id cannot contain the ids of a type.
 */
export function resolvePolymorphic(
  where: string,
  relationship: RelationshipDefinition,
  { column, typeColumn, types }: TypeMapping,
  tables: ReadonlyMap<string, Table>,
): PolymorphicEdge {
  if (typeColumn === undefined)
    throw new TypeError(`${where} must contain \`typeColumn\`, because the relationship has several target types.`);
  const targets = targetsIn(where, relationship, types, tables);
  const several = targets.find(({ table }) => table !== undefined && table.key.length > 1);
  if (several !== undefined)
    throw new TypeError(
      `${where} must not have the target type "${several.name}", because its id has several columns.`,
    );
  const columns = readColumns(where, 'column', column, undefined);
  if (columns.length > 1) throw new TypeError(`${where}: \`column\` must be one column.`);
  if (columns.includes(typeColumn))
    throw new TypeError(`${where}: \`column\` and \`typeColumn\` must be two columns, but both are "${typeColumn}".`);
  return { kind: 'polymorphic', columns, typeColumn, types: targets, target: undefined };
}

/**
 * Compares the column of the id with the ids of the target types.
 *
 * @throws {TypeError} If a database cannot compare both.
 */
export function checkTargetIds(
  where: string,
  { columns, types }: PolymorphicEdge,
  known: CatalogTable | undefined,
): void {
  const [name = ''] = columns;
  const kind = known?.columns.get(name)?.type.kind;
  for (const { name: target, table } of types) {
    const own = table?.key[0].type?.kind;
    if (kind === undefined || own === undefined || kind === own) continue;
    throw new TypeError(
      `${where}: the column "${name}" must have the type of the ids of "${target}", ${own}, but its type is ${kind}.`,
    );
  }
}

/** The foreign key of a to-many relationship. */
interface TypedKey {
  readonly columns: readonly string[];
  readonly typeColumn: string | undefined;
  readonly typeValue: unknown;
}

/**
 * Returns the value of the type column for the members of a to-many relationship; undefined if their foreign key references one
 * type only.
 *
 * @throws {TypeError} If the to-one relationship in the same columns has another value or another type column.
 */
export function typedIn(
  where: string,
  { type }: Table,
  target: Table,
  { columns, typeColumn, typeValue }: TypedKey,
): TypeValue | undefined {
  if (typeColumn === undefined && typeValue !== undefined)
    throw new TypeError(`${where} must contain \`typeColumn\`, because it contains \`typeValue\`.`);
  for (const [name, other] of target.storages) {
    if (other.kind !== 'polymorphic' || other.columns[0] !== columns[0]) continue;
    const field = `\`${target.type.name}.${name}\``;
    const own = other.types.find((it) => it.name === type.name);
    if (own === undefined)
      throw new TypeError(
        `${where}: ${field} stores its ids in the column "${columns[0]}", but does not have the target type "${type.name}".`,
      );
    if (typeColumn !== other.typeColumn)
      throw new TypeError(
        `${where}: \`typeColumn\` must be "${other.typeColumn}", because ${field} stores ids of several types in the column "${columns[0]}".`,
      );
    if (typeValue === undefined || typeValue === own.value) return { column: typeColumn, value: own.value };
    throw new TypeError(
      `${where}: \`typeValue\` must be ${describeValue(own.value)}, as in ${field}, but it is ${describeValue(typeValue)}.`,
    );
  }
  if (typeColumn === undefined) return undefined;
  return { column: typeColumn, value: readValue(`${where}.typeValue`, typeValue ?? type.name) };
}
