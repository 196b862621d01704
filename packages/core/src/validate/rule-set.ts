import { type DocumentPlace, documentPlaces } from '../grammar/document-places.ts';
import type { Grammar } from '../grammar/grammar.ts';
import type { DocumentNode } from '../grammar/node.ts';
import type { DocumentRole } from '../grammar/visitors.ts';
import { excerpt } from '../internal/excerpt.ts';
import { suggestName } from '../internal/name-list.ts';
import type { Extension } from '../media-type/extension.ts';
import type { Profile } from '../media-type/profile.ts';
import { isMemberName } from '../member/member-name.ts';
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
  const own = ownRule(rule);
  const { needsApi, roles } = own;
  if (needsApi === true && !withApi) return undefined;
  if (roles?.includes(as as DocumentRole) === false) return undefined;
  const wanted = (Object.hasOwn(rules, rule.id) ? rules[rule.id] : undefined) ?? rule.level;
  if (wanted === 'off' || (wanted === 'should' && level === 'must')) return undefined;
  return { ...own, level: wanted };
}

type Members = Readonly<Record<string, string | null>>;

/**
 * Returns a node kind with additional members. Members of a node kind that does not exist create an unreachable one.
 */
function withMembers(place: DocumentPlace | undefined, members: Members | undefined): DocumentPlace {
  return { shape: 'object', ...place, members: { ...members, ...place?.members } };
}

/** Returns the node kinds of a document, including those of extensions and profiles. */
function placesOf({ as, extensions, profiles }: RuleChoice): Readonly<Record<string, DocumentPlace>> {
  const places: Record<string, DocumentPlace> = { ...documentPlaces };
  if (as === 'relationship' || as === 'update-relationship') {
    const { document } = documentPlaces;
    places.document = { ...document, members: { ...document.members, data: 'primary-linkage' } };
  }
  for (const { places: more = {} } of [...extensions, ...profiles]) Object.assign(places, more);
  for (const { namespace, members = {} } of extensions) {
    for (const [name, defined] of Object.entries(members)) {
      const prefixed = Object.entries(defined).map(([member, to]) => [`${namespace}:${member}`, to]);
      places[name] = withMembers(places[name], Object.fromEntries(prefixed));
    }
  }
  for (const { members = {} } of profiles) {
    for (const [name, defined] of Object.entries(members)) places[name] = withMembers(places[name], defined);
  }
  return places;
}

/** Rejects unknown rule ids, because a misspelled id would have no effect. */
function checkIds({ rules }: RuleChoice, known: readonly Rule[]): void {
  const ids = new Set<string>(known.map(({ id }) => id));
  for (const [id, wanted] of Object.entries(rules)) {
    if (wanted === undefined || ids.has(id)) continue;
    const hint = suggestName(id, ids, '"');
    throw new TypeError(
      `validateDocument: \`rules\` contains "${excerpt(id)}", which is not a rule of the specification or of the passed extensions and profiles.${hint}`,
    );
  }
}

/**
 * Creates the rule set of a choice.
 *
 * @throws {TypeError} If `rules` contains an unknown rule id.
 */
export function createRuleSet(choice: RuleChoice): RuleSet {
  const { extensions, profiles } = choice;
  const brought = [...extensions, ...profiles].flatMap(({ rules = [] }) => rules as readonly Rule[]);
  const all = [...specifiedRules, ...brought];
  checkIds(choice, all);
  const rules = all.flatMap((rule) => chosen(rule, choice) ?? []);
  // An extension that does not define its members can have any members.
  const open = extensions.filter(({ namespace, members }) => namespace !== undefined && members === undefined);
  const prefixes = open.map(({ namespace }) => `${namespace}:`);
  const isExtensionMember = (name: string): boolean => {
    for (const prefix of prefixes) if (name.startsWith(prefix)) return isMemberName(name.slice(prefix.length));
    return false;
  };
  return { rules, grammar: createGrammar(placesOf(choice), [...rules, indexing], isExtensionMember) };
}
