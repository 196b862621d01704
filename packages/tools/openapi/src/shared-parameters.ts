import type { JsonSchema } from '@linkage/core';
import type { Reference, Setup } from './setup.ts';

/** A parameter of a document. */
export interface ParameterObject {
  readonly name: string;
  readonly [member: string]: unknown;
}

/** Returns a query parameter. Lists are separated by commas. */
export function queryParameter(name: string, schema: JsonSchema, description?: string): ParameterObject {
  const isList = typeof schema === 'object' && schema['type'] === 'array';
  return {
    name,
    in: 'query',
    ...(description === undefined ? {} : { description }),
    ...(isList ? { style: 'form', explode: false } : {}),
    schema,
  };
}

/**
 * Returns several query parameters as one parameter: an object, whose members have the names of the parameters. This is
 * the form that a document needs for many names, or for names that it does not list.
 */
export function queryParameters(name: string, schema: object, description?: string): ParameterObject {
  return {
    ...{ name, in: 'query' },
    ...(description === undefined ? {} : { description }),
    ...{ style: 'form', explode: true },
    schema: { type: 'object', ...schema },
  };
}

/** Returns a schema of parameters in brackets with any name: `geoBox[north]` for `geoBox`. */
export function bracketsOf(name: string, value: JsonSchema): object {
  return { patternProperties: { [`^${name.replaceAll(/[^A-Za-z0-9]/g, '\\$&')}\\[`]: value } };
}

/** Adds a parameter to the components, or returns the reference to an equal one. */
export function shareParameter({ components }: Setup, wanted: string, parameter: ParameterObject): Reference {
  const name = wanted.replaceAll(/[^A-Za-z0-9._-]+/g, '.').replaceAll(/^\.+|(?<!\.)\.+$/g, '');
  return components.share('parameters', name, parameter);
}
