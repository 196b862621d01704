import { ownMember } from '../internal/members.ts';
import { oncePer } from '../internal/once-per.ts';
import type { Api, RelationshipDefinition, ResourceType } from './api.ts';
import { isShownByDefault } from './shown-attribute.ts';

type Fieldsets = Readonly<Record<string, readonly string[] | undefined>>;

/** The relationships that documents contain only on request, by type. Most APIs have none. */
type OnRequest = readonly (readonly [type: ResourceType, relationships: readonly RelationshipDefinition[]])[];

const onRequestOf = oncePer((api: Api): OnRequest => {
  const all = Array.from(
    api.types.values(),
    (type) => [type, [...type.relationships.values()].filter(({ onDemand }) => onDemand)] as const,
  );
  return all.filter(([, relationships]) => relationships.length > 0);
});

/** Whether `withIncluded` can add fields for include paths. */
export function addsFields(api: Api, include: readonly string[] | undefined): boolean {
  return include !== undefined && onRequestOf(api).length > 0;
}

/**
 * Returns fieldsets in which the relationships of include paths are shown, also those that documents contain only on
 * request: otherwise, no linkage would lead to the included resources. A fieldset of the client stays as it is.
 *
 * @see https://jsonapi.org/format/1.1/#document-compound-documents
 */
export function withIncluded(
  api: Api,
  fields: Fieldsets | undefined,
  include: readonly string[] | undefined,
): Fieldsets | undefined {
  if (!Array.isArray(include)) return fields;
  let shown = fields;
  for (const [{ name: type, attributes, relationships }, requested] of onRequestOf(api)) {
    const added = requested.filter(({ name }) => include.some((path) => `.${path}.`.includes(`.${name}.`)));
    if (added.length === 0 || ownMember(shown ?? {}, type) !== undefined) continue;
    const defaults = [...attributes.values(), ...relationships.values()].filter(isShownByDefault);
    const names = [...defaults, ...added].map(({ name }) => name);
    shown = { __proto__: null, ...shown, [type]: names } as unknown as Fieldsets;
  }
  return shown;
}
