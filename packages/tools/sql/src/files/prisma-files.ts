import { usageError } from '@linkage/core/internal';
import type { Catalog, CatalogTable } from '@linkage/kysely';
import type { SchemaModel } from '@linkage/prisma/internal';
import type { DraftModel, DraftStorage, DraftType } from '../model/model.ts';
import { optionText } from '../names/option-text.ts';
import { apiFile, bannerOf, type DraftFiles } from './draft-files.ts';
import { fieldOf } from './field-of.ts';
import { type Code, keyCode, textCode, writeCode } from './text-code.ts';

/** Where the client is, and what its models are. */
export interface PrismaOrigin {
  /** The name in the first line of the files, such as `shop (PostgreSQL 15.18)`. */
  readonly database: string;
  /** The module that the file imports, such as `./generated/prisma/client.ts`. */
  readonly path: string;
  readonly catalog: Catalog;
  readonly models: ReadonlyMap<CatalogTable, SchemaModel>;
}

/** Writes the names of models and fields. */
class ModelCode {
  readonly #origin: PrismaOrigin;

  constructor(origin: PrismaOrigin) {
    this.#origin = origin;
  }

  model(tableName: string): SchemaModel | undefined {
    const table = this.#origin.catalog.tables.get(tableName);
    return table && this.#origin.models.get(table);
  }

  /** @throws {Error} If the client does not have a model for each type. */
  assertModels(types: readonly DraftType[]): void {
    const lacking = types.map(({ tableName }) => tableName).filter((name) => this.model(name) === undefined);
    if (lacking.length === 0) return;
    const except = lacking.map((name) => optionText('except', name)).join(' ');
    throw usageError(
      `${this.#origin.path} does not have models for the tables ${lacking.join(', ')}. Add them, or leave them out: ${except}`,
    );
  }

  field(tableName: string, column: string): string {
    const model = this.model(tableName);
    const field = fieldOf(model, column);
    // The join table of an implicit relation has no model: its columns are those of the table.
    if (model === undefined) return textCode(column);
    if (field === undefined)
      throw usageError(
        `${this.#origin.path}: the model ${model.name} does not have the column ${tableName}.${column}, which a relationship or an id needs. Add it, or leave the table out: ${optionText('except', tableName)}`,
      );
    return textCode(field);
  }

  fields(tableName: string, columns: string | readonly string[]): Code {
    return typeof columns === 'string'
      ? this.field(tableName, columns)
      : columns.map((it) => this.field(tableName, it));
  }
}

function storageCode(storage: DraftStorage, own: string, target: string, code: ModelCode): Code {
  if ('typeColumn' in storage) {
    const types = Object.fromEntries(Object.entries(storage.types).map(([type, value]) => [type, textCode(value)]));
    return { column: code.field(own, storage.column), typeColumn: code.field(own, storage.typeColumn), types };
  }
  if ('column' in storage) return { column: code.fields(own, storage.column) };
  if ('foreignKey' in storage) return { foreignKey: code.fields(target, storage.foreignKey) };
  const { through, from, to } = storage;
  const name = code.model(through)?.name ?? through;
  return { through: textCode(name), from: code.field(through, from), to: code.field(through, to) };
}

/** Returns the values that Prisma computes, as the sources compute them. */
function computedCode({ computed }: SchemaModel): Readonly<Record<'onCreate' | 'onUpdate', Code | undefined>> {
  const times = [...computed].flatMap(([field, it]): [string, Code][] =>
    it === 'updatedAt' ? [[field, '() => new Date()']] : [],
  );
  const ids = [...computed].flatMap(([field, it]): [string, Code][] =>
    it === 'uuid' ? [[field, '() => crypto.randomUUID()']] : [],
  );
  const codeOf = (entries: readonly [string, Code][]) =>
    entries.length === 0 ? undefined : Object.fromEntries(entries);
  return { onCreate: codeOf([...ids, ...times]), onUpdate: codeOf(times) };
}

function mappingCode(type: DraftType, tables: ReadonlyMap<string, string>, code: ModelCode): Code {
  const { tableName, table, key, attributes, relationships } = type;
  const model = code.model(tableName) as SchemaModel;
  const { primaryKey = [] } = table;
  const isKey = primaryKey.length === key.length && key.every((name, index) => name === primaryKey[index]);
  const [id] = key.length === 1 ? key : [];
  // The sources create the id of a new row.
  const computed = new Map([...model.computed].filter(([field]) => field !== (id && fieldOf(model, id))));
  const named = attributes.flatMap(({ name, column }): [string, Code][] =>
    // The compiler takes a missing member that every object inherits, such as `constructor`, for a wrong one.
    name === fieldOf(model, column) && !(name in {}) ? [] : [[name, code.field(tableName, column)]],
  );
  const linked = relationships.map(({ name, target, storage }): [string, Code] => [
    name,
    storageCode(storage, tableName, tables.get(target) ?? '', code),
  ]);
  return {
    model: textCode(model.member),
    id: isKey ? undefined : code.fields(tableName, key.length === 1 ? String(key[0]) : key),
    ...computedCode({ ...model, computed }),
    attributes: named.length === 0 ? undefined : Object.fromEntries(named),
    relationships: linked.length === 0 ? undefined : Object.fromEntries(linked),
  };
}

/**
 * Writes the API of a draft, and its sources over the models of a client of Prisma.
 *
 * @throws {Error} If the client does not have a model for a table, or a field for a column of a relationship.
 */
export function prismaFiles(model: DraftModel, origin: PrismaOrigin): DraftFiles {
  const banner = bannerOf(origin, false);
  const code = new ModelCode(origin);
  code.assertModels(model.types);
  const tables = new Map(model.types.map(({ name, tableName }) => [name, tableName]));
  const mapping = model.types.map((type) => {
    const key = `    ${keyCode(type.name)}: `;
    return `${key}${writeCode(mappingCode(type, tables, code), '    ', key.length - 4)},`;
  });
  const sources = [
    ...banner,
    "import { createPrismaSources } from '@linkage/prisma';",
    "import { api } from './api.ts';",
    `import type { PrismaClient } from ${textCode(origin.path)};`,
    '',
    "export { api } from './api.ts';",
    '',
    '/** Creates the sources for `createServer`. Fails if the schema of Prisma or the database contradicts the mapping. */',
    'export async function createSources(prisma: PrismaClient) {',
    '  return await createPrismaSources(api, prisma, {',
    ...mapping,
    '  });',
    '}',
    '',
  ];
  return { 'api.ts': apiFile(model, banner), 'sources.ts': sources.join('\n') };
}
