import type { Api, AttributeDefinition, CreateInput, ResourceType } from '@linkage/core';
import { type Awaitable, andThen, canSet, inOrder, resultOf, setOwn } from '@linkage/core/internal';
import { forbidden } from './permission.ts';
import type { RequestAccess } from './request-access.ts';

/**
 * Returns a create request with the defaults of the attributes that the user cannot read and therefore cannot set. The
 * parser used the API without these attributes, so it did not add their defaults.
 *
 * @throws {JsonApiError} 403 if one of these attributes is required.
 */
export function inputWithDefaults(
  { visibleApi }: RequestAccess,
  type: ResourceType,
  input: CreateInput<Api, string>,
): Awaitable<CreateInput<Api, string>> {
  const known = visibleApi.types.get(type.name)?.attributes;
  const hidden = [...type.attributes.values()].filter((it) => canSet(it, 'create') && known?.has(it.name) !== true);
  const attributes: Record<string, unknown> = Object.assign(Object.create(null), input.attributes);
  const add = ({ name, schema }: AttributeDefinition): Awaitable<void> =>
    andThen(resultOf(schema, undefined), ({ issues, value }) => {
      if (issues !== undefined)
        throw forbidden(
          'create',
          `The user cannot set \`${type.name}.${name}\`, which is required and does not have a default: see \`access.${type.name}.fields\`.`,
        );
      if (value !== undefined) setOwn(attributes, name, value);
    });
  return andThen(inOrder(hidden, add), () => Object.freeze({ ...input, attributes: Object.freeze(attributes) }));
}
