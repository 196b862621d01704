import { truncate } from '../internal/describe-value.ts';
import { oncePer } from '../internal/once-per.ts';
import { isAsynchronous, isSchema } from '../schema/asynchronous-schema.ts';
import type { StandardSchema } from '../schema/standard-schema.ts';
import { readValue, readWord } from './filter-value.ts';
import { type QueryErrors, report } from './query-errors.ts';
import { isApplicationParameter, parseQueryParameterName } from './query-parameter-family.ts';

/**
 * Implementation-specific query parameters by full name, such as `dryRun` or `geoBox[north]`, or by family: `geoBox[*]` is any
 * parameter with one name in brackets. The value is a schema.
 */
export interface QueryParameters {
  readonly [name: string]: StandardSchema;
}

const none: ReadonlyMap<string, StandardSchema> = new Map();

/** The end of the declared name of a family. It is not a valid name in brackets. */
const FAMILY = '[*]';

/** Returns the schema of a parameter: by its full name, or by its family. */
export function schemaOf(declared: ReadonlyMap<string, StandardSchema>, parameter: string): StandardSchema | undefined {
  // The name in brackets is not a name of a member, so a request cannot contain it.
  if (parameter.endsWith(FAMILY)) return undefined;
  const own = declared.get(parameter);
  if (own !== undefined || declared.size === 0) return own;
  const name = parseQueryParameterName(parameter);
  return name?.brackets.length === 1 ? declared.get(name.baseName + FAMILY) : undefined;
}

function checkParameter(name: string, schema: StandardSchema): void {
  if (!isApplicationParameter(name.endsWith(FAMILY) ? name.slice(0, -FAMILY.length) : name)) {
    throw new TypeError(
      `${JSON.stringify(name)} is not a valid name for a query parameter of an application: it must begin with a member name that ` +
        'contains a character other than a-z, such as `dryRun`, because the specification reserves names of a-z.',
    );
  }
  if (!isSchema(schema)) {
    throw new TypeError(`defineQueryParameters: \`${name}\` must be a Standard Schema, such as \`z.string()\`.`);
  }
  if (isAsynchronous(schema))
    throw new TypeError(
      `defineQueryParameters: the schema of \`${name}\` must be synchronous, but it is asynchronous.`,
    );
}

const checkedParameters = oncePer((declared: QueryParameters): ReadonlyMap<string, StandardSchema> => {
  const parameters = new Map(Object.entries(declared));
  for (const [name, schema] of parameters) checkParameter(name, schema);
  return parameters;
});

/** Returns the declared parameters by name. Checks each declaration once. */
export function queryParameters(declared: QueryParameters | undefined): ReadonlyMap<string, StandardSchema> {
  return declared === undefined ? none : checkedParameters(declared);
}

/**
 * Declares the query parameters of an application, besides those of the specification. The schema validates the text,
 * or the number, boolean, or date that the text represents.
 *
 * @throws {TypeError} If the specification reserves a name, or a parameter does not have a schema.
 * @see https://jsonapi.org/format/1.1/#query-parameters-custom
 * @example
 * const parameters = defineQueryParameters({ dryRun: z.boolean(), 'geoBox[north]': z.number() });
 */
export function defineQueryParameters<const Parameters extends QueryParameters>(declared: Parameters): Parameters {
  const parameters = Object.freeze({ ...declared });
  queryParameters(parameters);
  return parameters;
}

/** Parses one declared parameter. Reports an error and returns undefined if its schema rejects the value. */
export function parseParameter(
  parameter: string,
  schema: StandardSchema,
  text: string,
  errors: QueryErrors,
): { readonly value: unknown } | undefined {
  const read = readValue(parameter, schema, readWord(text));
  if (read !== undefined) return read;
  const values = { value: truncate(text), name: truncate(parameter) };
  return report(errors, 'PARAMETER_INVALID.value', values, parameter);
}
