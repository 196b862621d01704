import { isUri } from '../internal/uri.ts';

/**
 * A profile: a shared use of what the specification leaves to implementations.
 *
 * @see https://jsonapi.org/format/1.1/#profiles
 */
export interface Profile {
  readonly uri: string;
}

/**
 * Declares a profile.
 *
 * @throws {TypeError} The URI is none.
 * @see https://jsonapi.org/format/1.1/#profile-rules
 */
export function defineProfile<const Definition extends Profile>(definition: Definition): Definition {
  if (!isUri(definition.uri)) throw new TypeError(`${JSON.stringify(definition.uri)} is no URI of a profile.`);
  return Object.freeze({ ...definition });
}
