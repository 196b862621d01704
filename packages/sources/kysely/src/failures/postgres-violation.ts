import { pickMembers } from '@linkage/core/internal';
import { type DriverError, driverText, type Violation } from './violation.ts';

/** A bit string of another length. */
const OTHER_LENGTH = '22026';

const kinds: ReadonlyMap<unknown, Violation['kind']> = new Map<unknown, Violation['kind']>([
  ['23505', 'unique'],
  ['23P01', 'exclusion'],
  ['23503', 'foreign-key'],
  ['23001', 'referred'],
  ['23502', 'not-null'],
  ['23514', 'check'],
  ['44000', 'check'],
  // A range whose end is before its beginning.
  ['22000', 'value'],
  ['22001', 'value'],
  ['22003', 'value'],
  ['22007', 'value'],
  ['22008', 'value'],
  ['22009', 'value'],
  ['22021', 'value'],
  [OTHER_LENGTH, 'value'],
  ['22P02', 'value'],
  ['22P03', 'value'],
  ['22P05', 'value'],
  ['22023', 'value'],
  ['22030', 'value'],
  ['22032', 'value'],
  ['P0001', 'raised'],
]);

/** `Key (lower(email), tenant)=(…) already exists.`: what stands in the first parentheses. */
function columnsIn(detail: unknown): readonly string[] | undefined {
  const [, list] = /^Key \(([^=]{1,1000})\)=\(/.exec(driverText(detail) ?? '') ?? [];
  return list?.split(', ').map((name) => name.replace(/^"(.*)"$/, '$1'));
}

/**
 * `unnamed portal parameter $1 = 'x'`, in any language: the context of an error about the value of a parameter. That of an error in a
 * function names the function.
 */
const parameterContext = /^(?:[^"'$]{0,200}\s)?\$(\d{1,5})(?:\s|$)/;

/** Returns where a value is that the database cannot read. */
function placeOfValue(where: unknown): Pick<Violation, 'parameter' | 'isNested'> {
  const context = driverText(where);
  if (context === undefined) return {};
  const [, number] = parameterContext.exec(context) ?? [];
  return number === undefined ? { isNested: true } : { parameter: Number(number) };
}

const postgresMembers = ['code', 'detail', 'column', 'table', 'constraint', 'where'] as const;

/** Returns the constraint that a statement of PostgreSQL or PGlite violated, or undefined. */
export function postgresViolation(error: DriverError): Violation | undefined {
  const { code, detail, column, table, constraint, where } = pickMembers(error, postgresMembers);
  const kind = kinds.get(code);
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
