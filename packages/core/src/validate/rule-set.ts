import { suggestName, truncate } from '../internal/describe-value.ts';
import { ownMembers } from '../internal/members.ts';
import type { Extension } from '../media-type/extension.ts';
import type { Profile } from '../media-type/profile.ts';
import type { Grammar } from '../spec/grammar/grammar.ts';
import type { DocumentNode } from '../spec/grammar/node.ts';
import { documentNodeKinds, type NodeKind } from '../spec/grammar/node-kinds.ts';
import type { DocumentRole } from '../spec/grammar/visitors.ts';
import { isMemberName } from '../spec/member/member-name.ts';
import type { RuleLevel } from '../spec/rule-facts.ts';
import { createGrammar } from './grammar.ts';
import { ownRule, type Rule } from './rule.ts';
import { specifiedRules } from './specified-rules.ts';

/** The options that determine which rules run on which nodes. */
export interface RuleChoice {
  readonly as: DocumentRole | undefined;
  readonly level: RuleLevel;
  readonly extensions: readonly Extension[];
  readonly profiles: readonly Profile[];
  readonly withApi: boolean;
  /** Rules that are disabled or have another level. */
  readonly rules: Readonly<Record<string, RuleLevel | 'off' | undefined>>;
}

/** The selected rules and their grammar. */
export interface RuleSet {
  readonly rules: readonly Rule[];
  readonly grammar: Grammar;
}

/** Adds resources to the index before the rules run. */
const indexing: Pick<Rule, 'visit'> = {
  visit: {
    'primary-resource': (node, context) => context.resources.addPrimary(node as DocumentNode),
    'included-resource': (node, context) => context.resources.addIncluded(node as DocumentNode),
    'primary-identifier': (node, context) => context.resources.addIdentifier(node as DocumentNode),
  },
};

function chosen(rule: Rule, { as, level, withApi, rules }: RuleChoice): Rule | undefined {
  const { needsApi, roles } = ownRule(rule);
  if (needsApi === true && !withApi) return undefined;
  if (roles?.includes(as as DocumentRole) === false) return undefined;
  const wanted = (Object.hasOwn(rules, rule.id) ? rules[rule.id] : undefined) ?? rule.level;
  if (wanted === 'off' || (wanted === 'should' && level === 'must')) return undefined;
  return ownRule({ ...rule, level: wanted });
}

type Members = Readonly<Record<string, string | null>>;
type AllMembers = Readonly<Record<string, Members>>;

/** Returns the members of an extension by node kind, with their namespace. */
function prefixedMembers({ namespace, members = {} }: Extension): AllMembers {
  const prefixed = (defined: Members): Members =>
    Object.fromEntries(Object.entries(defined).map(([name, to]) => [`${namespace}:${name}`, to]));
  return Object.fromEntries(Object.entries(members).map(([kind, defined]) => [kind, prefixed(defined)]));
}

/**
 * Returns a node kind with the members that an extension or a profile defines for it, and for its more general names. What
 * is already defined stays.
 */
function withMembers(name: string, kind: NodeKind, added: AllMembers): NodeKind {
  const { aliases = [], members = {} } = ownMembers(kind) as Partial<NodeKind>;
  const all = [...aliases, name].flatMap((it) =>
    Object.hasOwn(added, it) ? Object.entries(added[it] as Members) : [],
  );
  return all.length === 0 ? kind : { ...kind, members: { ...Object.fromEntries(all), ...members } };
}

/** Returns the node kinds of a document, including those of extensions and profiles. */
function nodeKindsOf({ as, extensions, profiles }: RuleChoice): Readonly<Record<string, NodeKind>> {
  const nodeKinds: Record<string, NodeKind> = { ...documentNodeKinds };
  if (as === 'relationship' || as === 'update-relationship') {
    const { document } = documentNodeKinds;
    nodeKinds.document = { ...document, members: { ...document.members, data: 'primary-linkage' } };
  }
  for (const { nodeKinds: more = {} } of [...extensions, ...profiles]) Object.assign(nodeKinds, more);
  const added = [...extensions.map(prefixedMembers), ...profiles.map(({ members = {} }) => members as AllMembers)];
  for (const members of added)
    for (const [name, kind] of Object.entries(nodeKinds)) nodeKinds[name] = withMembers(name, kind, members);
  return nodeKinds;
}

/** Rejects unknown rule ids, because a misspelled id would have no effect. */
function checkIds({ rules }: RuleChoice, known: readonly Rule[]): void {
  const ids = new Set<string>(known.map(({ id }) => id));
  for (const [id, wanted] of Object.entries(rules)) {
    if (wanted === undefined || ids.has(id)) continue;
    const hint = suggestName(id, ids, '"');
    throw new TypeError(`validateDocument: \`rules\` contains "${truncate(id)}", which is not a known rule.${hint}`);
  }
}

/**
 * Creates the rule set of a choice.
 *
 * @throws {TypeError} If `rules` contains an unknown rule id.
 */
export function createRuleSet(given: RuleChoice): RuleSet {
  const extensions = given.extensions.map(ownMembers) as unknown as RuleChoice['extensions'];
  const profiles = given.profiles.map(ownMembers) as unknown as RuleChoice['profiles'];
  const choice = { ...given, extensions, profiles };
  const brought = [...extensions, ...profiles].flatMap(({ rules = [] }) => rules as readonly Rule[]);
  const all = [...specifiedRules, ...brought];
  checkIds(choice, all);
  const rules = all.flatMap((rule) => chosen(rule, choice) ?? []);
  // An extension that does not define its members can have any members.
  const open = extensions.filter(({ namespace, members }) => namespace !== undefined && members === undefined);
  const prefixes = open.map(({ namespace }) => `${namespace}:`);
  const isExtensionMember = (name: string): boolean =>
    prefixes.some((prefix) => name.startsWith(prefix) && isMemberName(name.slice(prefix.length)));
  return {
    rules,
    grammar: createGrammar(nodeKindsOf(choice), [...rules, ownRule(indexing as Rule)], isExtensionMember),
  };
}
