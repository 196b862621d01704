import type { ResourceType } from '@linkage/core';
import { type Awaitable, isObject, ownMember, rejection } from '@linkage/core/internal';
import type { CollectionQuery, SourceCall } from '@linkage/server';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { dialectOf } from '../dialects/dialect-of.ts';
import { violationIn } from '../failures/violation.ts';
import { violationError } from '../failures/violation-error.ts';
import { violationReaderOf } from './raised-errors.ts';
import { type Executor, runInTransaction, runStatement } from './transaction.ts';

/** A function, or a procedure, of PostgreSQL, MariaDB, or MySQL. All names and types are parts of statements: never take them from a request. */
export interface DatabaseFunction {
  /** The name, with its schema if statements need it: `api.close_year`. */
  readonly name: string;
  /** The types of the parameters by their names, as SQL writes them: `{ year: 'integer' }`. In MariaDB and MySQL, in the order of the parameters. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  /** The parameters that a call can omit. */
  readonly optional?: readonly string[] | undefined;
  /** The table of which the first parameter is a row, and the column of the id. */
  readonly row?: { readonly table: string; readonly id: string } | undefined;
  /** Whether the function returns a set. Default: it returns one value. */
  readonly returnsSet?: boolean | undefined;
  /** The column of the id, if the result is to be the ids of the returned rows. Default: the result is the value, or a list of values. */
  readonly ids?: string | undefined;
  /** Whether it is a procedure without parameters that return values. The result is then null. Default: false. */
  readonly isProcedure?: boolean | undefined;
  /** The type to which a value is converted, such as `text` for numbers that JSON does not hold exactly. Default: none. */
  readonly as?: string | undefined;
}

/** The rows that a function can return for one request. */
const MAX_ROWS = 1000;

/** The errors of a function name no fields. */
const noFields = {
  type: { attributes: new Map(), relationships: new Map() } as Pick<ResourceType, 'attributes' | 'relationships'>,
  columnOf: () => undefined,
};

/** Returns values in the order of the parameters, which the database converts. */
function orderedValues({ parameters = {} }: DatabaseFunction, input: object): readonly unknown[] {
  return Object.keys(parameters).map((parameter): unknown => {
    const value = ownMember(input, parameter) ?? null;
    if (typeof value === 'boolean') return Number(value);
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  });
}

/** Returns the call of a function with values in the order of its parameters. It returns one value. */
function orderedStatementOf(definition: DatabaseFunction, input: object): RawBuilder<{ readonly result: string }> {
  const { name, row, returnsSet, ids, as } = definition;
  if (row !== undefined || returnsSet === true || ids !== undefined)
    throw new TypeError(`The function "${name}" receives and returns single values in this database.`);
  const call = sql`${sql.table(name)}(${sql.join(orderedValues(definition, input))})`;
  const value = as === undefined ? call : sql`cast(${call} as char)`;
  // Drivers parse values of JSON, but not strings.
  return sql`select cast(json_extract(json_array(${value}), '$[0]') as char) as \`result\``;
}

function statementOf(
  { name, parameters = {}, row, returnsSet = false, ids, as }: DatabaseFunction,
  input: object,
  id: string | undefined,
): RawBuilder<{ readonly result: string }> {
  const given = Object.entries(parameters).filter(([parameter]) => Object.hasOwn(input, parameter));
  const types = given.map(([parameter, type]) => sql`${sql.id(parameter)} ${sql.raw(type)}`);
  // The database converts the values of JSON to the types of the parameters.
  const values =
    types.length === 0
      ? sql`(select 1) a`
      : sql`jsonb_to_record(${JSON.stringify(input)}::jsonb) a (${sql.join(types)})`;
  const passed = [
    ...(row === undefined ? [] : [sql`t`]),
    ...given.map(([parameter]) => sql`${sql.id(parameter)} => a.${sql.id(parameter)}`),
  ];
  const call = sql`${sql.table(name)}(${sql.join(passed)})`;
  const from =
    row === undefined ? values : sql`${values} join ${sql.table(row.table)} t on t.${sql.id(row.id)} = ${id ?? null}`;
  const cast = (value: RawBuilder<unknown>) => (as === undefined ? value : sql`(${value})::${sql.raw(as)}`);
  if (ids !== undefined)
    return sql`select coalesce(json_agg(q.id), '[]')::text as "result" from (
      select r.${sql.id(ids)}::text as id from ${from} cross join lateral ${call} r where r.${sql.id(ids)} is not null limit ${sql.lit(MAX_ROWS + 1)}) q`;
  if (returnsSet)
    return sql`select coalesce(json_agg(q.value), '[]')::text as "result" from (
      select to_jsonb(${cast(sql`r`)}) as value from ${from} cross join lateral ${call} r limit ${sql.lit(MAX_ROWS + 1)}) q`;
  return sql`select coalesce(to_jsonb(${cast(call)}), 'null')::text as "result" from ${from}`;
}

