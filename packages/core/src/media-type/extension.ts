import { describeValue } from '../internal/describe-value.ts';
import { frozenCopy } from '../internal/freeze.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import { isUri } from '../internal/uri.ts';
import { checkNodeKinds } from '../spec/grammar/check-node-kinds.ts';
import { checkParts } from '../spec/grammar/check-parts.ts';
import type { NodeKind } from '../spec/grammar/node-kinds.ts';
import type { Visitors } from '../spec/grammar/visitors.ts';
import { isExtensionParameterName, isMemberName, isNamespace } from '../spec/member/member-name.ts';
import type { RuleFacts } from '../spec/rule-facts.ts';

/**
 * An extension. It adds specification semantics in one namespace.
 *
 * @see https://jsonapi.org/format/1.1/#extensions
 */
export interface Extension {
  readonly uri: string;
  /** The namespace of the members and query parameters; required if the extension defines any. */
  readonly namespace?: string;
  /**
   * The members that the extension defines, by the name of their node kind and by their own name without the namespace.
   * `resource` stands for each resource object, `identifier` for each resource identifier object. The value is the node kind
   * of the member's value, or null if the value must not be checked. Default: members of the namespace can occur in every
   * object.
   */
  readonly members?: { readonly [kind: string]: { readonly [name: string]: string | null } };
  /** Places below the members. Their names must start with the namespace and a colon. */
  readonly nodeKinds?: { readonly [name: string]: NodeKind };
  /**
   * The base names of the query parameters that the extension defines, without the namespace and the colon. Only a-z.
   */
  readonly parameters?: readonly string[];
  /** Additional rules for documents that apply the extension. */
  readonly rules?: readonly (RuleFacts & Visitors)[];
}

const members: OptionTable = optionTable(
  {
    uri: 'any',
    namespace: 'any',
    members: 'object',
    nodeKinds: 'object',
    parameters: 'array of strings',
    rules: 'array of objects',
  },
  'member',
);

function checkNames({ namespace, members = {}, nodeKinds = {}, parameters = [] }: Extension): void {
  const names = Object.values(members).flatMap((defined) => Object.keys(defined));
  if (namespace === undefined && names.length + parameters.length + Object.keys(nodeKinds).length > 0) {
    throw new TypeError(
      'defineExtension: `namespace` is required if the extension defines members, places, or query parameters.',
    );
  }
  const illegalParameter = parameters.find((name) => !isExtensionParameterName(`${namespace}:${name}`));
  if (illegalParameter !== undefined) {
    throw new TypeError(
      `defineExtension: \`parameters\` must contain only names of the letters a-z, but it contains ${describeValue(illegalParameter)}.`,
    );
  }
  const illegal = names.find((name) => !isMemberName(name));
  if (illegal !== undefined)
    throw new TypeError(`defineExtension: ${describeValue(illegal)} is not a valid member name.`);
  const foreign = Object.keys(nodeKinds).find((name) => !name.startsWith(`${namespace}:`));
  if (foreign !== undefined) {
    throw new TypeError(
      `defineExtension: the name of a node kind must start with the namespace and a colon, but it is ${describeValue(foreign)}.`,
    );
  }
  checkNodeKinds(members, nodeKinds);
}

/**
 * Declares an extension. Returns a frozen copy. `validateDocument` rethrows errors of its rules.
 *
 * @throws {TypeError} If the URI is invalid, the namespace is missing or contains other characters than a-z, A-Z, and
 * 0-9, the name of a member or of a query parameter is invalid, or a node kind does not exist.
 * @see https://jsonapi.org/format/1.1/#extension-rules
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineExtension<const Definition extends Extension>(definition: Definition): Definition {
  const checked = readOptions<Extension>('defineExtension: definition', definition, members);
  const { uri, namespace }: { readonly uri: unknown; readonly namespace?: unknown } = checked;
  if (typeof uri !== 'string' || !isUri(uri))
    throw new TypeError(`defineExtension: \`uri\` must be a URI, but it is ${describeValue(uri)}.`);
  if (namespace !== undefined && (typeof namespace !== 'string' || !isNamespace(namespace))) {
    throw new TypeError(
      `defineExtension: \`namespace\` must contain only a-z, A-Z, and 0-9, but it is ${describeValue(namespace)}.`,
    );
  }
  checkParts('defineExtension', checked);
  checkNames(checked);
  return frozenCopy(definition);
}
