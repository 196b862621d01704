import type { Api, ResourceType } from '@linkage/core';
import { optionTable, readOptions } from '@linkage/core/internal';
import { type ColumnType, parseColumnType } from '../columns/column-type.ts';
import type { ValueRules } from '../columns/column-values.ts';
import { type Key, keyOf } from '../columns/key.ts';
import type { DriverError, Violation } from '../failures/violation.ts';

/** The column of a field. */
export interface StoredColumn {
  /** The name of the column. Default: the name of the field. */
  readonly name?: string | undefined;
  /** The property of the column in rows and conditions of the library. Default: the name of the field. */
  readonly property?: string | undefined;
  /**
   * The values that the column can store, such as `{ kind: 'text', maxLength: 40 }`, or its type as SQL writes it, such as `varchar(40)`.
   * Default: values are not checked.
   */
  readonly type?: ColumnType | string | undefined;
  /** Whether the column can be NULL. Default: false for `id`, true for other fields. */
  readonly nullable?: boolean | undefined;
  /** Converts a value of the API, which is not null, to a value of the library. Default: the value itself. */
  readonly encode?: ((value: unknown) => unknown) | undefined;
  /** Converts a value of the library, which is not null, to a value of the API. Default: the value itself. */
  readonly decode?: ((value: unknown) => unknown) | undefined;
}

/** The column of a field, with defaults. */
export interface ResolvedColumn {
  readonly name: string;
  readonly property: string;
  readonly type: ColumnType | undefined;
  readonly nullable: boolean;
  readonly encode: (value: unknown) => unknown;
  readonly decode: (value: unknown) => unknown;
}

/** The facts that the sources of one database share. */
export interface StorageOptions {
  /**
   * The columns in the table of each resource type: of `id`, of attributes, and of to-one relationships that are foreign
   * keys in this table. Default of `id`: a column and a property with the name `id`, whose values are not checked.
   */
  readonly columns: Readonly<Record<string, Readonly<Record<string, StoredColumn>>>>;
  /** The behavior of the store with values: one of `valueRules`. */
  readonly rules: ValueRules;
  /**
   * How errors of the driver name constraints: `postgresViolation`, `sqliteViolation`, `mysqlViolation`, `prismaViolation`, or a function of your own.
   * It returns undefined for every other error.
   */
  readonly detect: (error: DriverError) => Violation | undefined;
}

/** A resource type with the columns of its table. */
export interface StoredType {
  readonly type: ResourceType;
  readonly id: ResolvedColumn;
  /** The columns by field, with that of the id. */
  readonly columns: ReadonlyMap<string, ResolvedColumn>;
}

/** The types of a database. */
export interface StoredTypes extends Pick<StorageOptions, 'rules' | 'detect'> {
  /** The names of the types. */
  readonly names: readonly string[];
  /** Whether a relationship with these targets has one target type, and this database has the type. */
  readonly has: (targets: readonly string[]) => boolean;
  /** Returns a type. @throws {TypeError} If the type is not in this database. */
  readonly typeOf: (name: string) => StoredType;
  /** Returns the type that a relationship references. @throws {TypeError} If there is none in this database. */
  readonly targetOf: (type: string, relationship: string) => StoredType;
  /** Returns the ids that rows of a type can have, as its column `id` compares them. */
  readonly keysOf: (type: string, ids: readonly string[]) => readonly Key[];
}

const optionTypes = optionTable({ columns: 'object', rules: 'object', detect: 'function' });

const unchanged = (value: unknown): unknown => value;

/** Returns a function for values that leaves null as it is. */
function exceptNull(convert: ((value: unknown) => unknown) | undefined): (value: unknown) => unknown {
  return convert === undefined ? unchanged : (value) => (value === null ? null : convert(value));
}

const columnOptions = optionTable({
  ...{ name: 'string', property: 'string', type: 'any', nullable: 'boolean' },
  ...{ encode: 'function', decode: 'function' },
});

/** Reads the type of a column. @throws {TypeError} If it is neither a text nor an object with a `kind`. */
function readType(where: string, given: ColumnType | string | undefined): ColumnType | undefined {
  if (given === undefined) return undefined;
  if (typeof given === 'string') return parseColumnType(given);
  if (typeof (Object(given) as ColumnType).kind === 'string') return given;
  throw new TypeError(`${where} must be a type of SQL, or an object such as { kind: 'text' }.`);
}

function resolveColumn(type: string, field: string, column: StoredColumn): ResolvedColumn {
  const where = `createStorage: columns.${type}.${field}`;
  const own = readOptions<StoredColumn>(where, column, columnOptions);
  return {
    name: own.name ?? field,
    property: own.property ?? field,
    type: readType(`${where}.type`, own.type),
    nullable: own.nullable ?? field !== 'id',
    encode: exceptNull(own.encode),
    decode: exceptNull(own.decode),
  };
}

/** Reads which types are in a database. @throws {TypeError} If the API does not have a type or a field. */
export function readStoredTypes(api: Api, options: StorageOptions): StoredTypes {
  const { columns, rules, detect } = readOptions<StorageOptions>('createStorage', options, optionTypes);
  const types = new Map<string, StoredType>();
  for (const [name, fields] of Object.entries(columns)) {
    const type = api.types.get(name);
    if (type === undefined) throw new TypeError(`createStorage: unknown resource type ${JSON.stringify(name)}.`);
    const entries = Object.entries(fields).map(([field, column]) => {
      // Conditions of access rules can use names with `@`, which the API does not declare.
      const isKnown = field === 'id' || field.startsWith('@');
      if (!isKnown && !type.attributes.has(field) && !type.relationships.has(field))
        throw new TypeError(`createStorage: ${JSON.stringify(field)} is not a field of ${name}.`);
      return [field, resolveColumn(name, field, column)] as const;
    });
    const columnsByField = new Map(entries);
    // Every row has an id.
    const id = columnsByField.get('id') ?? resolveColumn(name, 'id', {});
    types.set(name, { type, id, columns: columnsByField.set('id', id) });
  }
  const typeOf = (name: string): StoredType => {
    const type = types.get(name);
    if (type === undefined) throw new TypeError(`Type ${JSON.stringify(name)} is not in this database.`);
    return type;
  };
  const targetOf = (name: string, relationship: string): StoredType => {
    const [target, ...others] = typeOf(name).type.relationships.get(relationship)?.targets ?? [];
    if (target === undefined || others.length > 0)
      throw new TypeError(`\`${name}.${relationship}\` must be a relationship with one target type.`);
    return typeOf(target);
  };
  const keysOf = (name: string, ids: readonly string[]): readonly Key[] => {
    const { type } = typeOf(name).id;
    return [...new Set(ids)].map((id) => keyOf(id, type, rules)).filter((key) => key !== undefined);
  };
  const has = ([target = '', ...others]: readonly string[]): boolean => others.length === 0 && types.has(target);
  return { names: Object.freeze([...types.keys()]), has, typeOf, targetOf, keysOf, rules, detect };
}
