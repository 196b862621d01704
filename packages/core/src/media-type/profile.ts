import { checkParts } from '../grammar/check-parts.ts';
import { checkPlaces } from '../grammar/check-places.ts';
import type { DocumentPlace } from '../grammar/document-places.ts';
import type { Visitors } from '../grammar/visitors.ts';
import { frozenCopy } from '../internal/freeze.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import { isUri } from '../internal/uri.ts';
import { isFieldName } from '../member/field-name.ts';
import { isMemberName } from '../member/member-name.ts';
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
  readonly places?: { readonly [name: string]: DocumentPlace };
  /**
   * The base names of the query parameters it gives rules for: those that are left to implementations, and `page` and
   * `filter`, whose strategy is.
   */
  readonly parameters?: readonly string[];
  /** Rules that documents obey while it is applied, besides those of the specification. */
  readonly rules?: readonly (RuleFacts & Visitors)[];
}

const members: OptionTable = optionTable(
  { uri: 'any', members: 'object', places: 'object', parameters: 'array', rules: 'array' },
  'member',
);

/** The families of the specification whose rules are left to implementations. */
const openFamilies = ['filter', 'page'];

/** A base name of implementations is a member name with at least one character that is not a-z. */
function isProfileParameter(name: string): boolean {
  return openFamilies.includes(name) || (isMemberName(name) && /[^a-z]/.test(name));
}

function checkNames({ members = {}, places = {}, parameters = [] }: Profile): void {
  const closed = Object.keys(members).find((place) => !['meta', 'attributes', 'relationships'].includes(place));
  if (closed !== undefined) throw new TypeError(`A profile cannot add members to ${JSON.stringify(closed)}.`);
  const fields = [members.attributes, members.relationships].flatMap((defined) => Object.keys(defined ?? {}));
  const illegal = fields.find((name) => !isFieldName(name));
  if (illegal !== undefined) throw new TypeError(`${JSON.stringify(illegal)} is no legal name of a field.`);
  const taken = Object.keys(places).find((name) => !name.includes(':'));
  if (taken !== undefined) throw new TypeError(`The place ${JSON.stringify(taken)} of a profile has no colon.`);
  const foreign = parameters.find((name) => !isProfileParameter(name));
  if (foreign !== undefined) {
    throw new TypeError(
      `${JSON.stringify(foreign)} is no query parameter for a profile: it is filter, page, or a member name with a character that is not a-z.`,
    );
  }
  checkPlaces(members, places);
}

/**
 * Declares a profile. What it returns is a frozen copy.
 *
 * @throws {TypeError} The URI is none, it would change objects or query parameters of the specification, a name is illegal,
 * or a place does not exist.
 * @see https://jsonapi.org/format/1.1/#profile-rules
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineProfile<const Definition extends Profile>(definition: Definition): Definition {
  const given = readOptions<Profile>('defineProfile: definition', definition, members);
  const { uri }: { readonly uri: unknown } = given;
  if (typeof uri !== 'string' || !isUri(uri)) throw new TypeError(`${JSON.stringify(uri)} is no URI of a profile.`);
  checkNames(given);
  checkParts('defineProfile', given);
  return frozenCopy(definition);
}
