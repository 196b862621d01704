import type { Api, AttributeDefinition, RelationshipDefinition, ResourceType } from '@linkage/core';
import { nameTable, type OptionTable, optionTable, readOptions, storedAttributes } from '@linkage/core/internal';
import { catalogTable, type MappedDatabase, missingColumn } from './known-table.ts';
import type { ColumnMapping, RelationshipMapping } from './mapping.ts';
import { resolveColumn, undeclaredColumn } from './resolve-column.ts';
import type { RelationshipStorage, Table } from './table.ts';

/** An unchecked mapping. Callers without a compiler can pass anything. */
export interface UntypedMapping {
  readonly table: string;
  readonly id?: string;
  readonly idType?: 'text' | 'integer';
  readonly newId?: () => string;
  readonly version?: string;
  readonly attributes?: { readonly [name: string]: string | ColumnMapping | undefined };
  readonly columns?: { readonly [name: string]: string | ColumnMapping | undefined };
  readonly relationships?: { readonly [name: string]: RelationshipMapping | undefined };
}

const tableMembers: OptionTable = optionTable(
  {
    table: 'string',
    id: 'string',
    idType: ['text', 'integer'],
    newId: 'function',
    version: 'string',
    attributes: 'object',
    columns: 'object',
    relationships: 'object',
  },
  'member',
);
const edgeMembers: OptionTable = optionTable(
  { column: 'string', foreignKey: 'string', through: 'string', from: 'string', to: 'string' },
  'member',
);

/** Finds mistakes in the columns that a relationship names. */
function checkEdge(where: string, storage: RelationshipStorage, own: string, database: MappedDatabase): void {
  if (database.catalog === undefined) return;
  const [table, names] =
    storage.kind === 'through'
      ? [storage.table, [storage.from, storage.to]]
      : [storage.kind === 'column' ? own : storage.target.name, [storage.column]];
  const known = catalogTable(where, table, database);
  const missing = names.find((name) => known?.columns.has(name) === false);
  if (known !== undefined && missing !== undefined) throw new TypeError(`${where}: ${missingColumn(missing, known)}`);
}

/** The unchecked storage of a relationship. */
interface EdgeMapping {
  readonly column?: string;
  readonly foreignKey?: string;
  readonly through?: string;
  readonly from?: string;
  readonly to?: string;
}

function resolveEdge(
  type: ResourceType,
  relationship: RelationshipDefinition,
  given: RelationshipMapping,
  tables: ReadonlyMap<string, Table>,
): RelationshipStorage | undefined {
  const where = `${type.name}.${relationship.name}`;
  if (given === null) return undefined;
  const mapping = readOptions<EdgeMapping>(
    `createKyselySources: mapping.${type.name}.relationships.${relationship.name}`,
    given as EdgeMapping,
    edgeMembers,
  );
  const [target = '', ...others] = relationship.targets;
  if (others.length > 0)
    throw new TypeError(`${where} must be null, because a relationship with several target types cannot be mapped.`);
  const table = tables.get(target);
  if (mapping.column !== undefined) {
    if (relationship.kind !== 'to-one')
      throw new TypeError(`${where} must contain \`foreignKey\` or \`through\`, because the relationship is to-many.`);
    return { kind: 'column', column: mapping.column, target: table };
  }
  if (relationship.kind !== 'to-many')
    throw new TypeError(`${where} must contain \`column\`, because the relationship is to-one.`);
  const { through, from, to, foreignKey } = mapping;
  if (through !== undefined && from !== undefined && to !== undefined) {
    return { kind: 'through', table: through, from, to, target: table };
  }
  if (through !== undefined)
    throw new TypeError(`${where} must contain \`from\` and \`to\`, because it contains \`through\`.`);
  if (foreignKey === undefined)
    throw new TypeError(`${where} must contain \`foreignKey\` or \`through\`, because the relationship is to-many.`);
  if (table === undefined)
    throw new TypeError(
      `${where} requires a mapping of "${target}", because its foreign key is in the table of this type.`,
    );
  return { kind: 'foreign-key', column: foreignKey, target: table };
}

