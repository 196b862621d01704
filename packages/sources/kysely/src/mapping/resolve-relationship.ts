import { readOptions } from '@linkage/core/internal';
import { checkReferences, knownRows } from './check-foreign-keys.ts';
import { assertColumns, databaseColumn, databaseTable, isUnique, type MappedDatabase, quoted } from './known-table.ts';
import type { RelationshipMapping } from './relationship-mapping.ts';
import { readColumns } from './resolve-key.ts';
import { type MemberMapping, withMemberData } from './resolve-member-data.ts';
import {
  columnsFor,
  type MappedRelationship,
  referencesIn,
  resolveMembers,
  type StorageMapping,
  storageMembers,
} from './resolve-members.ts';
import { checkTargetIds, resolvePolymorphic } from './resolve-polymorphic.ts';
import { writtenColumns } from './resolve-rows.ts';
import { resolveToMany } from './resolve-to-many.ts';
import {
  type ForeignKeyStorage,
  memberPartsOf,
  type RelationshipStorage,
  type Table,
  type ThroughStorage,
} from './table.ts';

function checkJoinTable(where: string, storage: ThroughStorage, own: Table, database: MappedDatabase): void {
  const { table, from, to, typed, isUnchecked, target } = storage;
  const known = databaseTable(where, table, database);
  const columns = typed === undefined ? [from, to] : [from, to, typed.column];
  assertColumns(where, known, columns);
  if (known?.kind === 'table' && !isUnique(known, columns, typed !== undefined))
    database.warn?.(where, `Two rows of "${table}" can have the same ${quoted(columns)}. Make them unique together.`);
  if (typed === undefined) return;
  if (isUnchecked) checkTargetIds(where, to, [target], known);
  else checkTargetIds(where, from, [own], known);
}

/** Checks that at most one row of a table references a resource. */
function checkUnique(where: string, { target, columns, typed }: ForeignKeyStorage, database: MappedDatabase): void {
  const known = databaseTable(where, target.name, database);
  if (known === undefined || known.kind !== 'table') return;
  const names = typed === undefined ? columns : [...columns, typed.column];
  const isPart = typed !== undefined || target.rowFilter !== undefined;
  if (isUnique(known, names, isPart)) return;
  throw new TypeError(
    `${where}: \`foreignKey\` must be unique, because the relationship is to-one, but several rows of "${target.name}" can have the same ${quoted(names)}. Add a unique index, or declare the relationship as to-many.`,
  );
}

/** Finds mistakes in the columns that a relationship names. */
function checkStorage(where: string, storage: RelationshipStorage, own: Table, database: MappedDatabase): void {
  if (database.databaseSchema === undefined) return;
  if (storage.kind === 'mixed') {
    for (const part of memberPartsOf(storage)) checkStorage(where, part, own, database);
    return;
  }
  if (storage.kind === 'through') {
    checkJoinTable(where, storage, own, database);
    checkReferences(where, storage, own, database);
    return;
  }
  const known = databaseTable(where, storage.kind === 'foreign-key' ? storage.target.name : own.name, database);
  readColumns(where, 'column', writtenColumns(storage), known);
  checkReferences(where, storage, own, database);
  if (storage.kind === 'polymorphic') {
    const tables = storage.types.map(({ table }) => table);
    checkTargetIds(where, storage.columns[0] as string, tables, known);
  }
  if (storage.kind !== 'foreign-key' || storage.onDelete !== 'set null') return;
  const required = storage.columns.find((name) => known && databaseColumn(known, name)?.nullable === false);
  if (required !== undefined)
    throw new TypeError(
      `${where}: \`onDelete\` must not be "set null", because the column "${required}" is not nullable.`,
    );
}

function resolveStorage(
  mapped: MappedRelationship,
  given: RelationshipMapping,
  tables: ReadonlyMap<string, Table>,
): RelationshipStorage | undefined {
  if (given === null) return undefined;
  const { relationship, table: own } = mapped;
  const name = `${own.type.name}.${relationship.name}`;
  const where = `createKyselySources: mapping.${own.type.name}.relationships.${relationship.name}`;
  const mapping = readOptions<StorageMapping>(where, given as StorageMapping, storageMembers);
  if (relationship.kind === 'to-many') {
    if (mapping.column !== undefined)
      throw new TypeError(`${name} must contain \`foreignKey\` or \`through\`, because the relationship is to-many.`);
    return resolveToMany(where, mapped, mapping, tables);
  }
  const [target = '', ...others] = relationship.targets;
  const isElsewhere = mapping.foreignKey !== undefined && others.length === 0;
  if ((mapping.column === undefined) !== isElsewhere || mapping.through !== undefined)
    throw new TypeError(
      `${name} must contain ${others.length === 0 ? 'either `column` or `foreignKey`' : '`column`'}, because the relationship is to-one.`,
    );
  if (isElsewhere) return resolveMembers({ where, name }, own, target, mapping, tables, relationship.write);
  if (mapping.onDelete !== undefined)
    throw new TypeError(`${name} must contain \`foreignKey\`, because it contains \`onDelete\`.`);
  if (mapping.targets !== undefined)
    throw new TypeError(`${where} must not contain \`targets\`, because the relationship is to-one.`);
  if (others.length > 0 && mapping.references !== undefined)
    throw new TypeError(`${where} must not contain \`references\`, because the relationship has several target types.`);
  if (others.length > 0) return resolvePolymorphic(where, relationship, mapping, tables);
  if (mapping.typeColumn !== undefined || mapping.types !== undefined)
    throw new TypeError(`${where} must not contain a type, because the relationship has one target type.`);
  const table = tables.get(target);
  const references = referencesIn(where, mapping, table, relationship.write);
  const columns = columnsFor(where, 'column', mapping.column, table, references);
  return { kind: 'column', columns, ...(references !== undefined && { references }), target: table };
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
  const found = resolveStorage(mapped, given, tables);
  if (found === undefined) return undefined;
  const where = `createKyselySources: mapping.${name}.relationships.${relationship.name}`;
  const storage = withMemberData(where, mapped, found, (given as StorageMapping).member as MemberMapping, database);
  checkStorage(where, storage, table, database);
  if (relationship.kind === 'to-one' && storage.kind === 'foreign-key') checkUnique(where, storage, database);
  if (storage.kind === 'column') return { ...storage, ...knownRows(where, table.name, storage, database) };
  if (storage.kind !== 'through') return storage;
  const { isEnforced } = knownRows(where, storage.table, { columns: [storage.to], target: storage.target }, database);
  return isEnforced === true ? { ...storage, isEnforced } : storage;
}
