import { readOptions } from '@linkage/core/internal';
import { checkReferences } from './check-foreign-keys.ts';
import { catalogColumn, catalogTable, type MappedDatabase, missingColumn, unknownColumn } from './known-table.ts';
import type { RelationshipMapping } from './relationship-mapping.ts';
import { readColumns } from './resolve-key.ts';
import { columnsFor, type EdgeMapping, edgeMembers, type MappedRelationship } from './resolve-members.ts';
import { checkTargetIds, resolvePolymorphic } from './resolve-polymorphic.ts';
import { writtenColumns } from './resolve-rows.ts';
import { resolveToMany } from './resolve-to-many.ts';
import { memberEdgesOf, type RelationshipStorage, type Table, type ThroughEdge } from './table.ts';

function checkJoinTable(where: string, storage: ThroughEdge, own: Table, database: MappedDatabase): void {
  const { table, from, to, typed, isUnchecked, target } = storage;
  const known = catalogTable(where, table, database);
  const columns = typed === undefined ? [from, to] : [from, to, typed.column];
  const missing = unknownColumn(known, columns);
  if (known !== undefined && missing !== undefined) throw new TypeError(`${where}: ${missingColumn(missing, known)}`);
  if (typed === undefined) return;
  if (isUnchecked) checkTargetIds(where, to, [target], known);
  else checkTargetIds(where, from, [own], known);
}

/** Finds mistakes in the columns that a relationship names. */
function checkEdge(where: string, storage: RelationshipStorage, own: Table, database: MappedDatabase): void {
  if (database.catalog === undefined) return;
  if (storage.kind === 'mixed') {
    for (const edge of memberEdgesOf(storage)) checkEdge(where, edge, own, database);
    return;
  }
  if (storage.kind === 'through') {
    checkJoinTable(where, storage, own, database);
    checkReferences(where, storage, own, database);
    return;
  }
  const known = catalogTable(where, storage.kind === 'foreign-key' ? storage.target.name : own.name, database);
  readColumns(where, 'column', writtenColumns(storage), known);
  checkReferences(where, storage, own, database);
  if (storage.kind === 'polymorphic') {
    const tables = storage.types.map(({ table }) => table);
    checkTargetIds(where, storage.columns[0] as string, tables, known);
  }
  if (storage.kind !== 'foreign-key' || storage.onDelete !== 'set null') return;
  const required = storage.columns.find((name) => known && catalogColumn(known, name)?.nullable === false);
  if (required !== undefined)
    throw new TypeError(
      `${where}: \`onDelete\` must not be "set null", because the column "${required}" is not nullable.`,
    );
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
  if (mapping.targets !== undefined)
    throw new TypeError(`${where} must not contain \`targets\`, because the relationship is to-one.`);
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
