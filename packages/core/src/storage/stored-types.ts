import { optionTable, readOptions } from '../internal/options.ts';
import type { Api, ResourceType } from '../schema/api.ts';
import { type ColumnType, parseColumnType } from './column-type.ts';
import type { ValueRules } from './column-values.ts';
import { type Key, keyOf } from './key.ts';
import type { DriverError, Violation } from './violation.ts';

/** The column of a field. */
export interface StoredColumn {
  /** The name of the column. Default: the name of the field. */
  readonly name?: string | undefined;
  /** The type as SQL writes it, such as `varchar(40)`. Default: values are not checked. */
  readonly type?: string | undefined;
}

/** The facts that the sources of one database share. */
export interface StorageOptions {
  /**
   * The columns in the table of each resource type: of `id`, of attributes, and of to-one relationships that are foreign
   * keys in this table.
   */
  readonly columns: Readonly<Record<string, Readonly<Record<string, StoredColumn>>>>;
  /** The behavior of the database with values: one of `valueRules`. */
  readonly rules: ValueRules;
  /** How errors of the driver name constraints: `postgresViolation`, `sqliteViolation`, or `mysqlViolation`. */
  readonly detect: (error: DriverError) => Violation | undefined;
}

/** A resource type with the columns of its table. */
export interface StoredType {
  readonly type: ResourceType;
  readonly columns: ReadonlyMap<string, { readonly name: string; readonly type: ColumnType | undefined }>;
}

/** The types of a database. */
export interface StoredTypes extends Pick<StorageOptions, 'rules' | 'detect'> {
  /** Returns a type. @throws {TypeError} If the type is not in this database. */
  readonly typeOf: (name: string) => StoredType;
  /** Returns the type that a relationship references. @throws {TypeError} If there is none in this database. */
  readonly targetOf: (type: string, relationship: string) => StoredType;
  /** Returns the ids that rows of a type can have, as its column `id` compares them. */
  readonly keysOf: (type: string, ids: readonly string[]) => readonly Key[];
}

const optionTypes = optionTable({ columns: 'object', rules: 'object', detect: 'function' });

/** Reads which types are in a database. @throws {TypeError} If the API does not have a type or a field. */
export function readStoredTypes(api: Api, options: StorageOptions): StoredTypes {
  const { columns, rules, detect } = readOptions<StorageOptions>('createStorage', options, optionTypes);
  const types = new Map<string, StoredType>();
  for (const [name, fields] of Object.entries(columns)) {
    const type = api.types.get(name);
    if (type === undefined) throw new TypeError(`createStorage: unknown resource type ${JSON.stringify(name)}.`);
    const entries = Object.entries(fields).map(([field, column]) => {
      if (field !== 'id' && !type.attributes.has(field) && !type.relationships.has(field))
        throw new TypeError(`createStorage: ${JSON.stringify(field)} is not a field of ${name}.`);
      const columnType = column.type === undefined ? undefined : parseColumnType(column.type);
      return [field, { name: column.name ?? field, type: columnType }] as const;
    });
    types.set(name, { type, columns: new Map(entries) });
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
    const type = typeOf(name).columns.get('id')?.type;
    return [...new Set(ids)].map((id) => keyOf(id, type, rules)).filter((key) => key !== undefined);
  };
  return { typeOf, targetOf, keysOf, rules, detect };
}
