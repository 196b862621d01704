import type { JsonSchema } from '@linkage/core';
import type { Setup } from './setup.ts';

/** Returns a query parameter. Lists are separated by commas. */
export function queryParameter(
  name: string,
  schema: JsonSchema,
  { description }: { readonly description?: string | undefined } = {},
  isObject = false,
): object {
  const isList = typeof schema === 'object' && schema['type'] === 'array';
  return {
    name,
    in: 'query',
    ...(description === undefined ? {} : { description }),
    ...(isList ? { style: 'form', explode: false } : {}),
    ...(isObject ? { style: 'deepObject', explode: true } : {}),
    schema,
  };
}

/** Adds a parameter to the components, and returns a reference to it. Different parameters have different keys. */
export function shareParameter({ components: { parameters } }: Setup, wanted: string, parameter: object): object {
  const base = wanted.replaceAll(/[^A-Za-z0-9._-]+/g, '.').replaceAll(/^\.+|(?<!\.)\.+$/g, '');
  const text = JSON.stringify(parameter);
  let key = base;
  for (let count = 2; parameters.has(key) && JSON.stringify(parameters.get(key)) !== text; count++)
    key = `${base}-${count}`;
  parameters.set(key, parameter);
  return { $ref: `#/components/parameters/${key}` };
}
