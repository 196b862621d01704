import type { ApiDeclaration, JsonSchema } from '@linkage/core';
import { describeValue, memberOf, pickMembers } from '@linkage/core/internal';

import type { Described } from './action-description.ts';

function optional(name: string, value: unknown): object {
  return value === undefined ? {} : { [name]: value };
}

/** The options of a field that only a description reads. */
export interface FieldOptions {
  readonly description: unknown;
  readonly deprecated: unknown;
  readonly jsonSchema: JsonSchema | undefined;
}

/** Describes the options of a declaration that only a description contains. */
export function describeOptions(where: string, { description, deprecated }: FieldOptions): Described {
  if (deprecated !== undefined && typeof deprecated !== 'boolean' && typeof deprecated !== 'string') {
    throw new TypeError(
      `describe: ${where}: \`deprecated\` must be true, false, or a string, but it is ${describeValue(deprecated)}.`,
    );
  }
  return {
    ...optional('description', description),
    ...optional('deprecated', deprecated === false ? undefined : deprecated),
  };
}

/** Reads the options of a type or a field. */
export function readFieldOptions(options: object): FieldOptions {
  return pickMembers(options as FieldOptions, ['description', 'deprecated', 'jsonSchema']);
}

/** Reads the options with which a field of an API was declared. `defineApi` has checked that they are an object. */
export function optionsOf(
  declaration: ApiDeclaration,
  type: string,
  member: 'attributes' | 'relationships',
  name: string,
): FieldOptions {
  const fields = memberOf(declaration[type] as object, member) as object;
  return optionsIn(memberOf(fields, name) as object, member === 'attributes');
}

function optionsIn(declared: object, canBeSchema: boolean): FieldOptions {
  // A schema alone can also have a member `options`.
  const { kind, options } = pickMembers(declared as { kind?: string; options?: object }, ['kind', 'options']);
  const given = canBeSchema && kind !== 'attribute' ? undefined : options;
  return readFieldOptions(given ?? {});
}

/** Reads the options with which a part of the data of a relationship's memberships was declared. */
export function memberOptionsOf(
  declaration: ApiDeclaration,
  type: string,
  relationship: string,
  name: string,
): FieldOptions {
  const declared = declaration[type]?.relationships?.[relationship]?.options.member?.[name];
  return optionsIn(Object(declared), true);
}
