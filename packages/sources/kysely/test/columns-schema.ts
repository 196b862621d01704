import { parseColumnType } from '@linkage/kysely/internal';
import type { DatabaseSchema } from '../src/index.ts';

/** Returns a database schema of tables without keys, by the names of their columns and types. */
export function columnsSchema(tables: Readonly<Record<string, Readonly<Record<string, string>>>>): DatabaseSchema {
  const entries = Object.entries(tables).map(([name, columns]) => {
    const types = Object.entries(columns).map(
      ([column, type]) => [column, { type: parseColumnType(type), typeName: type, nullable: true }] as const,
    );
    return [name, { schema: 'main', name, kind: 'table', columns: new Map(types), constraints: new Map() }] as const;
  });
  return { tables: new Map(entries) };
}
