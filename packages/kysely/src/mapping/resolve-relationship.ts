import type { RelationshipDefinition } from '@linkage/core';
import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import { catalogTable, type MappedDatabase, missingColumn } from './known-table.ts';
import type { DeletionPolicy, RelationshipMapping } from './relationship-mapping.ts';
import { readColumns } from './resolve-key.ts';
import { checkTargetIds, resolvePolymorphic, typedIn } from './resolve-polymorphic.ts';
import { writtenColumns } from './resolve-rows.ts';
import type { RelationshipStorage, Table } from './table.ts';

const edgeMembers: OptionTable = optionTable(
  {
    ...{ column: 'any', foreignKey: 'any', through: 'string', from: 'string', to: 'string' },
    ...{ typeColumn: 'string', typeValue: 'any', types: 'object' },
    onDelete: ['restrict', 'cascade', 'set null', 'database'],
  },
  'member',
);

/** Finds mistakes in the columns that a relationship names. */
function checkEdge(where: string, storage: RelationshipStorage, own: Table, database: MappedDatabase): void {
  if (database.catalog === undefined) return;
  if (storage.kind === 'through') {
    const known = catalogTable(where, storage.table, database);
    const missing = [storage.from, storage.to].find((name) => known?.columns.has(name) === false);
    if (known !== undefined && missing !== undefined) throw new TypeError(`${where}: ${missingColumn(missing, known)}`);
    return;
  }
  const known = catalogTable(where, storage.kind === 'foreign-key' ? storage.target.name : own.name, database);
  readColumns(where, 'column', writtenColumns(storage), known);
  if (storage.kind === 'polymorphic') checkTargetIds(where, storage, known);
  if (storage.kind !== 'foreign-key' || storage.onDelete !== 'set null') return;
  const required = storage.columns.find((name) => known?.columns.get(name)?.nullable === false);
  if (required !== undefined)
    throw new TypeError(
      `${where}: \`onDelete\` must not be "set null", because the column "${required}" is not nullable.`,
    );
}

/** The unchecked storage of a relationship. */
export interface EdgeMapping {
  readonly column?: unknown;
  readonly foreignKey?: unknown;
  readonly typeColumn?: string;
  readonly typeValue?: unknown;
  readonly types?: Readonly<Record<string, unknown>>;
  readonly onDelete?: DeletionPolicy;
  readonly through?: string;
  readonly from?: string;
  readonly to?: string;
}

/** A relationship, and the table of its type. */
export interface MappedRelationship {
  readonly relationship: RelationshipDefinition;
  readonly table: Table;
}

/** Reads as many columns as an id has. */
function columnsFor(where: string, member: string, given: unknown, referenced: Table | undefined): readonly string[] {
  const columns = readColumns(where, member, given, undefined);
  const count = referenced?.key.length ?? 1;
  if (columns.length === count) return columns;
  const whose = referenced === undefined ? 'a type that is not mapped' : `"${referenced.type.name}"`;
  throw new TypeError(
    `${where}: \`${member}\` must contain ${count === 1 ? '1 column' : `${count} columns`}, because the id of ${whose} has as many, but it contains ${columns.length}.`,
  );
}

function resolveToMany(
  where: string,
  { relationship, table: own }: MappedRelationship,
  { through, from, to, foreignKey, onDelete, typeColumn, typeValue }: EdgeMapping,
  tables: ReadonlyMap<string, Table>,
): RelationshipStorage {
  const name = `${own.type.name}.${relationship.name}`;
  const [target = '', ...others] = relationship.targets;
  if (others.length > 0)
    throw new TypeError(
      `${name} must be null, because a to-many relationship with several target types cannot be mapped.`,
    );
  const table = tables.get(target);
  if (onDelete !== undefined && foreignKey === undefined)
    throw new TypeError(`${name} must contain \`foreignKey\`, because it contains \`onDelete\`.`);
  if ((typeColumn !== undefined || typeValue !== undefined) && foreignKey === undefined)
    throw new TypeError(`${name} must contain \`foreignKey\`, because it contains the type of a foreign key.`);
  if (through !== undefined && from !== undefined && to !== undefined) {
    const several = [own, table].find((it) => it !== undefined && it.key.length > 1);
    if (several !== undefined)
      throw new TypeError(
        `${where} must not contain \`through\`, because the id of "${several.type.name}" has several columns.`,
      );
    return { kind: 'through', table: through, from, to, target: table };
  }
  if (through !== undefined)
    throw new TypeError(`${name} must contain \`from\` and \`to\`, because it contains \`through\`.`);
  if (foreignKey === undefined)
    throw new TypeError(`${name} must contain \`foreignKey\` or \`through\`, because the relationship is to-many.`);
  if (table === undefined)
    throw new TypeError(
      `${name} requires a mapping of "${target}", because its foreign key is in the table of this type.`,
    );
  const columns = columnsFor(where, 'foreignKey', foreignKey, own);
  return {
    kind: 'foreign-key',
    columns,
    typed: typedIn(where, own, table, { columns, typeColumn, typeValue }),
    target: table,
    onDelete: onDelete === 'database' ? undefined : onDelete,
  };
}

function resolveEdge(
  mapped: MappedRelationship,
  given: RelationshipMapping,
  tables: ReadonlyMap<string, Table>,
): RelationshipStorage | undefined {
  if (given === null) return undefined;
  const { relationship, table: own } = mapped;
  const name = `${own.type.name}.${relationship.name}`;
  const where = `createKyselySources: mapping.${own.type.name}.relationships.${relationship.name}`;
  const mapping = readOptions<EdgeMapping>(where, given as EdgeMapping, edgeMembers);
  const isToOne = relationship.kind === 'to-one';
  if (mapping.column === undefined && isToOne)
    throw new TypeError(`${name} must contain \`column\`, because the relationship is to-one.`);
  if (mapping.column !== undefined && !isToOne)
    throw new TypeError(`${name} must contain \`foreignKey\` or \`through\`, because the relationship is to-many.`);
  if (!isToOne) return resolveToMany(where, mapped, mapping, tables);
  if (mapping.onDelete !== undefined)
    throw new TypeError(`${name} must contain \`foreignKey\`, because it contains \`onDelete\`.`);
  if (relationship.targets.length > 1) return resolvePolymorphic(where, relationship, mapping, tables);
  if (mapping.typeColumn !== undefined || mapping.types !== undefined)
    throw new TypeError(`${where} must not contain a type, because the relationship has one target type.`);
  const target = tables.get(relationship.targets[0] as string);
  return { kind: 'column', columns: columnsFor(where, 'column', mapping.column, target), target };
}

/**
 * Returns the storage of a relationship; undefined if it is stored elsewhere.
 *
 * @throws {TypeError} If the relationship is not mapped, or its mapping cannot store it.
 */
export function resolveRelationship(
  mapped: MappedRelationship,
  given: RelationshipMapping | undefined,
  tables: ReadonlyMap<string, Table>,
  database: MappedDatabase,
): RelationshipStorage | undefined {
  const { relationship, table } = mapped;
  const { name } = table.type;
  if (given === undefined)
    throw new TypeError(
      `createKyselySources: the mapping of "${name}" must contain \`relationships.${relationship.name}\`. Map it, for example ${relationship.kind === 'to-one' ? "`{ column: 'author_id' }`" : "`{ foreignKey: 'article_id' }`"}, or set it to null if it is stored elsewhere.`,
    );
  const storage = resolveEdge(mapped, given, tables);
  if (storage === undefined) return undefined;
  checkEdge(`createKyselySources: mapping.${name}.relationships.${relationship.name}`, storage, table, database);
  return storage;
}
