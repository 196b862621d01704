import { usageError } from '@linkage/core/internal';
import type { DatabaseSchema, DatabaseTable } from '@linkage/kysely';
import type { SchemaModel } from '@linkage/prisma/internal';
import type { DraftModel } from '../model/model.ts';
import { optionText } from '../names/option-text.ts';
import type { DraftFiles } from './draft-files.ts';
import { assertTables, ormFiles } from './orm-files.ts';
import { type Code, textCode } from './text-code.ts';

/** Where the client is, and what its models are. */
export interface PrismaOrigin {
  /** The name in the first line of the files, such as `shop (PostgreSQL 15.18)`. */
  readonly database: string;
  /** The module that the file imports, such as `./generated/prisma/client.ts`. */
  readonly path: string;
  readonly databaseSchema: DatabaseSchema;
  readonly models: ReadonlyMap<DatabaseTable, SchemaModel>;
}

/** Returns the field of a column. */
export function fieldOf(model: SchemaModel | undefined, column: string): string | undefined {
  const fields = [...(model?.fields.values() ?? [])];
  return fields.find((it) => it.kind !== 'object' && it.column === column)?.name;
}

/** Returns the values that Prisma computes, as the sources compute them. They create the id of a new row. */
function computedCode({ computed }: SchemaModel, id: string | undefined): Readonly<Record<string, Code | undefined>> {
  const codeOf = (entries: readonly (readonly [string, Code])[]) =>
    entries.length === 0 ? undefined : Object.fromEntries(entries);
  const callsOf = (what: string, call: string) =>
    [...computed].flatMap(([field, it]) => (it === what && field !== id ? [[field, `() => ${call}`] as const] : []));
  const times = callsOf('updatedAt', 'new Date()');
  return { onCreate: codeOf([...callsOf('uuid', 'crypto.randomUUID()'), ...times]), onUpdate: codeOf(times) };
}

/**
 * Writes the API of a draft, and its sources over the models of a client of Prisma.
 *
 * @throws {Error} If the client does not have a model for a table, or a field for a column of a relationship.
 */
export function prismaFiles(draft: DraftModel, origin: PrismaOrigin): DraftFiles {
  const { path, databaseSchema, models } = origin;
  const modelOf = (tableName: string): SchemaModel | undefined => {
    const table = databaseSchema.tables.get(tableName);
    return table && models.get(table);
  };
  const lacking = draft.types.map(({ tableName }) => tableName).filter((name) => modelOf(name) === undefined);
  assertTables(lacking, `${path} does not have models for the tables`, 'Add');
  return ormFiles(
    draft,
    origin,
    {
      table: ({ tableName }) => ({ model: textCode(modelOf(tableName)?.member ?? '') }),
      computed({ tableName, key }) {
        const model = modelOf(tableName) as SchemaModel;
        return computedCode(model, key.length === 1 ? fieldOf(model, String(key[0])) : undefined);
      },
      primaryKey: ({ table }) => table.primaryKey,
      property(tableName, column) {
        const model = modelOf(tableName);
        const field = fieldOf(model, column);
        // The join table of an implicit relation has no model: its columns are those of the table.
        if (model === undefined) return column;
        if (field !== undefined) return field;
        throw usageError(
          `${path}: the model ${model.name} does not have the column ${tableName}.${column}, which a relationship or an id needs. Add it, or leave the table out: ${optionText('except', tableName)}`,
        );
      },
      code: (_, field) => textCode(field),
      through: (name) => ({ through: textCode(modelOf(name)?.name ?? name) }),
    },
    {
      before: [
        "import { createPrismaSources } from '@linkage/prisma';",
        "import { api } from './api.ts';",
        `import type { PrismaClient } from ${textCode(path)};`,
        '',
        "export { api } from './api.ts';",
        '',
        '/** Creates the sources for `createServer`. Fails if the schema of Prisma or the database contradicts the mapping. */',
        'export async function createSources(prisma: PrismaClient) {',
        '  return await createPrismaSources(api, prisma, {',
      ],
      after: ['  });', '}'],
    },
  );
}
