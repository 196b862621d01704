import { type ErrorObject, errorObject, JsonApiError } from '@linkage/core';
import type { SourceCall } from '@linkage/server';
import { columnOf, type Table } from '../mapping/table.ts';

/** The kinds of constraints that a request can violate. */
type Violation = 'unique' | 'foreign-key' | 'not-null';

/** By the codes of Node's SQLite, of better-sqlite3, and of the SQL standard (PostgreSQL). */
const violations: ReadonlyMap<unknown, Violation> = new Map<unknown, Violation>([
  [1555, 'unique'],
  [2067, 'unique'],
  [787, 'foreign-key'],
  [1299, 'not-null'],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', 'unique'],
  ['SQLITE_CONSTRAINT_UNIQUE', 'unique'],
  ['SQLITE_CONSTRAINT_FOREIGNKEY', 'foreign-key'],
  ['SQLITE_CONSTRAINT_NOTNULL', 'not-null'],
  ['23505', 'unique'],
  ['23503', 'foreign-key'],
  ['23502', 'not-null'],
]);

/** The errors for clients if the database rejects a write. */
const problems = {
  unique: errorObject('CONSTRAINT_VIOLATED', 'Another resource already has a value that must be unique.'),
  'foreign-key': errorObject(
    'RELATED_RESOURCE_NOT_FOUND',
    'A related resource in the request document does not exist.',
  ),
  'not-null': errorObject('CONSTRAINT_VIOLATED', 'A required value is missing.'),
};

/**
 * Returns the attributes that an error can name: requests can set them, and the caller of this request can read them.
 */
function namesIn({ type, columns }: Table, { readable }: Pick<SourceCall, 'readable'>): readonly string[] {
  const canBeNamed = (name: string): boolean =>
    type.attributes.get(name)?.write === true && readable?.has(name) !== false;
  return [...columns.keys()].filter(canBeNamed);
}

/**
 * Returns the error for a unique constraint. Names its attributes if the database names their columns, as SQLite does.
 */
function taken(message: string, table: Table, call: SourceCall): ErrorObject {
  const columns = new Set(/^UNIQUE constraint failed: (.{1,1000})$/.exec(message)?.at(1)?.split(', '));
  const names = namesIn(table, call).filter((name) => columns.has(`${table.name}.${columnOf(table, name).name}`));
  if (names.length === 0) return problems.unique;
  return errorObject(
    'CONSTRAINT_VIOLATED',
    `${names.map((name) => `\`${name}\``).join(' and ')} must be unique, but another resource already has this value.`,
  );
}

/**
 * Converts a constraint violation to a `JsonApiError`. Returns any other error unchanged.
 *
 * @param call The call of the write, with the fields that the caller can read.
 * @param referred The error for a foreign key that is not linkage of the request.
 */
export function refusalOf(
  error: unknown,
  table: Table,
  call: SourceCall,
  referred: ErrorObject = problems['foreign-key'],
): unknown {
  if (!(error instanceof Error)) return error;
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown };
  const violation = violations.get(errcode) ?? violations.get(code);
  if (violation === undefined) return error;
  if (violation === 'unique') return new JsonApiError(taken(error.message, table, call), { cause: error });
  return new JsonApiError(violation === 'foreign-key' ? referred : problems[violation], { cause: error });
}
