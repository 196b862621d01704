import { assertStringArray } from '../internal/assert-array.ts';
import type { Api, RelationshipDefinition, ResourceType } from './api.ts';
import { fieldNames, isShownByDefault } from './shown-attribute.ts';

type Fieldsets = Readonly<Record<string, readonly string[] | undefined>>;

const caches = new WeakMap<Api, readonly RequestedRelationships[]>();

/** The relationships of a type that documents contain only on request. */
interface RequestedRelationships {
  readonly type: ResourceType;
  readonly relationships: readonly RelationshipDefinition[];
}

function requestedRelationships(api: Api): readonly RequestedRelationships[] {
  let known = caches.get(api);
  if (known === undefined) {
    const all = [...api.types.values()].map((type) => {
      return { type, relationships: [...type.relationships.values()].filter(({ onRequest }) => onRequest) };
    });
    known = all.filter(({ relationships }) => relationships.length > 0);
    caches.set(api, known);
  }
  return known;
}

/** Returns the default fields of a type, and the relationships that include paths follow. */
function defaultFields(type: ResourceType, steps: ReadonlySet<string>): readonly string[] {
  return fieldNames(type).filter((name) => {
    const field = type.attributes.get(name) ?? type.relationships.get(name);
    return field !== undefined && (isShownByDefault(field) || (type.relationships.has(name) && steps.has(name)));
  });
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
  if (include === undefined) return fields;
  const requested = requestedRelationships(api);
  if (requested.length === 0) return fields;
  assertStringArray('include', include);
  const steps = new Set(include.flatMap((path) => path.split('.')));
  const added: Record<string, readonly string[] | undefined> = Object.assign(Object.create(null), fields);
  for (const { type, relationships } of requested) {
    if (added[type.name] !== undefined || !relationships.some(({ name }) => steps.has(name))) continue;
    added[type.name] = defaultFields(type, steps);
  }
  return added;
}
