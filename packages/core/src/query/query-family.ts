import type { Extension } from '../media-type/extension.ts';
import type { Api, ResourceType } from '../schema/api.ts';
import { resourceType } from '../schema/resource-type.ts';
import type { StandardSchema } from '../schema/standard-schema.ts';
import type { ErrorObject } from '../spec/document/error-object.ts';
import type { FilterLanguage } from './filter-language.ts';
import { type QueryErrors, report } from './query-errors.ts';
import type { QueryLimits } from './query-limits.ts';
import type { QueryParameterName } from './query-parameter-family.ts';

/** How the query of a URL differs from that of a collection. */
export interface UrlKind {
  /** Whether the URL takes a family. */
  takes(baseName: string): boolean;
  /** Returns the error for a parameter of a family that the URL does not take. */
  rejection(parameter: string): ErrorObject;
  /** The types at which relationship paths begin. Undefined for the types of the primary data. */
  readonly pathTypes?: readonly string[] | undefined;
  /** The type whose fields `sort` and `filter` name, if the primary data has several types. Undefined if it has no such fields. */
  readonly common?: ResourceType | undefined;
  /** Returns the error for relationship paths that do not begin where the URL requires. */
  wrongPaths?(paths: readonly string[]): ErrorObject | undefined;
}

/** The inputs that are the same for all parameters of a query. */
export interface QuerySetup {
  readonly api: Api;
  readonly types: readonly string[];
  /** Undefined for a collection. */
  readonly kind: UrlKind | undefined;
  readonly limits: QueryLimits;
  readonly declared: ReadonlyMap<string, StandardSchema>;
  readonly extensions: readonly Extension[];
  /** Undefined for the language of this library. */
  readonly filterLanguage: FilterLanguage | undefined;
}

/** One parameter of a request. */
export interface FamilyParameter extends QueryParameterName {
  /** The decoded name. */
  readonly parameter: string;
  readonly value: string;
}

/** The parameters of one family in one query. */
export interface FamilyReading<Value> {
  /** Parses a parameter, or reports its errors. Returns false if the name does not match the family. */
  read(familyParameter: FamilyParameter): boolean;
  /** Returns the value of all parameters that were parsed. */
  finish(): Value;
}

/** A family of query parameters that the specification defines: one member of a query. */
export interface QueryFamily<Value> {
  /** The form of its parameters, for error messages. */
  readonly form: string;
  /** The value of a query without a parameter of the family. */
  readonly absent: Value;
  /** Starts to parse. Called for the first parameter of the family in a query. */
  start(setup: QuerySetup, errors: QueryErrors): FamilyReading<Value>;
}

/** Returns the type whose fields `sort` and `filter` name. */
export function comparedType({ api, types, kind }: QuerySetup): ResourceType {
  return kind?.common ?? resourceType(api, types[0] as string);
}

/** Reports an error if the primary data can have several types without common fields. Returns whether it can. */
export function isMixed(
  { types, kind }: QuerySetup,
  errors: QueryErrors,
  code: 'SORT_NOT_SUPPORTED' | 'FILTER_NOT_SUPPORTED',
  parameter: string,
): boolean {
  if (types.length <= 1 || kind?.common !== undefined) return false;
  report(errors, `${code}.severalTypes`, {}, parameter);
  return true;
}
