import type { Api, AttributeDefinition, RelationshipDefinition, ResourceType } from '@linkage/core';
import {
  checkKind,
  isObject,
  nameTable,
  type OptionTable,
  optionTable,
  readOptions,
  storedAttributes,
} from '@linkage/core/internal';
import { keyCodecOf } from '../dialects/key-codec.ts';
import type { ConstraintError } from '../failures/constraint-error.ts';
import { checkId } from './check-id.ts';
import { checkInverses } from './check-inverses.ts';
import type { ColumnMapping } from './column-mapping.ts';
import { createFaults, type Faults } from './faults.ts';
import { resolveJsonMembers } from './json-members.ts';
import { assertColumns, databaseTable, type MappedDatabase } from './known-table.ts';
import type { RelationshipMapping } from './relationship-mapping.ts';
import { resolveColumn, type UntypedColumn, undeclaredColumn } from './resolve-column.ts';
import { resolveConstraints } from './resolve-constraints.ts';
import { checkKeyWrites, makesIds, newIdOf, randomIdOf, resolveKey } from './resolve-key.ts';
import { resolveRelationship } from './resolve-relationship.ts';
import { checkForeignKeys, type RowsMapping, resolveRows, usesCall, variesByRequest } from './resolve-rows.ts';
import { VERSION } from './stored-fields.ts';
import type { RelationshipStorage, Table } from './table.ts';
import { checkTenants, tenantValues, warnOfShared } from './tenant-values.ts';

/** An unchecked mapping. Users without a compiler can pass anything. */
export interface UntypedMapping extends RowsMapping {
  readonly table: string;
  readonly id?: string | readonly string[];
  readonly idType?: 'text' | 'integer' | readonly ('text' | 'integer')[];
  readonly newId?: (() => string) | 'client';
  readonly version?: string;
  readonly attributes?: { readonly [name: string]: string | UntypedColumn | undefined };
  readonly columns?: { readonly [name: string]: string | ColumnMapping | undefined };
  readonly relationships?: { readonly [name: string]: RelationshipMapping | undefined };
  readonly constraints?: { readonly [name: string]: string | ConstraintError };
}

const tableMembers: OptionTable = optionTable(
  {
    table: 'string',
    id: 'any',
    idType: 'any',
    newId: 'any',
    version: 'string',
    where: 'any',
    softDelete: 'object',
    ...{ onCreate: 'object', onUpdate: 'object', attributes: 'object', columns: 'object' },
    ...{ relationships: 'object', constraints: 'object' },
  },
  'member',
);
/** Reads a part of the mapping whose names are names of the API. */
function readNames<Part extends object>(where: string, part: Part, known: Iterable<string>, what: string): Part {
  return readOptions(`createKyselySources: mapping${where}`, part, nameTable(known, what));
}

/** Reads the mapping of one type. Every member becomes an own member. */
function readMapping(type: ResourceType, given: UntypedMapping): UntypedMapping {
  const { name, relationships } = type;
  const where = `createKyselySources: mapping.${name}`;
  const read = readOptions(where, given, tableMembers);
  checkKind(where, 'table', 'string', read.table);
  return {
    ...read,
    attributes: readNames(`.${name}.attributes`, read.attributes ?? {}, storedAttributes(type), 'attribute'),
    relationships: readNames(`.${name}.relationships`, read.relationships ?? {}, relationships.keys(), 'relationship'),
  };
}