/** Runs a procedure, whose statements are one transaction. PostgreSQL has no subqueries in its arguments, so their strings are read before. */
async function runProcedure(executor: Executor, definition: DatabaseFunction, input: object): Promise<void> {
  const { name, parameters = {} } = definition;
  if (dialectOf(executor).functionArguments === 'ordered') {
    await sql`call ${sql.table(name)}(${sql.join(orderedValues(definition, input))})`.execute(executor);
    return;
  }
  const given = Object.entries(parameters).filter(([parameter]) => Object.hasOwn(input, parameter));
  const types = given.map(([parameter, type]) => sql`${sql.id(parameter)} ${sql.raw(type)}`);
  const strings = given.map(([parameter]) => sql`${sql.id(parameter)}::text as ${sql.id(parameter)}`);
  const read = sql<
    Readonly<Record<string, unknown>>
  >`select ${sql.join(strings)} from jsonb_to_record(${JSON.stringify(input)}::jsonb) a (${sql.join(types)})`;
  const { rows } = given.length === 0 ? { rows: [] } : await read.execute(executor);
  const passed = given.map(
    ([parameter, type]) => sql`${sql.id(parameter)} => ${rows.at(0)?.[parameter] ?? null}::${sql.raw(type)}`,
  );
  await sql`call ${sql.table(name)}(${sql.join(passed)})`.execute(executor);
}

/**
 * Calls a function or a procedure of the database in the transaction of a call, or in one of its own, with the role of the user. Its errors are those of writes:
 * `raisedErrors` applies.
 *
 * @param input The arguments by the names of the parameters, as values of JSON. Other members are ignored.
 * @param id The id of the row, for a function with `row`.
 * @throws {JsonApiError} 403 if the account must not execute the function, or it returns more than 1,000 rows.
 * @example
 * const total = await callFunction<string>(db, call, { name: 'close_year', parameters: { year: 'integer' } }, { year: 2026 });
 */
export async function callFunction<Result>(
  db: Pick<Kysely<never>, 'getExecutor'>,
  call: SourceCall,
  definition: DatabaseFunction,
  input: object = {},
  id?: string,
): Promise<Result> {
  const { functionArguments } = dialectOf(db as unknown as Executor);
  if (functionArguments === undefined) throw new TypeError('The database does not store functions.');
  const { isProcedure = false } = definition;
  const isOrdered = functionArguments === 'ordered';
  const read = isOrdered ? orderedStatementOf : statementOf;
  const statement = isProcedure ? undefined : read(definition, input, id);
  const run = isProcedure ? runInTransaction : runStatement;
  const rows = await run(db as unknown as Executor, call, async (executor) => {
    try {
      if (statement !== undefined) return (await statement.execute(executor)).rows;
      await runProcedure(executor, definition, input);
      return [];
    } catch (error) {
      const violation = violationIn(error, violationReaderOf(db));
      throw violation === undefined ? error : violationError(violation, noFields, { cause: error });
    }
  });
  const result: unknown = JSON.parse(rows.at(0)?.result ?? 'null');
  if (
    Array.isArray(result) &&
    result.length > MAX_ROWS &&
    (definition.ids !== undefined || definition.returnsSet === true)
  )
    throw rejection('OPERATION_NOT_SUPPORTED.filter', { limit: MAX_ROWS });
  return result as Result;
}

/** Returns the arguments of a function in the query of a request: `filmsOf[year]`, or `filmsOf` alone. Undefined if it has none of them. */
function argumentsOf(
  name: string,
  { parameters = {}, optional = [] }: DatabaseFunction,
  given: Readonly<Record<string, unknown>>,
): object | undefined {
  const named = Object.keys(parameters).flatMap((parameter) => {
    const key = `${name}[${parameter}]`;
    return Object.hasOwn(given, key) && given[key] !== undefined ? [[parameter, given[key]] as const] : [];
  });
  if (named.length === 0 && given[name] !== true) return undefined;
  const missing = Object.keys(parameters).find(
    (parameter) => !optional.includes(parameter) && !named.some(([own]) => own === parameter),
  );
  if (missing === undefined) return Object.fromEntries(named);
  const parameter = `${name}[${missing}]`;
  throw rejection('PARAMETER_INVALID.value', { value: '', name: parameter }, { parameter });
}

/** The part of a source that reads a collection. */
interface Listing<Query, Call, Result> {
  readonly list: (query: Query, call: Call) => Awaitable<Result>;
}

/**
 * Returns a method `list` for which functions of PostgreSQL choose resources: with the query parameter `filmsOf[year]`, a collection contains only the
 * resources whose ids the function returns.
 *
 * @param functions The functions by the names of their parameters in the query, each with `ids`.
 */
export function listOfFunctions<Query extends CollectionQuery, Call extends SourceCall, Result>(
  db: Pick<Kysely<never>, 'getExecutor'>,
  source: Listing<Query, Call, Result>,
  functions: Readonly<Record<string, DatabaseFunction>>,
): (query: Query, call: Call) => Promise<Result> {
  return async (query, call) => {
    const given: unknown = query.parameters;
    const found = [];
    for (const [name, definition] of Object.entries(functions)) {
      const input = isObject(given) ? argumentsOf(name, definition, given) : undefined;
      if (input === undefined) continue;
      const values = await callFunction<readonly string[]>(db, call, definition, input);
      found.push({ field: 'id', operator: 'eq', values } as const);
    }
    return await source.list(found.length === 0 ? query : { ...query, filter: [...query.filter, ...found] }, call);
  };
}
