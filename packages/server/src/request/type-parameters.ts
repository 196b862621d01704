import { type Api, defineQueryParameters, type QueryParameters } from '@linkage/core';
import { checkKind } from '@linkage/core/internal';
import { readByType } from '../internal/read-by-type.ts';
import { assertNotContainer } from '../internal/read-settings.ts';

/**
 * Reads the query parameters of each type.
 *
 * @throws {TypeError} If a type is unknown, its parameters are not an object, or the name of a parameter is reserved or declared for all types.
 */
export function readTypeParameters(
  api: Api,
  given: object | undefined,
  ofAll: QueryParameters,
): ReadonlyMap<string, QueryParameters> {
  const where = 'createServer: typeParameters';
  const read = new Map<string, QueryParameters>();
  for (const [type, parameters] of readByType<QueryParameters>(api, where, given)) {
    checkKind(where, type, 'object', parameters);
    assertNotContainer(`${where}.${type}`, parameters);
    const twice = Object.keys(parameters).find((name) => Object.hasOwn(ofAll, name));
    if (twice !== undefined)
      throw new TypeError(`${where}.${type}: \`parameters\` already declares \`${twice}\` for all types.`);
    read.set(type, defineQueryParameters(parameters));
  }
  return read;
}

/** The parameters of lists of types. `parseQuery` checks each object once. */
const known: WeakMap<QueryParameters, Map<string, QueryParameters>> = new WeakMap();

/** Returns the parameters of a URL whose primary data has these types: those of all types, and those that each type has. */
export function parametersOf(
  queryParameters: QueryParameters,
  typeParameters: ReadonlyMap<string, QueryParameters>,
  types: readonly string[],
): QueryParameters {
  const [first = '', ...others] = types;
  const ofFirst = typeParameters.get(first);
  if (ofFirst === undefined) return queryParameters;
  const ofTypes = known.get(queryParameters) ?? new Map<string, QueryParameters>();
  known.set(queryParameters, ofTypes);
  const key = types.join(' ');
  const cached = ofTypes.get(key);
  if (cached !== undefined) return cached;
  const common = Object.entries(ofFirst).filter(([name, schema]) =>
    others.every((type) => typeParameters.get(type)?.[name] === schema),
  );
  const parameters = Object.freeze({ ...queryParameters, ...Object.fromEntries(common) });
  ofTypes.set(key, parameters);
  return parameters;
}
