import { pickMembers } from '@linkage/core/internal';
import type { DriverError, Violation } from './violation.ts';

const kinds: ReadonlyMap<unknown, Violation['kind']> = new Map<unknown, Violation['kind']>([
  [1062, 'unique'],
  [1586, 'unique'],
  [1452, 'foreign-key'],
  [1216, 'foreign-key'],
  [1451, 'referred'],
  [1217, 'referred'],
  [1048, 'not-null'],
  [1364, 'not-null'],
  [4025, 'check'],
  [3819, 'check'],
  [1264, 'value'],
  [1265, 'value'],
  [1292, 'value'],
  [1366, 'value'],
  [1406, 'value'],
  [1411, 'value'],
  [1690, 'value'],
  [3140, 'value'],
  [1644, 'raised'],
]);

/** The messages name columns and constraints in quotes or in backticks. */
function namesIn(message: string): Pick<Violation, 'columns' | 'constraint'> {
  const [, key] = / for key '(?:[^'.]{1,200}\.)?([^'.]{1,200})'$/.exec(message) ?? [];
  if (key !== undefined) return { constraint: key };
  const [, foreign] = / FOREIGN KEY \(`([^)]{1,500})`\)/.exec(message) ?? [];
  if (foreign !== undefined) return { columns: foreign.split('`, `') };
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
  const { code, errno } = pickMembers(error, ['code', 'errno']);
  const kind = isMysql(code) ? kinds.get(errno) : undefined;
  return kind === undefined ? undefined : { kind, ...namesIn(error.message) };
}
