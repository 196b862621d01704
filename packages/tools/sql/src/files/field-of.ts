import type { SchemaModel } from '@linkage/prisma/internal';

/** Returns the field of a column. */
export function fieldOf(model: SchemaModel | undefined, column: string): string | undefined {
  const fields = [...(model?.fields.values() ?? [])];
  return fields.find((it) => it.kind !== 'object' && it.column === column)?.name;
}
