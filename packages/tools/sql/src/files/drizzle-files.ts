import { usageError } from '@linkage/core/internal';
import type { DrizzleSchema } from '@linkage/drizzle/internal';
import { joinTablesIn } from '../model/join-tables.ts';
import type { DraftModel } from '../model/model.ts';
import type { DraftFiles } from './draft-files.ts';
import { assertTables, ormFiles } from './orm-files.ts';
import { isIdentifier, textCode } from './text-code.ts';

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

/**
 * Writes the API of a draft, and its sources over the tables of a schema of Drizzle.
 *
 * @throws {Error} If the schema lacks a table, or a column of a relationship.
 */
export function drizzleFiles(model: DraftModel, origin: DrizzleOrigin): DraftFiles {
  const { path, schema } = origin;
  const { tables } = schema;
  const needed = new Set([...model.types.map(({ tableName }) => tableName), ...joinTablesIn(model.types)]);
  const lacking = [...needed].filter((name) => !tables.has(name));
  assertTables(lacking, `${path} does not export the tables`, 'Export');
  const tableCode = (name: string): string => memberCode('schema', tables.get(name)?.name ?? '');
  return ormFiles(
    model,
    origin,
    {
      table: ({ tableName }) => ({ table: tableCode(tableName) }),
      primaryKey: ({ tableName }) => schema.databaseSchema.tables.get(tableName)?.primaryKey,
      property(table, column) {
        const known = tables.get(table)?.columns.get(column);
        if (known !== undefined) return known.property;
        throw usageError(
          `${path} does not have the column ${table}.${column}, which a relationship needs. Add it, or draft without a database.`,
        );
      },
      code: (table, property) => memberCode(tableCode(table), property),
      through: () => ({}),
    },
    {
      before: [
        "import { createDrizzleSources, type DrizzleDatabase, kyselyOf } from '@linkage/drizzle';",
        "import { readDatabaseSchema } from '@linkage/kysely';",
        "import { api } from './api.ts';",
        `import * as schema from ${textCode(path)};`,
        '',
        "export { api } from './api.ts';",
        '',
        '/** Creates the sources for `createServer`. Fails if the schema of Drizzle or the database contradicts the mapping. */',
        'export async function createSources(db: DrizzleDatabase) {',
        '  const databaseSchema = await readDatabaseSchema(kyselyOf(db));',
        '  const mapping = {',
      ],
      after: ['  } as const;', '  return createDrizzleSources(api, db, mapping, { databaseSchema });', '}'],
    },
  );
}
