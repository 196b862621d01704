import { checkPlaces } from '../document/check-places.ts';
import type { Place } from '../document/places.ts';
import type { Visitors } from '../document/visitors.ts';
import { frozenCopy } from '../internal/freeze.ts';
import { isUri } from '../internal/uri.ts';
import type { RuleFacts } from '../spec/rule-facts.ts';

/**
 * A profile: a shared use of what the specification leaves to implementations.
 *
 * @see https://jsonapi.org/format/1.1/#profiles
 */
export interface Profile {
  readonly uri: string;
  /** What the members it reserves lead to, in the objects whose names are left to implementations. */
  readonly members?: {
    readonly [place in 'meta' | 'attributes' | 'relationships']?: { readonly [name: string]: string | null };
  };
  /** Places below its members. Their names hold a colon. */
  readonly places?: { readonly [name: string]: Place };
  /** Rules that documents obey while it is applied, besides those of the specification. */
  readonly rules?: readonly (RuleFacts & Visitors)[];
}

/**
 * Declares a profile. What it returns is a frozen copy.
 *
 * @throws {TypeError} The URI is none, it would change objects of the specification, or a place does not exist.
 * @see https://jsonapi.org/format/1.1/#profile-rules
 */
export function defineProfile<const Definition extends Profile>(definition: Definition): Definition {
  const { uri, members = {}, places = {} }: Profile = definition;
  if (!isUri(uri)) throw new TypeError(`${JSON.stringify(uri)} is no URI of a profile.`);
  const closed = Object.keys(members).find((place) => !['meta', 'attributes', 'relationships'].includes(place));
  if (closed !== undefined) throw new TypeError(`A profile cannot add members to ${JSON.stringify(closed)}.`);
  const taken = Object.keys(places).find((name) => !name.includes(':'));
  if (taken !== undefined) throw new TypeError(`The place ${JSON.stringify(taken)} of a profile has no colon.`);
  checkPlaces(members, places);
  return frozenCopy(definition);
}
