import { usageError } from '@linkage/core/internal';
import type { DrizzleSchema } from '@linkage/drizzle/internal';
import type { DraftModel, DraftStorage, DraftType } from '../model/model.ts';
import { optionText } from '../names/option-text.ts';
import { apiFile, bannerOf, type DraftFiles } from './draft-files.ts';
import { type Code, isIdentifier, keyCode, textCode, writeCode } from './text-code.ts';

/** Where the schema is, and what its tables are. */
export interface DrizzleOrigin {
  /** The name in the first line of the files, such as `schema.ts`. */
  readonly database: string;
  /** The module that the file imports, such as `../schema.ts`. */
  readonly path: string;
  readonly schema: DrizzleSchema;
}

function memberCode(of: string, name: string): string {
  return isIdentifier(name) ? `${of}.${name}` : `${of}[${textCode(name)}]`;
}

/** Returns the names of the tables of a draft, with join tables. */
function tablesOf({ types }: DraftModel): readonly string[] {
  const joins = types.flatMap(({ relationships }) =>
    relationships.flatMap(({ storage }) => ('through' in storage ? [storage.through] : [])),
  );
  return [...new Set([...types.map(({ tableName }) => tableName), ...joins])];
}

/** Writes the columns of a schema. */
class SchemaCode {
  readonly #schema: DrizzleSchema;
  readonly #path: string;

  constructor({ schema, path }: DrizzleOrigin) {
    this.#schema = schema;
    this.#path = path;
  }

  /** @throws {Error} If the schema lacks a table. */
  assertTables(names: readonly string[]): void {
    const lacking = names.filter((name) => !this.#schema.tables.has(name));
    if (lacking.length === 0) return;
    const except = lacking.map((name) => optionText('except', name)).join(' ');
    throw usageError(
      `${this.#path} does not export the tables ${lacking.join(', ')}. Export them, or leave them out: ${except}`,
    );
  }

  table(name: string): string {
    return memberCode('schema', this.#schema.tables.get(name)?.name ?? '');
  }

  property(table: string, column: string): string {
    const known = this.#schema.tables.get(table)?.columns.get(column);
    if (known === undefined)
      throw usageError(
        `${this.#path} does not have the column ${table}.${column}, which a relationship needs. Add it, or draft without a database.`,
      );
    return known.property;
  }

  column(table: string, column: string): string {
    return memberCode(this.table(table), this.property(table, column));
  }

  columns(table: string, columns: string | readonly string[]): Code {
    return typeof columns === 'string' ? this.column(table, columns) : columns.map((it) => this.column(table, it));
  }

  /** Whether a key is the primary key that the schema declares. */
  isPrimaryKey({ tableName, key }: DraftType): boolean {
    const { primaryKey = [] } = this.#schema.catalog.tables.get(tableName) ?? {};
    return primaryKey.length === key.length && key.every((name, index) => name === primaryKey[index]);
  }
}

function storageCode(storage: DraftStorage, own: string, target: string, code: SchemaCode): Code {
  if ('typeColumn' in storage) {
    const types = Object.fromEntries(Object.entries(storage.types).map(([type, value]) => [type, textCode(value)]));
    return { column: code.column(own, storage.column), typeColumn: code.column(own, storage.typeColumn), types };
  }
  if ('column' in storage) return { column: code.columns(own, storage.column) };
  if ('foreignKey' in storage) return { foreignKey: code.columns(target, storage.foreignKey) };
  const { through, from, to } = storage;
  return { from: code.column(through, from), to: code.column(through, to) };
}

function mappingCode(type: DraftType, tables: ReadonlyMap<string, string>, code: SchemaCode): Code {
  const { tableName, key, attributes, relationships } = type;
  const named = attributes.flatMap(({ name, column }): [string, Code][] =>
    // The compiler takes a missing member that every object inherits, such as `constructor`, for a wrong one.
    name === code.property(tableName, column) && !(name in {}) ? [] : [[name, code.column(tableName, column)]],
  );
  const linked = relationships.map(({ name, target, storage }): [string, Code] => [
    name,
    storageCode(storage, tableName, tables.get(target) ?? '', code),
  ]);
  return {
    table: code.table(tableName),
    id: code.isPrimaryKey(type) ? undefined : code.columns(tableName, key.length === 1 ? String(key[0]) : key),
    attributes: named.length === 0 ? undefined : Object.fromEntries(named),
    relationships: linked.length === 0 ? undefined : Object.fromEntries(linked),
  };
}

/**
 * Writes the API of a draft, and its sources over the tables of a schema of Drizzle.
 *
 * @throws {Error} If the schema lacks a table, or a column of a relationship.
 */
export function drizzleFiles(model: DraftModel, origin: DrizzleOrigin): DraftFiles {
  const banner = bannerOf(origin, false);
  const code = new SchemaCode(origin);
  code.assertTables(tablesOf(model));
  const tables = new Map(model.types.map(({ name, tableName }) => [name, tableName]));
  const mapping = model.types.map((type) => {
    const key = `    ${keyCode(type.name)}: `;
    return `${key}${writeCode(mappingCode(type, tables, code), '    ', key.length - 4)},`;
  });
  const sources = [
    ...banner,
    "import { createDrizzleSources, type DrizzleDatabase, kyselyOf } from '@linkage/drizzle';",
    "import { readCatalog } from '@linkage/kysely';",
    "import { api } from './api.ts';",
    `import * as schema from ${textCode(origin.path)};`,
    '',
    "export { api } from './api.ts';",
    '',
    '/** Creates the sources for `createServer`. Fails if the schema of Drizzle or the database contradicts the mapping. */',
    'export async function createSources(db: DrizzleDatabase) {',
    '  const catalog = await readCatalog(kyselyOf(db));',
    '  const mapping = {',
    ...mapping,
    '  } as const;',
    '  return createDrizzleSources(api, db, mapping, { catalog });',
    '}',
    '',
  ];
  return { 'api.ts': apiFile(model, banner), 'sources.ts': sources.join('\n') };
}
