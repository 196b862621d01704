import { pickMembers } from '@linkage/core/internal';
import { type DriverError, driverText, kindsByCode, ownSqlState, type Violation } from './violation.ts';

const kinds = kindsByCode({
  unique: [1062, 1586],
  'foreign-key': [1452, 1216],
  referred: [1451, 1217],
  'not-null': [1048, 1364],
  check: [4025, 3819, 1369],
  value: [1264, 1265, 1292, 1366, 1406, 1411, 1690, 3140],
  raised: [1644],
});

/** The messages name columns and constraints in quotes or in backticks. */
function namesIn(message: string): Pick<Violation, 'columns' | 'constraint'> {
  const [, key] = / for key '(?:[^'.]{1,200}\.)?([^'.]{1,200})'$/.exec(message) ?? [];
  if (key !== undefined) return { constraint: key };
  const [, foreign] = / FOREIGN KEY \(`([^)]{1,500})`\)/.exec(message) ?? [];
  const [, constraint] = / CONSTRAINT `([^`]{1,200})` FOREIGN KEY /.exec(message) ?? [];
  if (foreign !== undefined) return { columns: foreign.split('`, `'), constraint };
  const [, check] = /^(?:CONSTRAINT|Check constraint) [`']([^`']{1,200})[`']/.exec(message) ?? [];
  if (check !== undefined) return { constraint: check.replace(/^[^.]*\./, '') };
  const [, quoted, ticked] =
    /(?:^Column|^Field| for column) (?:'([^'`]{1,200})'|(?:`[^`]*`\.){0,2}`([^`]{1,200})`)/.exec(message) ?? [];
  const column = quoted ?? ticked;
  return column === undefined ? {} : { columns: [column] };
}

/** Whether a driver of MySQL created an error: those of other programs can have numbers, too. */
function isMysql(code: unknown): boolean {
  return code === undefined || (typeof code === 'string' && /^(?:ER|WARN)_/.test(code));
}

/** Returns the constraint that a statement of MySQL or MariaDB violated, or undefined. */
export function mysqlViolation(error: DriverError): Violation | undefined {
  const { code, errno, sqlState } = pickMembers(error, ['code', 'errno', 'sqlState']);
  const known = isMysql(code) ? kinds.get(errno) : undefined;
  // `signal` can have a number of its own, too.
  const isRaised = typeof errno === 'number' && ownSqlState.test(driverText(sqlState) ?? '');
  const kind = known ?? (isRaised ? 'raised' : undefined);
  return kind === undefined ? undefined : { kind, ...namesIn(error.message) };
}
