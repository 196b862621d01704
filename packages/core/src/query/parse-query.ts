import { queryErrors } from '../error/chapters/query-errors.ts';
import { truncateName } from '../error/create-error-object.ts';
import { errorIn, JsonApiError } from '../error/json-api-error.ts';
import { describeValue, truncate } from '../internal/describe-value.ts';
import { frozenMap } from '../internal/freeze.ts';
import { type OptionTable, optionTable, readOptional } from '../internal/options.ts';
import type { Extension } from '../media-type/extension.ts';
import type { Api } from '../schema/api.ts';
import type { TypeName } from '../schema/infer.ts';
import { typeNames } from '../schema/resource-type.ts';
import type { ErrorObject } from '../spec/document/error-object.ts';
import { families } from './families.ts';
import type { FilterLanguage } from './filter-language.ts';
import type { Query } from './query.ts';
import { createQueryErrors, report } from './query-errors.ts';
import type { QuerySetup, UrlKind } from './query-family.ts';
import { type QueryLimits, queryLimits } from './query-limits.ts';
import { type QueryParameters, queryParameters } from './query-parameters.ts';
import { type QueryDraft, readParameter } from './read-parameter.ts';

/** Options of `parseQuery`. */
export interface ParseQueryOptions<Parameters extends QueryParameters = QueryParameters> {
  /** Limits of the query. A limit that is not set has its default. */
  readonly limits?: { readonly [Name in keyof QueryLimits]?: number | undefined } | undefined;
  /** The implementation-specific parameters of the application. Default: none. */
  readonly parameters?: Parameters | undefined;
  /** The extensions that apply to the request. Their parameters are accepted. Default: none. */
  readonly extensions?: readonly Extension[] | undefined;
  /** Reads the `filter` parameters in another language. Default: the language of this library. */
  readonly filterLanguage?: FilterLanguage | undefined;
}

const optionsTable: OptionTable = optionTable(
  { limits: 'object', parameters: 'object', extensions: 'array', filterLanguage: 'function' },
  'option',
  () => ({ limits: undefined, parameters: undefined, extensions: undefined, filterLanguage: undefined }),
);
const noParameters: ReadonlyMap<string, string> = frozenMap([]);

/**
 * Checks the methods instead of the class, because the object can come from another realm. Parsed queries of frameworks
 * are objects without methods.
 */
function isSearchParams(search: unknown): search is URLSearchParams {
  const { size, keys } = (search ?? {}) as Partial<URLSearchParams>;
  return typeof size === 'number' && typeof keys === 'function';
}