/** Returns the table of a type, and its storages, which are filled later, because relationships can be circular. */
function resolveTable(type: ResourceType, given: UntypedMapping, database: MappedDatabase, { attempt }: Faults) {
  const { name } = type;
  const own = readMapping(type, given);
  const { table, version } = own;
  const where = `createKyselySources: mapping.${name}`;
  const known = databaseTable(where, table, database);
  assertColumns(where, known, version === undefined ? [] : [version]);
  const { dialect, warn, tenants } = database;
  const tenant = tenantValues(where, name, own.where, known, tenants);
  const isPart = own.where !== undefined && own.where !== true;
  const constants = Object.keys({ ...(typeof own.where === 'object' && own.where), ...tenant });
  const findTable = (it: string) => databaseTable(where, it, database);
  const place = { dialect, name: table, table: known, warn, isPart, constants, findTable };
  const columns = storedAttributes(type).flatMap((it) => {
    const attribute = type.attributes.get(it) as AttributeDefinition;
    const column = attempt(() => resolveColumn(`${where}.attributes.${it}`, attribute, own.attributes?.[it], place));
    return column === undefined ? [] : [[it, column] as const];
  });
  const members = columns.flatMap(([it, column]) => {
    const attribute = type.attributes.get(it) as AttributeDefinition;
    return (
      attempt(() => resolveJsonMembers(`${where}.attributes.${it}`, attribute, column, own.attributes?.[it], place)) ??
      []
    );
  });
  const counted = version === undefined ? {} : { [VERSION]: version };
  const undeclared = Object.entries({ ...counted, ...own.columns }).map(
    ([it, column]) => [it, undeclaredColumn(`${where}.columns`, it, column, place)] as const,
  );
  const key = resolveKey(where, own, { name: table, known, dialect });
  const isRandom = key.length === 1 && key[0].idType === 'text' && !makesIds(key, { known, dialect });
  const storages = new Map<string, RelationshipStorage>();
  const rows = resolveRows(where, own, { type, columns }, { name: table, known, dialect }, tenant);
  const isLinkedByRow = rows.rowFilter !== undefined || key.some(({ hasSpellings }) => hasSpellings);
  const resolved: Omit<Table, 'usesCall'> = {
    codecs: key.map((it) => keyCodecOf(it, dialect)),
    ...{ type, name: table, key, version, storages, dialect, variesByRequest: false },
    newId: newIdOf(where, type, own.newId) ?? (isRandom ? randomIdOf(key[0].type) : undefined),
    columns: new Map([...columns, ...undeclared]),
    members: new Map(members),
    known: findTable,
    constraints: known?.constraints ?? new Map(),
    constraintErrors: resolveConstraints(where, type, own.constraints, known, database.databaseSchema),
    ...{ ...rows, isLinkedByRow },
  };
  return { own, storages, table: resolved };
}

/** Returns when a relationship is resolved: before those that depend on its mapping. */
function stepOf({ kind, targets }: RelationshipDefinition, mapping: RelationshipMapping | undefined): number {
  if (kind === 'to-one' && !Object.hasOwn(mapping ?? {}, 'foreignKey')) return 0;
  return targets.length > 1 ? 1 : 2;
}

/**
 * Checks a mapping against the API and returns its tables. Its mistakes are a name that is not in the API, a relationship that is not
 * mapped, and a mapping that cannot store it.
 */
export function collectTables(
  api: Api,
  given: { readonly [type: string]: UntypedMapping | undefined },
  database: MappedDatabase,
  faults: Faults,
): ReadonlyMap<string, Table> {
  const mapping = faults.attempt(() => readNames('', given, api.types.keys(), 'resource type')) ?? {};
  const mappings = new Map<string, UntypedMapping>();
  const tables = new Map<string, Table>();
  const calls =
    database.tenants !== undefined ||
    Object.values(mapping).some((it) => isObject(it) && usesCall(it as UntypedMapping));
  faults.attempt(() => checkTenants(api.types.keys(), database));
  const storages = new Map<string, Map<string, RelationshipStorage>>();
  const failed = new Set<string>();
  for (const [name, type] of api.types) {
    if (mapping[name] === undefined) continue;
    const resolved = faults.attempt(() => resolveTable(type, mapping[name] as UntypedMapping, database, faults));
    if (resolved === undefined) failed.add(name);
    else {
      mappings.set(name, resolved.own);
      storages.set(name, resolved.storages);
      tables.set(name, { ...resolved.table, usesCall: calls });
    }
  }
  // A statement can use several tables.
  if ([...tables.values()].some(variesByRequest))
    for (const [name, table] of tables) tables.set(name, { ...table, variesByRequest: true });
  // The mapping of a to-many relationship can depend on the relationship on the inverse relationship: to-one, or with several target types.
  for (const step of [0, 1, 2]) {
    for (const table of tables.values()) {
      const { type } = table;
      for (const relationship of type.relationships.values()) {
        // Mistakes in the table of a target type would cause others.
        if (relationship.targets.some((target) => failed.has(target))) continue;
        const own = mappings.get(type.name)?.relationships?.[relationship.name];
        if (stepOf(relationship, own) !== step) continue;
        const storage = faults.attempt(() => resolveRelationship({ relationship, table }, own, tables, database));
        if (storage !== undefined) storages.get(type.name)?.set(relationship.name, storage);
      }
    }
  }
  for (const table of tables.values()) {
    for (const check of [checkForeignKeys, checkKeyWrites, checkInverses, checkId])
      faults.attempt(() => check(table, database));
  }
  warnOfShared(tables.values(), database);
  return tables;
}

/**
 * Checks a mapping against the API and returns its tables.
 *
 * @throws {TypeError} If the mapping has mistakes: the error lists all of them.
 */
export function resolveTables(
  api: Api,
  given: { readonly [type: string]: UntypedMapping | undefined },
  database: MappedDatabase,
): ReadonlyMap<string, Table> {
  const faults = createFaults();
  const tables = collectTables(api, given, database, faults);
  faults.assertNone();
  return tables;
}
