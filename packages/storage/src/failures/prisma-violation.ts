import { pickMembers } from '@linkage/core/internal';
import { type DriverError, driverText, type Violation } from './violation.ts';

/** By the codes of Prisma. */
const kinds: ReadonlyMap<unknown, Violation['kind']> = new Map<unknown, Violation['kind']>([
  ['P2002', 'unique'],
  ['P2003', 'foreign-key'],
  ['P2004', 'check'],
  ['P2011', 'not-null'],
  ['P2014', 'referred'],
  ...['P2000', 'P2005', 'P2006', 'P2007', 'P2019', 'P2020', 'P2033'].map((code) => [code, 'value'] as const),
]);

function ownOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** Returns the columns that a constraint of an error names, in the forms of Prisma 6 and 7. */
function columnsIn(meta: unknown): readonly string[] | undefined {
  const constraint = ownOf(ownOf(ownOf(meta, 'driverAdapterError'), 'cause'), 'constraint');
  const names = ownOf(constraint, 'fields') ?? ownOf(meta, 'target');
  if (!Array.isArray(names)) return undefined;
  return names.filter((it) => typeof it === 'string').map((name) => name.replace(/^"(.*)"$/, '$1'));
}

/** Returns the constraint that a query of Prisma violated, whatever its database, or undefined. */
export function prismaViolation(error: DriverError): Violation | undefined {
  const { code, meta } = pickMembers(error as DriverError & { readonly meta?: unknown }, ['code', 'meta']);
  const kind = kinds.get(code);
  if (kind === undefined) return undefined;
  const constraint = ownOf(ownOf(ownOf(meta, 'driverAdapterError'), 'cause'), 'constraint');
  return { kind, columns: columnsIn(meta), constraint: driverText(ownOf(constraint, 'index')) };
}