function parametersOf(where: string, parameters: unknown, maxParameters: number): URLSearchParams {
  const search = typeof parameters === 'string' ? new URLSearchParams(parameters) : parameters;
  if (!isSearchParams(search) || (typeof parameters === 'string' && /^(\w+:)?\//.test(parameters))) {
    throw new TypeError(
      `${where}: \`parameters\` must be a query string or URLSearchParams, not a parsed query: it is ${describeValue(parameters)}.`,
    );
  }
  if (search.size <= maxParameters) return search;
  const parameter = truncateName([...search.keys()][maxParameters] as string);
  const values = { limit: maxParameters, count: search.size };
  throw new JsonApiError(errorIn(queryErrors, 'PARAMETERS_TOO_MANY.limit', values, { parameter }));
}

/** Whether a parameter can be repeated: only a list such as `filter[id][]`, for a filter language of the application. */
function isRepeatable(parameter: string, { filterLanguage }: QuerySetup): boolean {
  return filterLanguage !== undefined && parameter.startsWith('filter[') && parameter.endsWith('[]');
}

interface AnyQuery {
  [family: string]: unknown;
  parameters: unknown;
  extensionParameters: unknown;
}

/** A query without parameters. Each query starts as a copy, so all queries have the same shape. */
const absent: AnyQuery = {
  ...Object.fromEntries(Array.from(families, ([name, family]) => [name, family.absent] as const)),
  parameters: Object.freeze(Object.create(null)),
  extensionParameters: noParameters,
};

/** Returns the query of a draft: a member for each family, and the parameters of applications and extensions. */
/* @__NO_SIDE_EFFECTS__ */
function queryOf({ families: readings, parameters, extensionParameters }: Omit<QueryDraft, 'errors'>): object {
  // Each assignment is to a member that the copy has itself, so no setter of a prototype is called.
  const query = { ...absent };
  readings.forEach((reading, name) => {
    query[name] = reading.finish();
  });
  if (parameters !== undefined) query.parameters = Object.freeze(parameters);
  if (extensionParameters.size > 0) query.extensionParameters = frozenMap(extensionParameters);
  return Object.freeze(query);
}

/** Creates the query of a request without parameters: the query of any API and any type. */
/* @__NO_SIDE_EFFECTS__ */
export function emptyQuery(): object {
  return queryOf({ families: new Map(), parameters: undefined, extensionParameters: new Map() });
}

/** Returns errors in the order of the parameters. */
function inOrderOf(errors: readonly ErrorObject[], parameters: Iterable<string>): readonly ErrorObject[] {
  const positions = new Map(Array.from(parameters, (name, index) => [truncateName(name), index] as const).reverse());
  const positionOf = ({ source }: ErrorObject): number => positions.get(source?.parameter ?? '') ?? 0;
  return [...errors].sort((left, right) => positionOf(left) - positionOf(right));
}

/**
 * Parses the query parameters of a request: include, fields, sort, page, filter, and the parameters that the
 * application and extensions declare. Checks them against an API. Reads names as `application/x-www-form-urlencoded`,
 * so brackets can be percent-encoded or not.
 *
 * @param types The type of the primary data, or several types for a collection of mixed types.
 * @throws {JsonApiError} 400 with one error object for each error, at most `limits.errors`. Each names its parameter.
 * @param parameters The query of the URL: `url.searchParams`, or its text, such as `url.search`. Not a whole URL, whose path
 * would be a parameter.
 * @throws {TypeError} If `types` is empty or contains an unknown type, `parameters` is neither a query string nor
 * URLSearchParams, a limit is invalid, or a declared parameter has an invalid name.
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
  options?: ParseQueryOptions<Parameters>,
): Query<A, Type, Parameters> {
  const read = parseQueryOf('parseQuery', undefined, api, typeNames(api, types), parameters, options);
  return read as Query<A, Type, Parameters>;
}

/**
 * Parses the query of a kind of URL.
 *
 * @param where The name of the function, for the errors of a wrong call.
 */
export function parseQueryOf(
  where: string,
  kind: UrlKind | undefined,
  api: Api,
  types: readonly string[],
  parameters: URLSearchParams | string,
  options: ParseQueryOptions | undefined,
): object {
  const checked = readOptional(where, options, optionsTable);
  const limits = queryLimits(checked.limits);
  const setup: QuerySetup = {
    api,
    types,
    kind,
    limits,
    declared: queryParameters(checked.parameters),
    extensions: checked.extensions ?? [],
    filterLanguage: checked.filterLanguage,
  };
  const draft: QueryDraft = {
    families: new Map(),
    parameters: undefined,
    extensionParameters: new Map(),
    errors: createQueryErrors(limits.errors),
  };
  const { errors } = draft;
  const seen = new Set<string>();
  for (const [parameter, value] of parametersOf(where, parameters, limits.parameters)) {
    if (seen.has(parameter) && !isRepeatable(parameter, setup)) {
      report(errors, 'PARAMETER_REPEATED.repeated', { parameter: truncate(parameter) }, parameter);
    } else {
      readParameter(draft, setup, parameter, value);
    }
    seen.add(parameter);
  }
  // Some families are read as a whole, and report their errors then.
  const query = queryOf(draft);
  if (errors.errors.length > 0) throw new JsonApiError(inOrderOf(errors.errors, seen));
  return query;
}
