import { pickMembers } from '@linkage/core/internal';
import { type DriverError, driverText, kindsByCode, ownSqlState, type Violation } from './violation.ts';

/** A bit string of another length. */
const OTHER_LENGTH = '22026';

const kinds = kindsByCode({
  unique: ['23505'],
  exclusion: ['23P01'],
  'foreign-key': ['23503'],
  referred: ['23001'],
  'not-null': ['23502'],
  check: ['23514', '44000'],
  // 22000 is a range whose end is before its beginning.
  value: [
    ...['22000', '22001', '22003', '22007', '22008', '22009', '22021', OTHER_LENGTH],
    ...['22P02', '22P03', '22P05', '22023', '22030', '22032'],
  ],
  raised: ['P0001'],
});

/**
 * `Key (lower(email::text), tenant)=(…) already exists.`: the columns in the first parentheses. Names of functions, casts, and strings of expressions
 * are not columns.
 */
function columnsIn(detail: unknown): readonly string[] | undefined {
  const [, list] = /^Key \(([^=]{1,1000})\)=\(/.exec(driverText(detail) ?? '') ?? [];
  const names = list?.replace(/'[^']*'|::[\w ]+/g, '').matchAll(/"([^"]+)"|([a-z_]\w*)(?![\w(])/g);
  return names && [...names].map(([, quoted, plain]) => quoted ?? String(plain));
}

/**
 * `unnamed portal parameter $1 = 'x'`, in any language: the context of an error about the value of a parameter. That of an error in a
 * function names the function.
 */
const parameterContext = /^(?:[^"'$]{0,200}\s)?\$(\d{1,5})(?:\s|$)/;

/** Classes of errors that have other causes than a value, whatever the context: those of connections, transactions, resources, and operators. */
const others = /^(?:08|25|40|53|55|57|58)/;

/** Whether the function that reads the text of a parameter has failed. Types of extensions and of users have codes of their own for this. */
function isUnread(code: unknown, where: unknown): boolean {
  return !others.test(driverText(code) ?? '08') && parameterContext.test(driverText(where) ?? '');
}

/** Returns where a value is that the database cannot read. */
function placeOfValue(where: unknown): Pick<Violation, 'parameter' | 'isNested'> {
  const context = driverText(where);
  if (context === undefined) return {};
  const [, number] = parameterContext.exec(context) ?? [];
  return number === undefined ? { isNested: true } : { parameter: Number(number) };
}

const postgresMembers = ['code', 'detail', 'column', 'table', 'constraint', 'where', 'severity'] as const;

/** Returns the kind of an error whose code does not say it: a value that cannot be read, or a rule of the application. */
function otherKind(code: unknown, where: unknown, severity: unknown): Violation['kind'] | undefined {
  if (isUnread(code, where)) return 'value';
  // The codes of other programs can have five letters, too.
  return driverText(severity) !== undefined && ownSqlState.test(driverText(code) ?? '') ? 'raised' : undefined;
}

/** Returns the constraint that a statement of PostgreSQL or PGlite violated, or undefined. */
export function postgresViolation(error: DriverError): Violation | undefined {
  const { code, detail, column, table, constraint, where, severity } = pickMembers(error, postgresMembers);
  const kind = kinds.get(code) ?? otherKind(code, where, severity);
  if (kind === undefined) return undefined;
  const named = driverText(column);
  const isReferred = kind === 'foreign-key' && driverText(detail)?.includes('is still referenced') === true;
  return {
    kind: isReferred ? 'referred' : kind,
    columns: named === undefined ? columnsIn(detail) : [named],
    table: driverText(table),
    constraint: driverText(constraint),
    ...(kind === 'value' ? placeOfValue(where) : {}),
    ...(code === OTHER_LENGTH ? { isOtherLength: true } : {}),
  };
}
