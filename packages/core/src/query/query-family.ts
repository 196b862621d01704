import type { Extension } from '../media-type/extension.ts';
import type { Api } from '../schema/api.ts';
import type { StandardSchema } from '../schema/standard-schema.ts';
import { type Findings, report } from './findings.ts';
import type { QueryLimits } from './query-limits.ts';
import type { QueryParameterName } from './query-parameter-family.ts';

/** The API, limits and declarations against which a query is read. */
export interface ReadingSetup {
  readonly api: Api;
  readonly types: readonly string[];
  readonly limits: QueryLimits;
  readonly declared: ReadonlyMap<string, StandardSchema>;
  readonly extensions: readonly Extension[];
}

/** One parameter of a request. */
export interface FamilyParameter extends QueryParameterName {
  /** The decoded name as it was sent. */
  readonly parameter: string;
  readonly value: string;
}

/** The parameters of one family in one query. */
export interface FamilyReading<Value> {
  /** Reads a parameter, or reports its errors. Returns false if the name does not fit the family. */
  read(given: FamilyParameter): boolean;
  /** Returns the value of all parameters that were read. */
  finish(): Value;
}

/** A family of query parameters that the specification defines: one member of a query. */
export interface QueryFamily<Value> {
  /** How its parameters look, as error messages list them. */
  readonly form: string;
  /** The value of a query without a parameter of the family. */
  readonly absent: Value;
  /** Begins to read. Called for the first parameter of the family in a query. */
  start(setup: ReadingSetup, findings: Findings): FamilyReading<Value>;
}

/** Reports a family that looks at fields of one type, if the primary data has several. Returns whether it has. */
export function isMixed(
  { types }: ReadingSetup,
  findings: Findings,
  code: 'SORT_NOT_SUPPORTED' | 'FILTER_NOT_SUPPORTED',
  parameter: string,
): boolean {
  if (types.length <= 1) return false;
  report(findings, code, 'A collection of several resource types can be neither sorted nor filtered.', parameter);
  return true;
}
