import { boundedName, problemOf } from '../error/create-error-object.ts';
import { queryCodes } from '../error/error-code.ts';
import { JsonApiError } from '../error/json-api-error.ts';
import { excerpt } from '../internal/excerpt.ts';
import { frozenMap } from '../internal/freeze.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import { show } from '../internal/show.ts';
import type { Extension } from '../media-type/extension.ts';
import type { Api } from '../schema/api.ts';
import type { TypeName } from '../schema/infer.ts';
import { typeNames } from '../schema/resource-type.ts';
import { families } from './families.ts';
import { newFindings, report } from './findings.ts';
import type { Query } from './query.ts';
import type { ReadingSetup } from './query-family.ts';
import { type QueryLimits, queryLimits } from './query-limits.ts';
import { type QueryParameters, queryParameters } from './query-parameters.ts';
import { type Reading, readParameter } from './read-parameter.ts';

/** How query parameters are read. */
export interface ParseQueryOptions<Parameters extends QueryParameters = QueryParameters> {
  /** Bounds on what a query may ask for; those that are not given have defaults. */
  readonly limits?: { readonly [Name in keyof QueryLimits]?: number | undefined } | undefined;
  /** The implementation-specific parameters of the application. Default: none. */
  readonly parameters?: Parameters | undefined;
  /** The extensions that apply to the request: their parameters are let through. Default: none. */
  readonly extensions?: readonly Extension[] | undefined;
}

const optionsTable: OptionTable = optionTable({ limits: 'object', parameters: 'object', extensions: 'array' });
const noParameters: ReadonlyMap<string, string> = frozenMap([]);

/** By what it can do: it may come from another realm. Objects that frameworks make of a query have no functions. */
function isSearchParams(given: unknown): given is URLSearchParams {
  const { size, keys } = (given ?? {}) as Partial<URLSearchParams>;
  return typeof size === 'number' && typeof keys === 'function';
}

function parametersOf(parameters: unknown, most: number): URLSearchParams {
  const given = typeof parameters === 'string' ? new URLSearchParams(parameters) : parameters;
  if (!isSearchParams(given)) {
    const made = typeof given === 'object' && given !== null ? ', such as a framework makes of it' : '';
    throw new TypeError(`parameters is a query string or URLSearchParams, not ${show(given)}${made}.`);
  }
  if (given.size <= most) return given;
  const parameter = boundedName([...given.keys()][most] as string);
  const detail = `A request has at most ${most} query parameters; this one has ${given.size}.`;
  throw new JsonApiError(problemOf(queryCodes, 'PARAMETERS_TOO_MANY', detail, { parameter }));
}

interface AnyQuery {
  [family: string]: unknown;
  parameters: unknown;
  extensionParameters: unknown;
}

/** The members of an empty query. Every query is a copy, so all queries have the same shape. */
const absent: AnyQuery = {
  ...Object.fromEntries(Array.from(families, ([name, family]) => [name, family.absent] as const)),
  parameters: undefined,
  extensionParameters: noParameters,
};

/** Returns the query: a member for each family, and the parameters of applications and extensions. */
/* @__NO_SIDE_EFFECTS__ */
function queryOf({ families: readings, parameters, extensionParameters }: Omit<Reading, 'findings'>): object {
  // Each assignment is to a member that the copy has itself, so no setter of a prototype is called.
  const query = { ...absent };
  readings.forEach((reading, name) => {
    query[name] = reading.finish();
  });
  query.parameters = Object.freeze(parameters);
  if (extensionParameters.size > 0) query.extensionParameters = frozenMap(extensionParameters);
  return Object.freeze(query);
}

/** Creates the query of a request without parameters: the query of any API and any type. */
/* @__NO_SIDE_EFFECTS__ */
export function emptyQuery(): object {
  return queryOf({ families: new Map(), parameters: Object.create(null), extensionParameters: new Map() });
}

/**
 * Reads the query parameters of a request: include, fields, sort, page and filter, checked against an API, and whatever
 * the application and extensions declare.
 *
 * Names are taken as `application/x-www-form-urlencoded` gives them, so brackets may be percent-encoded or not.
 *
 * @param types The type of the primary data, or several for a collection of mixed types.
 * @throws {JsonApiError} 400 with one error per problem, at most `limits.errors`, each naming its parameter.
 * @throws {TypeError} `types` names no type, or one that the API lacks, `parameters` is neither text nor URLSearchParams, a limit is none,
 * or a declared parameter has an illegal name.
 * @see https://jsonapi.org/format/1.1/#query-parameters
 */
export function parseQuery<
  A extends Api,
  Type extends TypeName<A>,
  const Parameters extends QueryParameters = Record<never, never>,
>(
  api: A,
  types: Type | readonly Type[],
  parameters: URLSearchParams | string,
  options: ParseQueryOptions<Parameters> = {},
): Query<A, Type, Parameters> {
  const given = readOptions('parseQuery', options, optionsTable);
  const limits = queryLimits(given.limits);
  const setup: ReadingSetup = {
    api,
    types: typeNames(api, types),
    limits,
    declared: queryParameters(given.parameters),
    extensions: given.extensions ?? [],
  };
  const reading: Reading = {
    families: new Map(),
    parameters: Object.create(null),
    extensionParameters: new Map(),
    findings: newFindings(limits.errors),
  };
  const { findings } = reading;
  const seen = new Set<string>();
  for (const [parameter, value] of parametersOf(parameters, limits.parameters)) {
    if (seen.has(parameter)) {
      report(findings, 'PARAMETER_REPEATED', `"${excerpt(parameter)}" is given more than once.`, parameter);
    } else {
      readParameter(reading, setup, parameter, value);
    }
    seen.add(parameter);
  }
  if (findings.errors.length > 0) throw new JsonApiError(findings.errors);
  return queryOf(reading) as Query<A, Type, Parameters>;
}
