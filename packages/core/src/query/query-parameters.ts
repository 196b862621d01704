import { excerpt } from '../internal/excerpt.ts';
import type { StandardSchema } from '../schema/standard-schema.ts';
import { readValue, readWord } from './filter-value.ts';
import { type Findings, report } from './findings.ts';
import { isApplicationParameter } from './query-parameter-family.ts';

/** Implementation-specific query parameters by full name, such as `dryRun` or `geoBox[north]`, each with the schema of its value. */
export interface QueryParameters {
  readonly [name: string]: StandardSchema;
}

const checked: WeakMap<QueryParameters, ReadonlyMap<string, StandardSchema>> = new WeakMap();
const none: ReadonlyMap<string, StandardSchema> = new Map();

function checkParameter(name: string, schema: StandardSchema): void {
  if (!isApplicationParameter(name)) {
    throw new TypeError(
      `${JSON.stringify(name)} is no legal name for a query parameter of an application: it starts with a member name that ` +
        'has a character other than a-z, such as "dryRun"; names of a-z alone are those of the specification.',
    );
  }
  if (typeof schema?.['~standard']?.validate !== 'function') {
    throw new TypeError(`${name}: a query parameter is declared with a Standard Schema, such as z.string().`);
  }
}

/** The declared parameters by name; checked once for each declaration. */
export function queryParameters(declared: QueryParameters | undefined): ReadonlyMap<string, StandardSchema> {
  if (declared === undefined) return none;
  const known = checked.get(declared);
  if (known !== undefined) return known;
  const parameters = new Map(Object.entries(declared));
  for (const [name, schema] of parameters) checkParameter(name, schema);
  checked.set(declared, parameters);
  return parameters;
}

/**
 * Declares the query parameters of an application besides those of the specification. Values go through their schema as
 * text, or as the number, boolean or date that the text spells.
 *
 * @throws {TypeError} A name is not one that the specification leaves to implementations, or has no schema.
 * @see https://jsonapi.org/format/1.1/#query-parameters-custom
 * @example
 * const parameters = defineQueryParameters({ dryRun: z.boolean(), 'geoBox[north]': z.number() });
 */
export function defineQueryParameters<const Parameters extends QueryParameters>(declared: Parameters): Parameters {
  const parameters = Object.freeze({ ...declared });
  queryParameters(parameters);
  return parameters;
}

/** Reads one declared parameter; undefined when its schema refuses the value. */
export function parseParameter(
  parameter: string,
  schema: StandardSchema,
  text: string,
  findings: Findings,
): { readonly value: unknown } | undefined {
  const read = readValue(parameter, schema, readWord(text));
  if (read !== undefined) return read;
  const detail = `"${excerpt(text)}" is no value that the parameter "${excerpt(parameter)}" can have.`;
  return report(findings, 'PARAMETER_INVALID', detail, parameter);
}