/** Reads a part of the mapping whose names are names of the API. */
function readNames<Part extends object>(where: string, part: Part, known: Iterable<string>, what: string): Part {
  return readOptions(`createKyselySources: mapping${where}`, part, nameTable(known, what));
}

/** Reads the mapping of one type. Every member becomes an own member. */
function readMapping(type: ResourceType, given: UntypedMapping): UntypedMapping {
  const { name, relationships } = type;
  const read = readOptions(`createKyselySources: mapping.${name}`, given, tableMembers);
  return {
    ...read,
    attributes: readNames(`.${name}.attributes`, read.attributes ?? {}, storedAttributes(type), 'attribute'),
    relationships: readNames(`.${name}.relationships`, read.relationships ?? {}, relationships.keys(), 'relationship'),
  };
}

/**
 * Checks a mapping against the API and returns its tables.
 *
 * @throws {TypeError} If a name is not in the API, a relationship is not mapped, or its mapping cannot store it.
 */
export function resolveTables(
  api: Api,
  given: { readonly [type: string]: UntypedMapping | undefined },
  database: MappedDatabase,
): ReadonlyMap<string, Table> {
  const mapping = readNames('', given, api.types.keys(), 'resource type');
  const mappings = new Map<string, UntypedMapping>();
  const tables = new Map<string, Table>();
  const storages = new Map<string, Map<string, RelationshipStorage>>();
  for (const [name, type] of api.types) {
    if (mapping[name] === undefined) continue;
    const own = readMapping(type, mapping[name]);
    mappings.set(name, own);
    const { table, id = 'id', idType = 'text', version } = own;
    const where = `createKyselySources: mapping.${name}`;
    const known = catalogTable(where, table, database);
    for (const column of version === undefined ? [id] : [id, version]) {
      if (known?.columns.has(column) === false) throw new TypeError(`${where}: ${missingColumn(column, known)}`);
    }
    const newId = own.newId ?? (idType === 'text' ? () => crypto.randomUUID() : undefined);
    const columns = storedAttributes(type).map(
      (it) =>
        [
          it,
          resolveColumn(
            `${where}.attributes.${it}`,
            type.attributes.get(it) as AttributeDefinition,
            own.attributes?.[it],
            {
              dialect: database.dialect,
              table: known,
            },
          ),
        ] as const,
    );
    const undeclared = Object.entries(own.columns ?? {}).map(
      ([it, column]) =>
        [it, undeclaredColumn(`${where}.columns`, it, column, { dialect: database.dialect, table: known })] as const,
    );
    // Relationships can be circular, so add them when all tables are known.
    const filledLater = new Map<string, RelationshipStorage>();
    storages.set(name, filledLater);
    tables.set(name, {
      ...{
        type,
        name: table,
        id,
        idType,
        newId,
        version,
        columns: new Map([...columns, ...undeclared]),
        storages: filledLater,
      },
      idColumn: known?.columns.get(id)?.type,
      dialect: database.dialect,
      constraints: known?.constraints ?? new Map(),
    });
  }
  for (const { type, name: table } of tables.values()) {
    for (const relationship of type.relationships.values()) {
      const own = mappings.get(type.name)?.relationships?.[relationship.name];
      if (own === undefined)
        throw new TypeError(
          `createKyselySources: the mapping of "${type.name}" must contain \`relationships.${relationship.name}\`. Map it, for example ${relationship.kind === 'to-one' ? "`{ column: 'author_id' }`" : "`{ foreignKey: 'article_id' }`"}, or set it to null if it is stored elsewhere.`,
        );
      const storage = resolveEdge(type, relationship, own, tables);
      if (storage === undefined) continue;
      checkEdge(
        `createKyselySources: mapping.${type.name}.relationships.${relationship.name}`,
        storage,
        table,
        database,
      );
      storages.get(type.name)?.set(relationship.name, storage);
    }
  }
  return tables;
}
