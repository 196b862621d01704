import { ownMember } from '../internal/is-object.ts';
import type { Api } from './api.ts';
import { isShownByDefault } from './shown-attribute.ts';

type Fieldsets = Readonly<Record<string, readonly string[] | undefined>>;

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
  let shown = fields;
  for (const { name: type, attributes, relationships } of Array.isArray(include) ? api.types.values() : []) {
    const added = [...relationships.values()].filter(
      ({ name, onRequest }) => onRequest && include?.some((path) => `.${path}.`.includes(`.${name}.`)),
    );
    if (added.length === 0 || ownMember(shown ?? {}, type) !== undefined) continue;
    const defaults = [...attributes.values(), ...relationships.values()].filter(isShownByDefault);
    const names = [...defaults, ...added].map(({ name }) => name);
    shown = { __proto__: null, ...shown, [type]: names } as unknown as Fieldsets;
  }
  return shown;
}
