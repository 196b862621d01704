import type { ApiDeclaration } from '@linkage/core';
import { describeValue } from '@linkage/core/internal';
import { fieldOf } from '@linkage/core/records';
import type { Described } from './description.ts';

function optional(name: string, value: unknown): object {
  return value === undefined ? {} : { [name]: value };
}

/** Returns the options of a declaration that only a description contains. */
export function describeOptions(where: string, options: object): Described {
  const deprecated = fieldOf(options, 'deprecated');
  if (deprecated !== undefined && typeof deprecated !== 'boolean' && typeof deprecated !== 'string') {
    throw new TypeError(
      `describe: ${where}: \`deprecated\` must be true, false, or a text, but it is ${describeValue(deprecated)}.`,
    );
  }
  return {
    ...optional('description', fieldOf(options, 'description')),
    ...optional('deprecated', deprecated === false ? undefined : deprecated),
  };
}

/** Returns the options with which a field of an API was declared. `defineApi` has checked that they are an object. */
export function optionsOf(
  declaration: ApiDeclaration,
  type: string,
  member: 'attributes' | 'relationships',
  name: string,
): object {
  const fields = fieldOf(declaration[type] as object, member) as object;
  const declared = fieldOf(fields, name) as object;
  // A schema alone can also have a member `options`.
  if (member === 'attributes' && fieldOf(declared, 'kind') !== 'attribute') return {};
  return fieldOf(declared, 'options') as object;
}
