import {
  type ErrorObject,
  type FilterCondition,
  JsonApiError,
  type RelationshipDefinition,
  type SortField,
} from '@linkage/core';
import {
  type Awaitable,
  baseNameOf,
  type IncludeNode,
  type IncludePlan,
  parseQueryParameterName,
} from '@linkage/core/internal';

/** The base name of the parameters. It contains a capital letter, because the specification reserves all other names. */
export const RELATED_QUERY = 'relatedQuery';

/** The query of the members of an included relationship: a part of that of the URL of its related resources. */
export interface MembersQuery {
  readonly filter: readonly FilterCondition[];
  readonly sort: readonly SortField[];
  /** Whether there is a filter or an order: records contain all members, in any order. */
  readonly isSelective: boolean;
  /** The number of members that each resource shows. */
  readonly size: number;
  /** The parameters of this query at the URL of the related resources. */
  readonly parameters: readonly PathParameter[];
  /** Throws an error about this query. Its parameters have the names that they have in the request. */
  readonly fail: (reason: unknown) => never;
}

/** The queries of the members of included relationships in a request. */
export interface RelatedQueries {
  readonly of: ReadonlyMap<RelationshipDefinition, MembersQuery>;
  /** Returns the parameters about relationships behind a node, for a URL whose paths begin with the relationship in front of the node. */
  readonly behind: (node: IncludeNode) => readonly Omit<PathParameter, 'parameter'>[];
}

/** How a profile reads the parameters. A server without the profile does not load it. */
export interface RelatedQueriesReader {
  /** Divides the parameters of a request into those about included relationships, and all others. */
  readonly divide: (parameters: URLSearchParams) => {
    readonly byPath: ParametersByPath;
    readonly others: URLSearchParams;
  };
  /** Reads what a request asks of the members of included relationships. */
  readonly read: (
    operation: never,
    query: { readonly plan: IncludePlan | undefined },
    byPath: ParametersByPath,
    primary: string | undefined,
  ) => Awaitable<RelatedQueries>;
}

/** A parameter of the query of one path: by its name in the request, and by its name at the URL of the related resources. */
export interface PathParameter {
  readonly parameter: string;
  readonly name: string;
  readonly value: string;
}

/** The parameters about included relationships, by path. */
export type ParametersByPath = ReadonlyMap<string, readonly PathParameter[]>;

const families: ReadonlySet<string | undefined> = new Set(['filter', 'sort', 'page']);

/** Whether a parameter of the URL of related resources is part of the query of members. */
export const isOfMembers = (parameter: string): boolean => families.has(baseNameOf(parameter));

/** Divides the parameters of a request into those about included relationships, and all others. */
export function divideParameters(parameters: URLSearchParams): {
  readonly byPath: ParametersByPath;
  readonly others: URLSearchParams;
} {
  const byPath = new Map<string, PathParameter[]>();
  const others = new URLSearchParams();
  for (const [parameter, value] of parameters) {
    const { baseName, brackets } = parseQueryParameterName(parameter) ?? { baseName: '', brackets: [] };
    const [path = '', family, ...rest] = brackets;
    if (baseName !== RELATED_QUERY || !families.has(family)) {
      others.append(parameter, value);
      continue;
    }
    const ofPath = byPath.get(path) ?? [];
    byPath.set(path, ofPath);
    ofPath.push({ parameter, name: family + rest.map((name) => `[${name}]`).join(''), value });
  }
  return { byPath, others };
}

/** Returns the name of a parameter about the members at a path, from its name at their URL. */
export function parameterOf(path: string, name: string): string {
  const base = baseNameOf(name);
  return `${RELATED_QUERY}[${path}][${base}]${name.slice(base.length)}`;
}

/**
 * Throws an error about the query of a path. Its parameters have the names that they have in the request.
 *
 * @throws {unknown} The error.
 */
export function throwNamed(given: readonly PathParameter[], reason: unknown): never {
  if (!JsonApiError.is(reason) || reason.status !== 400) throw reason;
  const errors = reason.errors.map((error): ErrorObject => {
    const { parameter = '' } = error.source ?? {};
    const family = baseNameOf(parameter);
    if (!families.has(family)) return error;
    // An error about a whole family names one of its parameters.
    const ofFamily =
      given.find(({ name }) => name === parameter) ?? given.find(({ name }) => baseNameOf(name) === family);
    return ofFamily === undefined ? error : { ...error, source: { parameter: ofFamily.parameter } };
  });
  throw new JsonApiError(errors);
}
