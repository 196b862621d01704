import type { Api, ErrorObject, StoredAttributeName, StoredRelationshipName, TypeName } from '@linkage/core';
import { hasOwn } from '@linkage/core/internal';
import type { Violation } from './violation.ts';

/** The error for clients when a write violates a constraint. */
export interface ConstraintError<Field extends string = string> {
  readonly detail: string;
  /** A code of your own. Default: that of the kind of constraint, such as `CONSTRAINT_VIOLATED`. */
  readonly code?: string | undefined;
  /** The field to which the error points, if the request contains it. Default: the only field of the constraint that the request contains. */
  readonly field?: Field | undefined;
}

/** The errors of constraints by name: `detail`, or an object. */
export type ConstraintErrors<A extends Api, Type extends TypeName<A>> = Readonly<
  Record<string, string | ConstraintError<StoredAttributeName<A, Type> | StoredRelationshipName<A, Type>>>
>;

/** The constraints of a table that was written. */
export interface DeclaredConstraints {
  /** The columns of each constraint of the table, for databases that name only the constraint, or only the columns. */
  readonly constraints?: ReadonlyMap<string, readonly string[]> | undefined;
  /** The errors that the application has declared, by the names of constraints. */
  readonly declared?: ReadonlyMap<string, ConstraintError> | undefined;
}

/** The targets of the pointers of errors. */
interface Sent {
  readonly sent?: Readonly<Record<'attributes' | 'relationships', object>> | undefined;
  readonly readable?: ReadonlySet<string> | undefined;
}

/** Returns the name of a violated constraint. SQLite names only the columns of a unique one. */
function nameOf({ constraints }: DeclaredConstraints, { constraint, columns, kind }: Violation): string | undefined {
  if (constraint !== undefined || kind !== 'unique' || columns === undefined) return constraint;
  const sorted = (names: readonly string[]): string => JSON.stringify(names.map((it) => it.toLowerCase()).sort());
  const named = [...(constraints ?? [])].filter(([, own]) => sorted(own) === sorted(columns));
  return named.find(([name]) => !name.startsWith('sqlite_'))?.[0];
}

/** Returns the error that the application has declared for a constraint; undefined if it has not. */
export function declaredError(
  write: DeclaredConstraints & Sent,
  violation: Violation,
  plain: ErrorObject,
): ErrorObject | undefined {
  const name = write.declared === undefined ? undefined : nameOf(write, violation);
  const own = name === undefined ? undefined : write.declared?.get(name);
  if (own === undefined) return undefined;
  const { detail, code = plain.code, field = '' } = own;
  const { sent = { attributes: {}, relationships: {} }, readable } = write;
  const members = (['attributes', 'relationships'] as const).filter((it) => hasOwn(sent[it], field));
  const [member] = readable?.has(field) === false ? [] : members;
  const source = member === undefined ? plain.source : { pointer: `/data/${member}/${field}` };
  return Object.freeze({
    ...plain,
    ...(code !== undefined && { code }),
    detail,
    ...(source !== undefined && { source }),
  });
}
