import type { RelationshipDefinition, ResourceType } from '@linkage/core';
import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import { catalogTable, type MappedDatabase, missingColumn } from './known-table.ts';
import type { DeletionPolicy, RelationshipMapping } from './mapping.ts';
import type { RelationshipStorage, Table } from './table.ts';

const edgeMembers: OptionTable = optionTable(
  {
    ...{ column: 'string', foreignKey: 'string', through: 'string', from: 'string', to: 'string' },
    onDelete: ['restrict', 'cascade', 'set null', 'database'],
  },
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
  if (
    storage.kind === 'foreign-key' &&
    storage.onDelete === 'set null' &&
    known?.columns.get(storage.column)?.nullable === false
  )
    throw new TypeError(
      `${where}: \`onDelete\` must not be "set null", because the column "${storage.column}" is not nullable.`,
    );
}

/** The unchecked storage of a relationship. */
interface EdgeMapping {
  readonly column?: string;
  readonly foreignKey?: string;
  readonly onDelete?: DeletionPolicy;
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
  const { through, from, to, foreignKey, onDelete } = mapping;
  if (onDelete !== undefined && foreignKey === undefined)
    throw new TypeError(`${where} must contain \`foreignKey\`, because it contains \`onDelete\`.`);
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
  return {
    kind: 'foreign-key',
    column: foreignKey,
    target: table,
    onDelete: onDelete === 'database' ? undefined : onDelete,
  };
}

/**
 * Returns the storage of a relationship; undefined if it is stored elsewhere.
 *
 * @throws {TypeError} If the relationship is not mapped, or its mapping cannot store it.
 */
export function resolveRelationship(
  {
    type,
    relationship,
    table,
  }: { readonly type: ResourceType; readonly relationship: RelationshipDefinition; readonly table: string },
  given: RelationshipMapping | undefined,
  tables: ReadonlyMap<string, Table>,
  database: MappedDatabase,
): RelationshipStorage | undefined {
  if (given === undefined)
    throw new TypeError(
      `createKyselySources: the mapping of "${type.name}" must contain \`relationships.${relationship.name}\`. Map it, for example ${relationship.kind === 'to-one' ? "`{ column: 'author_id' }`" : "`{ foreignKey: 'article_id' }`"}, or set it to null if it is stored elsewhere.`,
    );
  const storage = resolveEdge(type, relationship, given, tables);
  if (storage === undefined) return undefined;
  checkEdge(`createKyselySources: mapping.${type.name}.relationships.${relationship.name}`, storage, table, database);
  return storage;
}
