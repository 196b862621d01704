import type { Api, AttributeDefinition, RelationshipDefinition, ResourceType } from '@linkage/core';
import { nameTable, type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import { fieldOf } from '@linkage/core/records';
import type { ColumnMapping, RelationshipMapping } from './mapping.ts';
import type { Column, Edge, Table } from './table.ts';

/** A mapping as it is read at run time, where a caller without a compiler may have written anything. */
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

/** What NULL is to an attribute: null, unless its schema takes undefined instead. */
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

/** How a relationship is stored, as a caller without a compiler may have written it. */
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
    throw new TypeError(`${where} leads to several types; only one can be stored. Map it to null.`);
  const table = tables.get(target);
  if (mapping.column !== undefined) {
    if (relationship.kind !== 'to-one') throw new TypeError(`${where} is to-many; it takes "foreignKey" or "through".`);
    return { kind: 'column', column: mapping.column, target: table };
  }
  if (relationship.kind !== 'to-many') throw new TypeError(`${where} is to-one; it takes "column".`);
  const { through, from, to, foreignKey } = mapping;
  if (through !== undefined && from !== undefined && to !== undefined) {
    return { kind: 'through', table: through, from, to, target: table };
  }
  if (through !== undefined) throw new TypeError(`${where} goes through a table: it takes "from" and "to".`);
  if (foreignKey === undefined) throw new TypeError(`${where} is to-many; it takes "foreignKey" or "through".`);
  if (table === undefined)
    throw new TypeError(`${where} has its foreign key in the table of ${target}, which is not mapped.`);
  return { kind: 'foreign-key', column: foreignKey, target: table };
}

/** Reads a part of the mapping that has names of the API. */
function readNames<Part extends object>(where: string, part: Part, known: Iterable<string>, what: string): Part {
  return readOptions(`createKyselySources: mapping${where}`, part, nameTable(known, what));
}

/** The mapping of one type, with every member as an own one. */
function readMapping({ name, attributes, relationships }: ResourceType, given: LooseMapping): LooseMapping {
  const read = readOptions(`createKyselySources: mapping.${name}`, given, tableMembers);
  return {
    ...read,
    attributes: readNames(`.${name}.attributes`, read.attributes ?? {}, attributes.keys(), 'attribute'),
    relationships: readNames(`.${name}.relationships`, read.relationships ?? {}, relationships.keys(), 'relationship'),
  };
}

/**
 * The tables of a mapping, checked against the API.
 *
 * @throws {TypeError} A name is not in the API, a relationship is not mapped or mapped in a way that cannot hold it.
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
    // Relationships lead in circles, so they are filled in when all tables are known.
    const filledLater = new Map<string, Edge>();
    edges.set(name, filledLater);
    tables.set(name, { type, name: table, id, idType, newId, version, columns: new Map(columns), edges: filledLater });
  }
  for (const { type } of tables.values()) {
    for (const relationship of type.relationships.values()) {
      const own = mappings.get(type.name)?.relationships?.[relationship.name];
      if (own === undefined)
        throw new TypeError(`The mapping lacks the relationship ${type.name}.${relationship.name}.`);
      const edge = resolveEdge(type, relationship, own, tables);
      if (edge !== undefined) edges.get(type.name)?.set(relationship.name, edge);
    }
  }
  return tables;
}
