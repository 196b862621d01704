import type { Api, AttributeDefinition, ResourceType } from '@linkage/core';
import { nameTable, optionTable, readOptions, storedAttributes } from '@linkage/core/internal';
import type { UntypedMapping } from '@linkage/kysely/internal';
import { idTypeOf, parseColumnType } from '@linkage/kysely/internal';
import { Column, getTableColumns, getTableName, is, Table } from 'drizzle-orm';
import type { Names } from '../schema/names.ts';
import { factsOf, primaryKeyOf } from '../schema/table-facts.ts';
import { columnMapping } from './column-mapping.ts';
import { checkForeignKey, relationshipMapping } from './relationship-mapping.ts';
import { rowExpression } from './row-expression.ts';
import { runtimeDefaults } from './runtime-defaults.ts';
import type { UntypedAttribute, UntypedDrizzleMapping } from './untyped.ts';
import { storedValues } from './written-values.ts';

const members = optionTable(
  {
    ...{ table: 'object', id: 'any', newId: 'function', version: 'object', where: 'any' },
    ...{ softDelete: 'object', onCreate: 'object', onUpdate: 'object', columns: 'object' },
    ...{ attributes: 'object', relationships: 'object', constraints: 'object' },
  },
  'member',
);

const attributeMembers = optionTable(
  { column: 'object', decode: 'function', encode: 'function', expression: 'function' },
  'member',
);

/** Reads a part of the mapping whose names are names of the API. */
function readNames<Part extends object>(where: string, part: Part, known: Iterable<string>, what: string): Part {
  return readOptions(`createDrizzleSources: mapping${where}`, part, nameTable(known, what));
}

/** Reads the mapping of an attribute: a column, or an object. */
function readAttribute(where: string, given: UntypedAttribute | undefined): UntypedAttribute | undefined {
  return given === undefined || is(given, Column) ? given : readOptions(where, given, attributeMembers);
}

/** The values with which the mapping of one type is read. */
interface Context {
  readonly names: Names;
  /** The mapping of every type. */
  readonly all: Readonly<Record<string, UntypedDrizzleMapping | undefined>>;
  /** The tables of the mapping. */
  readonly tables: Set<Table>;
}

/** Returns the column of an attribute; undefined if an expression computes it. */
function columnOf(where: string, table: Table, name: string, given: UntypedAttribute | undefined): Column | undefined {
  const columns = getTableColumns(table);
  const column = is(given, Column) ? given : given === undefined ? undefined : given.column;
  if (column !== undefined && column.table !== table)
    throw new TypeError(`${where}: "${column.name}" must be a column of the table "${getTableName(table)}".`);
  if (column !== undefined || (given !== undefined && !is(given, Column) && given.expression !== undefined))
    return column;
  if (Object.hasOwn(columns, name)) return columns[name];
  const known = Object.keys(columns).join(', ');
  throw new TypeError(`${where}: the table "${getTableName(table)}" has no property "${name}". It has ${known}.`);
}

function attributeMapping(
  where: string,
  given: UntypedAttribute | undefined,
  column: Column | undefined,
  { table, names }: { readonly table: Table; readonly names: Names },
) {
  if (given !== undefined && !is(given, Column) && given.expression !== undefined)
    return { expression: rowExpression(table, given.expression, names) as never };
  const own = columnMapping(where, column as Column, names.column(column as Column));
  if (given === undefined || is(given, Column)) return own;
  const { column: _, ...conversions } = given;
  return { column: names.column(column as Column), ...conversions };
}

