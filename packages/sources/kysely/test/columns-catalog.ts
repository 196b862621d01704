import { parseColumnType } from '@linkage/kysely/internal';
import type { Catalog } from '../src/index.ts';

/** Returns a catalog of tables without keys, by the names of their columns and types. */
export function columnsCatalog(tables: Readonly<Record<string, Readonly<Record<string, string>>>>): Catalog {
  const entries = Object.entries(tables).map(([name, columns]) => {
    const types = Object.entries(columns).map(
      ([column, type]) => [column, { type: parseColumnType(type), typeName: type, nullable: true }] as const,
    );
    return [name, { schema: 'main', name, kind: 'table', columns: new Map(types), constraints: new Map() }] as const;
  });
  return { tables: new Map(entries) };
}
