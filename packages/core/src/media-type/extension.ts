import { checkParts } from '../grammar/check-parts.ts';
import { checkPlaces } from '../grammar/check-places.ts';
import type { DocumentPlace } from '../grammar/document-places.ts';
import type { Visitors } from '../grammar/visitors.ts';
import { frozenCopy } from '../internal/freeze.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import { isUri } from '../internal/uri.ts';
import { isExtensionParameterName } from '../member/extension-parameter.ts';
import { isMemberName } from '../member/member-name.ts';
import { isNamespace } from '../member/namespace.ts';
import type { RuleFacts } from '../spec/rule-facts.ts';

/**
 * An extension: it adds specification semantics under one namespace.
 *
 * @see https://jsonapi.org/format/1.1/#extensions
 */
export interface Extension {
  readonly uri: string;
  /** The namespace of its members and query parameters; absent when it defines none. */
  readonly namespace?: string;
  /**
   * The members it defines, by the place they stand in and by their name without the namespace; each leads to a place, or
   * to null when its value is not to be looked at. Without this, members of the namespace may stand anywhere.
   */
  readonly members?: { readonly [place: string]: { readonly [name: string]: string | null } };
  /** Places below its members. Their names start with the namespace and a colon. */
  readonly places?: { readonly [name: string]: DocumentPlace };
  /** The base names of the query parameters it defines, without the namespace and the colon: a-z only. */
  readonly parameters?: readonly string[];
  /** Rules that documents obey while it is applied, besides those of the specification. */
  readonly rules?: readonly (RuleFacts & Visitors)[];
}

const members: OptionTable = optionTable(
  { uri: 'any', namespace: 'any', members: 'object', places: 'object', parameters: 'array', rules: 'array' },
  'member',
);

function checkNames({ namespace, members = {}, places = {}, parameters = [] }: Extension): void {
  const names = Object.values(members).flatMap((defined) => Object.keys(defined));
  if (namespace === undefined && names.length + parameters.length + Object.keys(places).length > 0) {
    throw new TypeError('An extension with members or query parameters has a namespace.');
  }
  const illegalParameter = parameters.find((name) => !isExtensionParameterName(`${namespace}:${name}`));
  if (illegalParameter !== undefined) {
    throw new TypeError(
      `${JSON.stringify(illegalParameter)} is no query parameter of an extension: it takes a-z only.`,
    );
  }
  const illegal = names.find((name) => !isMemberName(name));
  if (illegal !== undefined) throw new TypeError(`${JSON.stringify(illegal)} is no legal member name.`);
  const foreign = Object.keys(places).find((name) => !name.startsWith(`${namespace}:`));
  if (foreign !== undefined) {
    throw new TypeError(`The place ${JSON.stringify(foreign)} does not start with the namespace and a colon.`);
  }
  checkPlaces(members, places);
}

/**
 * Declares an extension. What it returns is a frozen copy; a rule that throws is at fault, and `validateDocument` throws it on.
 *
 * @throws {TypeError} The URI is none, the namespace is missing or not made of a-z, A-Z, 0-9, the name of a member or of a
 * query parameter is illegal, or a place does not exist.
 * @see https://jsonapi.org/format/1.1/#extension-rules
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineExtension<const Definition extends Extension>(definition: Definition): Definition {
  const given = readOptions<Extension>('defineExtension: definition', definition, members);
  const { uri, namespace }: { readonly uri: unknown; readonly namespace?: unknown } = given;
  if (typeof uri !== 'string' || !isUri(uri)) throw new TypeError(`${JSON.stringify(uri)} is no URI of an extension.`);
  if (namespace !== undefined && (typeof namespace !== 'string' || !isNamespace(namespace))) {
    throw new TypeError(`${JSON.stringify(namespace)} is no namespace: it takes a-z, A-Z and 0-9 only.`);
  }
  checkNames(given);
  checkParts('defineExtension', given);
  return frozenCopy(definition);
}
