import type { Api, AttributeDefinition, RelationshipDefinition, ResourceType } from '@linkage/core';
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

const same = (value: unknown): unknown => value;

/** What NULL is to an attribute: null, unless its schema takes undefined instead. */
function emptyOf({ schema }: AttributeDefinition): null | undefined {
  const takes = (value: unknown): boolean => {
    const result = schema['~standard'].validate(value);
    return !(result instanceof Promise) && result.issues === undefined;
  };
  return !takes(null) && takes(undefined) ? undefined : null;
}

function resolveColumn(attribute: AttributeDefinition, mapping: string | ColumnMapping | undefined): Column {
  const {
    column,
    decode = same,
    encode = same,
  }: ColumnMapping = typeof mapping === 'object' ? mapping : mapping === undefined ? {} : { column: mapping };
  return { name: column ?? attribute.name, decode, encode, empty: emptyOf(attribute) };
}

function resolveEdge(
  type: ResourceType,
  relationship: RelationshipDefinition,
  mapping: RelationshipMapping,
  tables: ReadonlyMap<string, Table>,
): Edge | undefined {
  const where = `${type.name}.${relationship.name}`;
  if (mapping === null) return undefined;
  const [target = '', ...others] = relationship.targets;
  if (others.length > 0)
    throw new TypeError(`${where} leads to several types; only one can be stored. Map it to null.`);
  const table = tables.get(target);
  if ('column' in mapping) {
    if (relationship.kind !== 'to-one') throw new TypeError(`${where} is to-many; it takes "foreignKey" or "through".`);
    return { kind: 'column', column: mapping.column, target: table };
  }
  if (relationship.kind !== 'to-many') throw new TypeError(`${where} is to-one; it takes "column".`);
  if ('through' in mapping) {
    return { kind: 'through', table: mapping.through, from: mapping.from, to: mapping.to, target: table };
  }
  if (table === undefined)
    throw new TypeError(`${where} has its foreign key in the table of ${target}, which is not mapped.`);
  return { kind: 'foreign-key', column: mapping.foreignKey, target: table };
}

function checkNames(what: string, names: object | undefined, known: ReadonlyMap<string, unknown>): void {
  for (const name of Object.keys(names ?? {})) {
    if (!known.has(name))
      throw new TypeError(`The mapping names ${what} ${JSON.stringify(name)}, which the API does not have.`);
  }
}

/**
 * The tables of a mapping, checked against the API.
 *
 * @throws {TypeError} A name is not in the API, a relationship is not mapped or mapped in a way that cannot hold it.
 */
export function resolveTables(
  api: Api,
  mapping: { readonly [type: string]: LooseMapping | undefined },
): ReadonlyMap<string, Table> {
  checkNames('the type', mapping, api.types);
  const tables = new Map<string, Table>();
  const edges = new Map<string, Map<string, Edge>>();
  for (const [name, type] of api.types) {
    const own = mapping[name];
    if (own === undefined) continue;
    checkNames(`the attribute ${name}.`, own.attributes, type.attributes);
    checkNames(`the relationship ${name}.`, own.relationships, type.relationships);
    const { table, id = 'id', idType = 'text', version } = own;
    const newId = own.newId ?? (idType === 'text' ? () => crypto.randomUUID() : undefined);
    const columns = [...type.attributes].map(
      ([it, attribute]) => [it, resolveColumn(attribute, own.attributes?.[it])] as const,
    );
    // Relationships lead in circles, so they are filled in when all tables are known.
    const filledLater = new Map<string, Edge>();
    edges.set(name, filledLater);
    tables.set(name, { type, name: table, id, idType, newId, version, columns: new Map(columns), edges: filledLater });
  }
  for (const { type } of tables.values()) {
    for (const relationship of type.relationships.values()) {
      const own = mapping[type.name]?.relationships?.[relationship.name];
      if (own === undefined)
        throw new TypeError(`The mapping lacks the relationship ${type.name}.${relationship.name}.`);
      const edge = resolveEdge(type, relationship, own, tables);
      if (edge !== undefined) edges.get(type.name)?.set(relationship.name, edge);
    }
  }
  return tables;
}
