import { type ErrorObject, JsonApiError } from '@linkage/core';
import { type Awaitable, errorOf, orElse } from '@linkage/core/internal';
import { columnKinds } from '../columns/column-kinds.ts';
import type { Violation } from '../failures/violation.ts';
import { type Key, partsOf } from '../mapping/key.ts';
import type { Table } from '../mapping/table.ts';
import { recordFailure } from './failed-statement.ts';
import { errorOfViolation, type Reporting, violationOf } from './violation.ts';

/** A statement that writes. */
export interface WriteStatement<Result> {
  readonly execute: () => Awaitable<Result>;
  readonly compile: () => { readonly parameters: readonly unknown[] };
}

type Values = Readonly<Record<string, unknown>>;

/** The values of a statement by their origin. */
export interface StatementValues {
  /** The values of columns that the request document contains. */
  readonly sent: Values;
  /** The values of columns that the mapping determines. */
  readonly own: Values;
  /** The ids of resources that the statement looks for. */
  readonly keys: readonly Key[];
  /** The ids of linkage. */
  readonly linkage: readonly Key[];
}

/** Returns the values of a statement that contains only ids. */
export function onlyKeys(keys: readonly Key[], linkage: readonly Key[] = []): StatementValues {
  return { sent: {}, own: {}, keys, linkage };
}

function isParameterOf(values: readonly unknown[], parameter: unknown): boolean {
  const own: readonly unknown[] = Array.isArray(parameter) && !values.includes(parameter) ? parameter : [parameter];
  return own.length > 0 && own.every((value) => values.includes(value));
}

/** The length in `value too long for type character varying(10)`. */
function lengthIn(message: string): number {
  const length = Number(message.slice(message.lastIndexOf('(') + 1, -1));
  return Number.isInteger(length) ? length : 0;
}

/** Whether a value can cause an error that names neither a column nor a parameter: a string that is too long, or a number out of range. */
function canFail(value: unknown, length: number, isOtherLength: boolean): boolean {
  if (typeof value === 'string') return isOtherLength ? value.length !== length : value.length > length;
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof Uint8Array;
}

/** Whether a column can cause such an error: of a string if the message has a length, and of a number otherwise. */
function isConcerned({ columns, dialect }: Table, name: string, length: number): boolean {
  const kind = [...columns.values()].find((column) => column.name === name)?.type?.kind ?? 'other';
  if (kind === 'other' || dialect.values.isLoose) return true;
  return length > 0 ? columnKinds[kind].isText : columnKinds[kind].numbers === 'all';
}

/**
 * Returns the columns whose values a statement cannot write, if the client sent one of them. Undefined for values of the server, and those that cannot
 * be assigned to either. A column whose type is known can have become narrower.
 */
function failedColumns(
  table: Table,
  { parameter, columns, isNested, isOtherLength = false }: Violation,
  { sent, own }: StatementValues,
  message: string,
  parameters: () => readonly unknown[],
): readonly string[] | undefined {
  const namesOf = (canCause: (value: unknown, name: string) => boolean): readonly string[] =>
    Object.entries(sent).flatMap(([name, value]) => (canCause(value, name) ? [name] : []));
  if (parameter !== undefined) {
    const failed = parameters().at(parameter - 1);
    return isParameterOf(Object.values(sent), failed) ? namesOf((value) => isParameterOf([value], failed)) : undefined;
  }
  if (isNested === true) return undefined;
  if (columns !== undefined) return columns.some((name) => Object.hasOwn(sent, name)) ? columns : undefined;
  const length = lengthIn(message);
  if (Object.values(own).some((value) => canFail(value, length, isOtherLength))) return undefined;
  const found = namesOf((value, name) => isConcerned(table, name, length) && canFail(value, length, isOtherLength));
  return found.length === 0 ? undefined : found;
}

/** Whether linkage of the request violates a foreign key. Databases that do not name its columns have it in values of the request. */
function isSentLinkage({ columns }: Violation, { sent, own, linkage }: StatementValues): boolean {
  if (columns !== undefined) return columns.some((name) => !Object.hasOwn(own, name));
  const isSet = (value: unknown): boolean => value !== null && value !== undefined;
  return linkage.length > 0 || Object.values(sent).some(isSet);
}

/** Returns the violation with the column that caused it, if the request did. */
function violationOfClient(
  table: Table,
  violation: Violation,
  values: StatementValues,
  error: unknown,
  parameters: () => readonly unknown[],
): Violation | undefined {
  if (violation.kind !== 'value')
    return violation.kind !== 'foreign-key' || isSentLinkage(violation, values) ? violation : undefined;
  const columns = failedColumns(table, violation, values, error instanceof Error ? error.message : '', parameters);
  return columns && { ...violation, columns };
}

/** Returns the error for an id of the request that the database cannot read: no resource has it. */
function unreadableKey(
  { kind, parameter }: Violation,
  { keys, linkage }: StatementValues,
  parameters: () => readonly unknown[],
): ErrorObject | undefined {
  if (kind !== 'value' || parameter === undefined) return undefined;
  const value = parameters().at(parameter - 1);
  if (isParameterOf(keys.flatMap(partsOf), value)) return errorOf('NOT_FOUND.id', {});
  return isParameterOf(linkage.flatMap(partsOf), value)
    ? errorOf('RELATED_RESOURCE_NOT_FOUND.document', {})
    : undefined;
}

/**
 * Executes a statement that looks for the row of an id in the request.
 *
 * @throws {JsonApiError} 404 if the database cannot read the id.
 */
export function executeWithId<Result>(
  table: Table,
  key: Key,
  statement: Pick<WriteStatement<unknown>, 'compile'>,
  execute: () => Awaitable<Result>,
): Awaitable<Result> {
  return orElse(execute, (error) => {
    const { parameters } = statement.compile();
    recordFailure(error, parameters);
    const violation = violationOf(table, error);
    const unreadable = violation && unreadableKey(violation, onlyKeys([key]), () => parameters);
    throw unreadable === undefined ? error : new JsonApiError(unreadable, { cause: error });
  });
}

/**
 * Executes a statement of a write. If the statement violates a constraint because of the data of the request, throws a `JsonApiError`. A
 * fault of the server, such as a value of the mapping that a column cannot store, remains as it is.
 */
function executeWrite<Result>(
  statement: WriteStatement<Result>,
  reporting: Reporting,
  values: StatementValues,
): Awaitable<Result> {
  const fail = (error: unknown): never => {
    const parameters = () => statement.compile().parameters;
    recordFailure(error, parameters());
    const violation = violationOf(reporting.table, error);
    if (violation === undefined) throw error;
    const unreadable = unreadableKey(violation, values, parameters);
    if (unreadable !== undefined) throw new JsonApiError(unreadable, { cause: error });
    const ofClient = violationOfClient(reporting.table, violation, values, error, parameters);
    throw ofClient === undefined ? error : errorOfViolation(ofClient, reporting, error);
  };
  return orElse(() => statement.execute(), fail);
}

/** Executes a statement of a write, and converts its violations to errors for the client. */
export type Execute = <Result>(
  statement: WriteStatement<Result>,
  values: StatementValues,
  changed?: Pick<Reporting, 'relationship' | 'written'>,
) => Awaitable<Result>;

/** Returns how the statements of a write are executed. Only errors of these statements can be errors of the client. */
export function executeOf(reporting: Reporting): Execute {
  return (statement, values, changed) => executeWrite(statement, { ...reporting, ...changed }, values);
}
