import { usageError } from '@linkage/core/internal';
import type { DraftAttribute, DraftModel, DraftRelationship, DraftType } from '../model/model.ts';
import { optionText } from '../names/option-text.ts';
import { apiFile, bannerOf, type DraftFiles, type DraftOrigin } from './draft-files.ts';
import { type Code, keyCode, textCode, writeCode } from './text-code.ts';

/** How the mapping for an ORM names tables and columns. */
export interface OrmNames {
  /** Returns the member with the table, such as `{ table: 'schema.films' }`. */
  readonly table: (type: DraftType) => Readonly<Record<string, Code | undefined>>;
  /** Returns the members with the values that the ORM computes. */
  readonly computed?: (type: DraftType) => Readonly<Record<string, Code | undefined>>;
  /** Returns the primary key that the schema declares. */
  readonly primaryKey: (type: DraftType) => readonly string[] | undefined;
  /** Returns the name of a column in the schema. Throws if the schema lacks it. */
  readonly property: (table: string, column: string) => string;
  /** Writes a property of a table. */
  readonly code: (table: string, property: string) => string;
  /** Returns the member with a join table. */
  readonly through: (table: string) => Readonly<Record<string, Code>>;
}

/** Assures that a schema has the tables of a draft. `lacks` and `advice` say what is wrong, and what to do. */
export function assertTables(lacking: readonly string[], lacks: string, advice: string): void {
  if (lacking.length === 0) return;
  const except = lacking.map((name) => optionText('except', name)).join(' ');
  throw usageError(`${lacks} ${lacking.join(', ')}. ${advice} them, or leave them out: ${except}`);
}

const objectOf = (entries: readonly (readonly [string, Code])[]): Code | undefined =>
  entries.length === 0 ? undefined : Object.fromEntries(entries);

function mappingCode(type: DraftType, tables: ReadonlyMap<string, string>, names: OrmNames): Code {
  const { tableName, key, version, attributes, relationships } = type;
  const column = (table: string, name: string): string => names.code(table, names.property(table, name));
  const columns = (table: string, given: string | readonly string[]): Code =>
    typeof given === 'string' ? column(table, given) : given.map((it) => column(table, it));
  const columnsCode = (table: string, given: readonly DraftAttribute[]): Code | undefined =>
    objectOf(
      given.flatMap(({ name, column: own }) =>
        // The compiler takes a missing member that every object inherits, such as `constructor`, for a wrong one.
        name === names.property(table, own) && !(name in {}) ? [] : [[name, column(table, own)] as const],
      ),
    );
  const storageCode = ({ storage, member = [] }: DraftRelationship, target: string): Code => {
    if ('typeColumn' in storage) {
      const types = Object.fromEntries(Object.entries(storage.types).map(([name, value]) => [name, textCode(value)]));
      return { column: column(tableName, storage.column), typeColumn: column(tableName, storage.typeColumn), types };
    }
    const referencesIn = (table: string, { references }: { readonly references?: string | readonly string[] }) =>
      references === undefined ? {} : { references: columns(table, references) };
    if ('column' in storage) return { column: columns(tableName, storage.column), ...referencesIn(target, storage) };
    if ('foreignKey' in storage)
      return { foreignKey: columns(target, storage.foreignKey), ...referencesIn(tableName, storage) };
    const { through, from, to } = storage;
    const data = columnsCode(through, member);
    return { ...names.through(through), from: column(through, from), to: column(through, to), member: data };
  };
  const primaryKey = names.primaryKey(type) ?? [];
  const isPrimaryKey = primaryKey.length === key.length && key.every((name, index) => name === primaryKey[index]);
  return {
    ...names.table(type),
    id: isPrimaryKey ? undefined : columns(tableName, key.length === 1 ? String(key[0]) : key),
    ...names.computed?.(type),
    version: version === undefined ? undefined : column(tableName, version),
    attributes: columnsCode(tableName, attributes),
    relationships: objectOf(relationships.map((it) => [it.name, storageCode(it, tables.get(it.target) ?? '')])),
  };
}

/** Writes the API of a draft, and its sources over an ORM: `before` and `after` are the lines around the mapping. */
export function ormFiles(
  model: DraftModel,
  origin: DraftOrigin,
  names: OrmNames,
  { before, after }: { readonly before: readonly string[]; readonly after: readonly string[] },
): DraftFiles {
  const banner = bannerOf(origin, false);
  const tables = new Map(model.types.map(({ name, tableName }) => [name, tableName]));
  const mapping = model.types.map((type) => {
    const key = `    ${keyCode(type.name)}: `;
    return `${key}${writeCode(mappingCode(type, tables, names), '    ', key.length - 4)},`;
  });
  const sources = [...banner, ...before, ...mapping, ...after, ''];
  return { 'api.ts': apiFile(model, banner), 'sources.ts': sources.join('\n') };
}
