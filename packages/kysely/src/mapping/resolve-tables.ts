import type { Api, AttributeDefinition, RelationshipDefinition, ResourceType } from '@linkage/core';
import { nameTable, type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import { fieldOf } from '@linkage/core/records';
import type { ColumnMapping, RelationshipMapping } from './mapping.ts';
import type { Column, Edge, Table } from './table.ts';

/** An unchecked mapping. Callers without a compiler can pass anything. */
export interface LooseMapping {
  readonly table: string;
  readonly id?: string;
  readonly idType?: 'text' | 'integer';
  readonly newId?: () => string;
  readonly version?: string;
  readonly attributes?: { readonly [name: string]: string | ColumnMapping | undefined };
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
    relationships: 'object',
  },
  'member',
);
const columnMembers: OptionTable = optionTable({ column: 'string', decode: 'function', encode: 'function' }, 'member');
const edgeMembers: OptionTable = optionTable(
  { column: 'string', foreignKey: 'string', through: 'string', from: 'string', to: 'string' },
  'member',
);

const same = (value: unknown): unknown => value;

/** Returns the value for NULL: null, or undefined if the schema rejects null and accepts undefined. */
function emptyOf({ schema }: AttributeDefinition): null | undefined {
  const takes = (value: unknown): boolean => {
    const result = schema['~standard'].validate(value);
    return !(result instanceof Promise) && fieldOf(result, 'issues') === undefined;
  };
  return !takes(null) && takes(undefined) ? undefined : null;
}

function resolveColumn(where: string, attribute: AttributeDefinition, mapping: string | ColumnMapping = {}): Column {
  const {
    column,
    decode = same,
    encode = same,
  }: ColumnMapping = readOptions(where, typeof mapping === 'string' ? { column: mapping } : mapping, columnMembers);
  return { name: column ?? attribute.name, decode, encode, empty: emptyOf(attribute) };
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
): Edge | undefined {
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
function readMapping({ name, attributes, relationships }: ResourceType, given: LooseMapping): LooseMapping {
  const read = readOptions(`createKyselySources: mapping.${name}`, given, tableMembers);
  return {
    ...read,
    attributes: readNames(`.${name}.attributes`, read.attributes ?? {}, attributes.keys(), 'attribute'),
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
  given: { readonly [type: string]: LooseMapping | undefined },
): ReadonlyMap<string, Table> {
  const mapping = readNames('', given, api.types.keys(), 'resource type');
  const mappings = new Map<string, LooseMapping>();
  const tables = new Map<string, Table>();
  const edges = new Map<string, Map<string, Edge>>();
  for (const [name, type] of api.types) {
    if (mapping[name] === undefined) continue;
    const own = readMapping(type, mapping[name]);
    mappings.set(name, own);
    const { table, id = 'id', idType = 'text', version } = own;
    const newId = own.newId ?? (idType === 'text' ? () => crypto.randomUUID() : undefined);
    const columns = [...type.attributes].map(
      ([it, attribute]) =>
        [
          it,
          resolveColumn(`createKyselySources: mapping.${name}.attributes.${it}`, attribute, own.attributes?.[it]),
        ] as const,
    );
    // Relationships can be circular, so add them when all tables are known.
    const filledLater = new Map<string, Edge>();
    edges.set(name, filledLater);
    tables.set(name, { type, name: table, id, idType, newId, version, columns: new Map(columns), edges: filledLater });
  }
  for (const { type } of tables.values()) {
    for (const relationship of type.relationships.values()) {
      const own = mappings.get(type.name)?.relationships?.[relationship.name];
      if (own === undefined)
        throw new TypeError(
          `createKyselySources: the mapping of "${type.name}" must contain \`relationships.${relationship.name}\`. Map it, for example ${relationship.kind === 'to-one' ? "`{ column: 'author_id' }`" : "`{ foreignKey: 'article_id' }`"}, or set it to null if it is stored elsewhere.`,
        );
      const edge = resolveEdge(type, relationship, own, tables);
      if (edge !== undefined) edges.get(type.name)?.set(relationship.name, edge);
    }
  }
  return tables;
}
