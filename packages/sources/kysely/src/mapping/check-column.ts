import type { AttributeDefinition } from '@linkage/core';
import { describeValue } from '@linkage/core/internal';
import type { ColumnType } from '../columns/column-type.ts';
import type { DatabaseColumn } from '../dialects/database-schema.ts';
import type { SqlDialect } from '../dialects/dialect.ts';
import { hasZeroDefault } from '../dialects/zero-dates.ts';
import type { ColumnMapping } from './column-mapping.ts';
import { servesOrder } from './known-indexes.ts';
import { type KnownTable, quoted, storedColumnName, type Warn } from './known-table.ts';
import { acceptedKinds, accepts, acceptsKind, readKindOf } from './read-kinds.ts';

/** A column of the database schema that stores an attribute. */
interface StoredAttribute {
  readonly where: string;
  readonly attribute: AttributeDefinition;
  readonly mapping: ColumnMapping;
  readonly table: KnownTable;
  readonly name: string;
  readonly known: DatabaseColumn;
  /** The type with the form of its values. */
  readonly type: ColumnType | undefined;
  readonly dialect: SqlDialect;
  /** Whether the mapping says that only some rows of the table are resources of the type. */
  readonly isPart: boolean;
  /** The columns that have one value in all statements. */
  readonly constants: readonly string[];
}

/** Whether the mapping or the declaration converts the values. */
function isConverted({ mapping, attribute }: StoredAttribute): boolean {
  return mapping.decode !== undefined || mapping.encode !== undefined || attribute.encode !== undefined;
}

function checkKind(stored: StoredAttribute): void {
  const { where, attribute, name, known, type, dialect } = stored;
  const kind = type === undefined || isConverted(stored) ? undefined : readKindOf(type, dialect);
  if (kind === undefined || acceptsKind(attribute, kind)) return;
  const accepted = acceptedKinds(attribute);
  if (accepted.size === 0 || accepted.has(kind)) return;
  throw new TypeError(
    `${where}: the values of the column "${name}", whose type is ${known.typeName}, are read as ${kind}, but the schema of "${attribute.name}" accepts ${[...accepted].join(', ')} only. Change the schema, or convert the values with \`decode\` and \`encode\`.`,
  );
}

function checkNull(stored: StoredAttribute): void {
  const { where, attribute, table, name, known, isPart } = stored;
  // A row filter can select the rows without NULL, as in a table of several types.
  if (isPart) return;
  // A database says of every column of a view, and of a generated column, that it can be NULL.
  if (table.kind !== 'table' || !known.nullable || known.generated !== undefined || !attribute.read) return;
  if (accepts(attribute, null) !== false || accepts(attribute, undefined) !== false) return;
  throw new TypeError(
    `${where}: the column "${name}" can be NULL, but the schema of "${attribute.name}" accepts neither null nor undefined. Declare the column as \`not null\`, or the attribute as nullable.`,
  );
}

function warnOf(stored: StoredAttribute, warn: Warn): void {
  const { where, attribute, table, known, type, name, constants } = stored;
  // Null is a value of JSON.
  const storesNull = type?.kind === 'json' || known.nullable || hasZeroDefault(known);
  if (!storesNull && attribute.write !== false && accepts(attribute, null) === true)
    warn(where, `The column "${name}" cannot be NULL, but the schema of "${attribute.name}" accepts null.`);
  const missing = isConverted(stored)
    ? []
    : (known.labels ?? []).filter((label) => accepts(attribute, label) === false);
  if (missing.length > 0 && known.type.kind !== 'array')
    warn(
      where,
      `The schema of "${attribute.name}" rejects ${missing.map(describeValue).join(', ')}, which the column "${name}" can contain.`,
    );
  const equal = constants.map((it) => storedColumnName(table, it));
  if (attribute.sort && table.kind === 'table' && !servesOrder(table, [storedColumnName(table, name)], new Set(equal)))
    warn(
      where,
      `Requests can sort by "${attribute.name}", but no index begins with the column${equal.length === 0 ? '' : 's'} ${quoted([...constants, name])}.`,
    );
}

/**
 * Compares an attribute with its column.
 *
 * @throws {TypeError} If the schema rejects what the column contains: its type, or NULL.
 */
export function checkColumn(stored: StoredAttribute, warn: Warn | undefined): void {
  checkKind(stored);
  checkNull(stored);
  if (warn !== undefined) warnOf(stored, warn);
}