/** Returns the mapping of a type with the names of its table and columns. */
function typeMapping(type: ResourceType, given: UntypedDrizzleMapping, context: Context): UntypedMapping {
  const { names, tables, all } = context;
  const where = `createDrizzleSources: mapping.${type.name}`;
  const own = readOptions(where, given, members) as UntypedDrizzleMapping;
  const { table } = own;
  if (!is(table, Table)) throw new TypeError(`${where}.table must be a table of Drizzle.`);
  tables.add(table);
  const facts = factsOf(table);
  const key = own.id === undefined ? primaryKeyOf(facts) : [own.id].flat();
  if (key.length === 0)
    throw new TypeError(
      `${where}: the table "${getTableName(table)}" has no primary key. Write \`id\`, with a unique column.`,
    );
  const written = new Map<Column, AttributeDefinition | undefined>();
  const stored = storedAttributes(type);
  const mapped = readNames(`.${type.name}.attributes`, own.attributes ?? {}, stored, 'attribute');
  const attributes = stored.map((name) => {
    const at = `${where}.attributes.${name}`;
    const mapping = readAttribute(at, mapped[name]);
    const column = columnOf(at, table, name, mapping);
    const attribute = type.attributes.get(name) as AttributeDefinition;
    if (column !== undefined && attribute.write !== false) written.set(column, attribute);
    return [name, attributeMapping(at, mapping, column, { table, names })] as const;
  });
  const linked = readNames(
    `.${type.name}.relationships`,
    own.relationships ?? {},
    type.relationships.keys(),
    'relationship',
  );
  const relationships = Object.entries(linked).flatMap(([name, it]) => {
    // The sources report a relationship that is not mapped.
    if (it === undefined) return [];
    const at = `${where}.relationships.${name}`;
    const declared = type.relationships.get(name);
    const storage = relationshipMapping(it as object | null, {
      where: at,
      own: table,
      names,
      data: [...(declared?.member?.keys() ?? [])],
      found: (found) => tables.add(found),
    });
    const [target, ...others] = declared?.targets ?? [];
    if (others.length === 0 && target !== undefined) checkForeignKey(at, it as object | null, all[target]?.table);
    const column = Object(it).column;
    if (is(column, Column) && declared?.write !== false) written.set(column, undefined);
    return [[name, storage] as const];
  });
  const defaults = runtimeDefaults(where, type, table, written, (column) => key.includes(column), names);
  const values = (part: 'softDelete' | 'onCreate' | 'onUpdate') =>
    own[part] === undefined ? {} : storedValues(`${where}.${part}`, table, own[part], names);
  const { where: rows, version, columns = {} } = own;
  const defaultFn = key.length === 1 ? key.at(0)?.defaultFn : undefined;
  const newId = own.newId ?? (defaultFn === undefined ? undefined : () => String(defaultFn()));
  const filter = typeof rows === 'function' ? rowExpression(table, rows, names) : rows;
  return {
    table: names.table(table),
    ...{ id: key.map(names.column), idType: key.map((column) => idTypeOf(parseColumnType(column.getSQLType()))) },
    ...(newId !== undefined && { newId }),
    ...(version !== undefined && { version: names.column(version) }),
    ...(own.constraints !== undefined && { constraints: own.constraints }),
    ...(filter !== undefined && {
      where: (typeof filter === 'object' ? storedValues(`${where}.where`, table, filter, names) : filter) as never,
    }),
    ...(own.softDelete !== undefined && { softDelete: values('softDelete') as never }),
    onCreate: { ...defaults.onCreate, ...values('onCreate') } as never,
    onUpdate: { ...defaults.onUpdate, ...values('onUpdate') } as never,
    attributes: Object.fromEntries(attributes),
    columns: Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [name, columnMapping(where, column, names.column(column))]),
    ),
    relationships: Object.fromEntries(relationships) as never,
  };
}

/** The mapping of `createKyselySources`, and the tables that it uses. */
export interface NamedMapping {
  readonly mapping: Readonly<Record<string, UntypedMapping>>;
  readonly tables: ReadonlySet<Table>;
}

/**
 * Returns the mapping of all types with the names of tables and columns.
 *
 * @throws {TypeError} If the API does not have a type, or a table does not have a column.
 */
export function kyselyMapping(
  api: Api,
  given: Readonly<Record<string, UntypedDrizzleMapping | undefined>>,
  names: Names,
): NamedMapping {
  const tables = new Set<Table>();
  const all = readNames('', given, api.types.keys(), 'resource type');
  const entries = Object.entries(all).flatMap(([name, own]) =>
    own === undefined
      ? []
      : [[name, typeMapping(api.types.get(name) as ResourceType, own, { names, all, tables })] as const],
  );
  return { mapping: Object.fromEntries(entries), tables };
}
