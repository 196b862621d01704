import { assertStringArray } from '../internal/assert-array.ts';
import type { Api, AttributeDefinition, RelationshipDefinition, ResourceType } from './api.ts';
import { fieldNames } from './shown-attribute.ts';

type Fieldsets = Readonly<Record<string, readonly string[] | undefined>>;

/** The types with a relationship that documents contain only on request. */
const caches = new WeakMap<Api, readonly ResourceType[]>();

function requestedTypes(api: Api): readonly ResourceType[] {
  let types = caches.get(api);
  if (types === undefined) {
    types = [...api.types.values()].filter((it) => [...it.relationships.values()].some(({ onRequest }) => onRequest));
    caches.set(api, types);
  }
  return types;
}

/**
 * Returns fieldsets in which the relationships of include paths are shown, also those that documents contain only on
 * request: otherwise, no linkage would lead to the included resources. A fieldset of the client stays as it is.
 *
 * @throws {TypeError} If `include` is not an array of strings.
 * @see https://jsonapi.org/format/1.1/#document-compound-documents
 */
export function withIncluded(
  api: Api,
  fields: Fieldsets | undefined,
  include: readonly string[] | undefined,
): Fieldsets | undefined {
  const types = include === undefined ? [] : requestedTypes(api);
  if (include === undefined || types.length === 0) return fields;
  assertStringArray('include', include);
  const steps = new Set(include.flatMap((path) => path.split('.')));
  const shown: Record<string, readonly string[] | undefined> = Object.assign(Object.create(null), fields);
  for (const { name: type, attributes, relationships } of types) {
    shown[type] ??= fieldNames({ attributes, relationships }).filter((name) => {
      const field = (relationships.get(name) ?? attributes.get(name)) as RelationshipDefinition | AttributeDefinition;
      return !field.onRequest || (relationships.has(name) && steps.has(name));
    });
  }
  return shown;
}
