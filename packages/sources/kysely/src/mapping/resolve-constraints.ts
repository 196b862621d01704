import type { ResourceType } from '@linkage/core';
import { type OptionTable, optionTable, readOptions, suggestName } from '@linkage/core/internal';
import type { DatabaseSchema, DatabaseTable } from '../dialects/database-schema.ts';
import type { ConstraintError } from '../failures/constraint-error.ts';

const members: OptionTable = optionTable({ detail: 'string', code: 'string', field: 'string' }, 'member');

/** Returns the names of the constraints that a write of a table can violate: also those of tables that reference it, such as join tables. */
function namesOf(table: DatabaseTable, { tables }: DatabaseSchema): ReadonlySet<string> {
  const own = `${table.schema}.${table.name}`;
  const all = [...new Set(tables.values())].filter(
    (it) => it.name === table.name || it.foreignKeys?.some((key) => key.table === own),
  );
  const names = all.flatMap(({ constraints, indexes = [], foreignKeys = [] }) => [
    ...constraints.keys(),
    ...[...indexes, ...foreignKeys].flatMap(({ name }) => name ?? []),
  ]);
  return new Set(names);
}

/**
 * Reads the errors of constraints.
 *
 * @throws {TypeError} If one has no `detail`, names a field that the type does not have, or a constraint that the database does not have.
 */
export function resolveConstraints(
  at: string,
  type: ResourceType,
  given: Readonly<Record<string, string | ConstraintError>> = {},
  table?: DatabaseTable,
  databaseSchema?: DatabaseSchema,
): ReadonlyMap<string, ConstraintError> {
  // A schema that was not read from the database, such as that of Drizzle, does not contain all constraints, as it does not contain triggers.
  const isRead = table?.kind === 'table' && table.isQuiet !== undefined && databaseSchema !== undefined;
  const known = isRead ? namesOf(table, databaseSchema) : undefined;
  const entries = Object.entries(given).map(([name, error]) => {
    const where = `${at}.constraints.${name}`;
    const read = typeof error === 'string' ? { detail: error } : readOptions<ConstraintError>(where, error, members);
    if (known?.has(name) === false)
      throw new TypeError(`${where}: the database does not have this constraint.${suggestName(name, known, '"')}`);
    if (typeof read.detail !== 'string' || read.detail === '') throw new TypeError(`${where}: \`detail\` is required.`);
    const fields = [...type.attributes.keys(), ...type.relationships.keys()];
    if (read.field !== undefined && !fields.includes(read.field))
      throw new TypeError(
        `${where}: the type "${type.name}" does not have the field "${read.field}".${suggestName(read.field, fields, '"')}`,
      );
    return [name, read] as const;
  });
  return new Map(entries);
}
