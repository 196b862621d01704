import { describeValue, type OptionTable, optionTable, ownMembers, readOptions } from '@linkage/core/internal';
import type { Kysely } from 'kysely';
import type { SqlDialect } from '../dialects/dialect.ts';
import { dialectOf } from '../dialects/dialect-of.ts';
import { type DriverError, ownSqlState } from '../failures/violation.ts';

/** The error for clients when a trigger or a function of the database raises a SQLSTATE of its own. */
export interface RaisedError {
  /** The status of the response, 400 to 599. */
  readonly status: number;
  /** Whether the error contains the text of the database as `detail`, and its hint as `meta.hint`. Default: false. */
  readonly showsText?: boolean | undefined;
}

/** The errors by SQLSTATE, such as `P0001`. */
export type RaisedErrors = Readonly<Record<string, RaisedError>>;

/** The SQLSTATEs of errors in functions. All others that are not an application's own have strings with names of tables and values of rows. */
const ofFunctions = /^P0[0-9A-Z]{3}$/;

/** The length at which the text of a database is cut. */
const MAX_TEXT = 1000;

const where = 'createKyselySources: `raisedErrors`';

const members: OptionTable = optionTable({ status: 'number', showsText: 'boolean' }, 'member');

/** Returns the errors for clients by SQLSTATE, checked. */
function checkedErrors(given: RaisedErrors): ReadonlyMap<unknown, RaisedError> {
  const all = Object.entries(given).map(([code, error]) => {
    if (!ownSqlState.test(code) && !ofFunctions.test(code))
      throw new TypeError(
        `${where} has ${describeValue(code)}, which is not a SQLSTATE of your own: P0001, 45000, or five upper-case letters and digits that begin with a letter from I to Z, such as PT402.`,
      );
    const read = readOptions<RaisedError>(`${where}: ${code}`, error, members);
    if (!Number.isInteger(read.status) || read.status < 400 || read.status > 599)
      throw new TypeError(`${where}: ${code}: \`status\` must be a whole number from 400 to 599.`);
    return [code, read] as const;
  });
  return new Map(all);
}

function cut(text: unknown): string | undefined {
  return typeof text === 'string' && text !== '' ? text.slice(0, MAX_TEXT).replace(/[\ud800-\udbff]$/, '') : undefined;
}

/**
 * Returns a dialect whose reader of errors knows the SQLSTATEs of an application.
 *
 * @throws {TypeError} If a SQLSTATE or a status is not valid, or the database has none.
 */
function raisingDialect(dialect: SqlDialect, given: RaisedErrors): SqlDialect {
  const { sqlStateOf, violationOf } = dialect;
  if (sqlStateOf === undefined)
    throw new TypeError(`${where} requires a database with SQLSTATEs, which SQLite does not have.`);
  const errors = checkedErrors(given);
  return {
    ...dialect,
    violationOf(error) {
      const { hint, ...others } = ownMembers(error) as unknown as DriverError;
      const code = sqlStateOf(others);
      const found = errors.get(code);
      if (found === undefined) return violationOf(error);
      const strings = found.showsText === true ? { text: cut(error.message), hint: cut(hint) } : {};
      const { columns, table } = violationOf(error) ?? {};
      return { kind: 'raised', columns, table, raised: { code: String(code), status: found.status, ...strings } };
    },
  };
}

/** The errors that the sources of a database declare, with the function that reads its errors. */
const declared = new WeakMap<
  object,
  { readonly given: RaisedErrors; readonly violationOf: SqlDialect['violationOf'] }
>();

/**
 * Returns a dialect with the SQLSTATEs of a database. All sources over it must have the same ones, because they share transactions, whose end can raise errors.
 *
 * @throws {TypeError} If other sources over the database have others.
 */
export function bindRaisedErrors(db: Kysely<never>, given: RaisedErrors, dialect: SqlDialect): SqlDialect {
  const before = declared.get(db);
  if (before !== undefined && before.given !== given)
    throw new TypeError(`${where} must be the same object for all sources over one database.`);
  const raising = raisingDialect(dialect, given);
  declared.set(db, { given, violationOf: raising.violationOf });
  return raising;
}

/** Returns the reader of the errors of a database. */
export function violationReaderOf(db: Pick<Kysely<never>, 'getExecutor'>): SqlDialect['violationOf'] {
  return declared.get(db)?.violationOf ?? dialectOf(db).violationOf;
}
