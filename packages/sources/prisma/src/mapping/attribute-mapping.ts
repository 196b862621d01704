import type { RelationshipDefinition } from '@linkage/core';
import { nameTable, ownMembers, readOptions } from '@linkage/core/internal';
import { type ColumnMapping, type DatabaseSchema, type DatabaseTable, jsonColumn } from '@linkage/kysely';
import { columnOf, type Model, type Models } from '../schema/models.ts';

/** Returns the mapping of an attribute to a field of a model. */
export function attributeMapping(
  where: string,
  model: Model,
  name: string,
  table: DatabaseTable,
): string | ColumnMapping {
  const column = columnOf(where, model, name);
  const typeName = table.columns.get(column)?.typeName ?? '';
  if (/^time\b(?!stamp)/.test(typeName))
    throw new TypeError(
      `${where}: the column "${column}" has the type ${typeName}, which Prisma reads as a moment on 1 January 1970. Use a column of strings.`,
    );
  return model.fields.get(name)?.type === 'Json' ? jsonColumn(column) : column;
}

/** Returns the mapping of the data of each membership to fields of the join model. */
export function memberFields(
  where: string,
  given: object,
  { member }: RelationshipDefinition,
  { models, databaseSchema }: { readonly models: Models; readonly databaseSchema: DatabaseSchema },
): object {
  const { through, member: named } = ownMembers(given);
  const model = typeof through === 'string' ? models.get(through) : undefined;
  const table = model && databaseSchema.tables.get(model.table);
  if (member === undefined || model === undefined || table === undefined) return {};
  const fields: Readonly<Record<string, string>> = readOptions(
    `${where}.member`,
    Object(named ?? {}),
    nameTable(member.keys(), 'name'),
  );
  const entries = Array.from(member.keys(), (name) => [
    name,
    attributeMapping(`${where}.member.${name}`, model, fields[name] ?? name, table),
  ]);
  return { member: Object.fromEntries(entries) };
}
