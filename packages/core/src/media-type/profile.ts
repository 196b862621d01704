import { describeValue } from '../internal/describe-value.ts';
import { frozenCopy } from '../internal/freeze.ts';
import { ownMember } from '../internal/members.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import { isUri } from '../internal/uri.ts';
import { checkNodeKinds } from '../spec/grammar/check-node-kinds.ts';
import { checkParts } from '../spec/grammar/check-parts.ts';
import type { NodeKind } from '../spec/grammar/node-kinds.ts';
import type { Visitors } from '../spec/grammar/visitors.ts';
import { isFieldName } from '../spec/member/known-name.ts';
import { isMemberName } from '../spec/member/member-name.ts';
import type { RuleFacts } from '../spec/rule-facts.ts';

/**
 * A profile. It defines the use of features that the specification leaves to implementations.
 *
 * @see https://jsonapi.org/format/1.1/#profiles
 */
export interface Profile {
  readonly uri: string;
  /**
   * The node kinds of the members that the profile reserves, in objects whose names the specification leaves to
   * implementations.
   */
  readonly members?: {
    readonly [kind in 'meta' | 'attributes' | 'relationships']?: { readonly [name: string]: string | null };
  };
  /** Places below the members. Their names must contain a colon. */
  readonly nodeKinds?: { readonly [name: string]: NodeKind };
  /**
   * The base names of the query parameters that the profile defines: names that the specification leaves to
   * implementations, and `page` and `filter`, whose strategy it leaves to implementations.
   */
  readonly parameters?: readonly string[];
  /** Additional rules for documents that apply the profile. */
  readonly rules?: readonly (RuleFacts & Visitors)[];
}

const members: OptionTable = optionTable(
  { uri: 'any', members: 'object', nodeKinds: 'object', parameters: 'array of strings', rules: 'array of objects' },
  'member',
);

/** The families of the specification whose rules are left to implementations. */
const openFamilies = ['filter', 'page'];

/**
 * Whether a profile can define the query parameter: `filter`, `page`, or a member name with a character that is not
 * a-z.
 */
function isProfileParameter(name: string): boolean {
  return openFamilies.includes(name) || (isMemberName(name) && /[^a-z]/.test(name));
}

function checkNames({ members = {}, nodeKinds = {}, parameters = [] }: Profile): void {
  const closed = Object.keys(members).find((kind) => !['meta', 'attributes', 'relationships'].includes(kind));
  if (closed !== undefined)
    throw new TypeError(
      `defineProfile: \`members\` must contain only \`meta\`, \`attributes\`, and \`relationships\`, but it contains ${describeValue(closed)}.`,
    );
  const fields = ['attributes', 'relationships'].flatMap((kind) => Object.keys(ownMember(members, kind) ?? {}));
  const illegal = fields.find((name) => !isFieldName(name));
  if (illegal !== undefined) throw new TypeError(`defineProfile: ${describeValue(illegal)} is not a valid field name.`);
  const taken = Object.keys(nodeKinds).find((name) => !name.includes(':'));
  if (taken !== undefined)
    throw new TypeError(
      `defineProfile: the name of a node kind must contain a colon, but it is ${describeValue(taken)}.`,
    );
  const foreign = parameters.find((name) => !isProfileParameter(name));
  if (foreign !== undefined) {
    throw new TypeError(
      `defineProfile: \`parameters\` must contain only \`filter\`, \`page\`, and member names with a character other than a-z, but it contains ${describeValue(foreign)}.`,
    );
  }
  checkNodeKinds(members, nodeKinds);
}

/**
 * Declares a profile. Returns a frozen copy.
 *
 * @throws {TypeError} If the URI is invalid, the profile changes objects or query parameters of the specification, a
 * name is invalid, or a node kind does not exist.
 * @see https://jsonapi.org/format/1.1/#profile-rules
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineProfile<const Definition extends Profile>(definition: Definition): Definition {
  const checked = readOptions<Profile>('defineProfile: definition', definition, members);
  const { uri }: { readonly uri: unknown } = checked;
  if (typeof uri !== 'string' || !isUri(uri))
    throw new TypeError(`defineProfile: \`uri\` must be a URI, but it is ${describeValue(uri)}.`);
  checkParts('defineProfile', checked);
  checkNames(checked);
  return frozenCopy(definition);
}
