import type { ResourceType } from '@linkage/core';
import { resourceText } from '@linkage/core/internal';
import { fieldOf } from '@linkage/core/records';
import type { ConditionalExchange } from '../conditional/conditional-exchange.ts';
import type { Preference } from '../request/preference.ts';

/** What a write request says of a resource. */
interface Requested {
  readonly attributes: object;
  readonly relationships: object;
}

/**
 * Whether a resource is what the request made of it, so that the client knows it without being told. Where that is in
 * doubt it is not, and the client gets the resource.
 *
 * @param before The whole record as it was, or the id alone of a new resource.
 * @param after The whole record as it is.
 */
export function isAsRequested(
  { setup }: Pick<ConditionalExchange, 'setup'>,
  type: ResourceType,
  before: object,
  requested: Requested,
  after: object,
): boolean {
  // A relationship that the record does not carry was written as it was given, or the write would have failed.
  const carried = Object.entries(requested.relationships).filter(([name]) => fieldOf(after, name) !== undefined);
  const expected: Record<string, unknown> = { id: (before as { readonly id?: unknown }).id };
  // Records may inherit their fields, or have accessors for them.
  for (const name of [...type.attributes.keys(), ...type.relationships.keys()]) expected[name] = fieldOf(before, name);
  Object.assign(expected, requested.attributes, Object.fromEntries(carried));
  return resourceText(setup.api, type, expected) === resourceText(setup.api, type, after);
}

/** The preference that the answer to a create or update request honors; null for none. */
export function honoredPreference(
  { preference }: Pick<ConditionalExchange, 'preference'>,
  isMinimal: boolean,
): Preference | null {
  return preference !== undefined && isMinimal === (preference === 'minimal') ? preference : null;
}
