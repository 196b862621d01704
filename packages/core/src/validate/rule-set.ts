import type { Grammar } from '../document/grammar.ts';
import type { DocumentNode } from '../document/node.ts';
import { documentPlaces, type Place } from '../document/places.ts';
import type { DocumentRole } from '../document/visitors.ts';
import type { Extension } from '../media-type/extension.ts';
import type { Profile } from '../media-type/profile.ts';
import { namespaceOf } from '../member/extension-member.ts';
import type { RuleLevel } from '../spec/rule-facts.ts';
import { createGrammar } from './grammar.ts';
import type { Rule } from './rule.ts';
import { specifiedRules } from './specified-rules.ts';

/** What decides which rules look at a document, and at which places. */
export interface RuleChoice {
  readonly as: DocumentRole | undefined;
  readonly level: RuleLevel;
  readonly extensions: readonly Extension[];
  readonly profiles: readonly Profile[];
  readonly withApi: boolean;
  /** Rules that are switched off, or count at another level. */
  readonly rules: Readonly<Record<string, RuleLevel | 'off' | undefined>>;
}

/** Rules, and the grammar they are joined with. */
export interface RuleSet {
  readonly rules: readonly Rule[];
  readonly grammar: Grammar;
}

/** Fills the index of resources before any rule looks. */
const indexing: Pick<Rule, 'visit'> = {
  visit: {
    'primary-resource': (node, context) => context.resources.addPrimary(node as DocumentNode),
    'included-resource': (node, context) => context.resources.addIncluded(node as DocumentNode),
    'primary-identifier': (node, context) => context.resources.addIdentifier((node as DocumentNode).value),
  },
};

function chosen(rule: Rule, { as, level, withApi, rules }: RuleChoice): Rule | undefined {
  if (rule.needsApi === true && !withApi) return undefined;
  if (rule.roles !== undefined && (as === undefined || !rule.roles.includes(as))) return undefined;
  const wanted = (Object.hasOwn(rules, rule.id) ? rules[rule.id] : undefined) ?? rule.level;
  if (wanted === 'off' || (wanted === 'should' && level === 'must')) return undefined;
  return wanted === rule.level ? rule : { ...rule, level: wanted };
}

function withMembers(place: Place, members: Readonly<Record<string, string | null>>): Place {
  return { ...place, members: { ...members, ...place.members } };
}

/** The places of a document, with those that extensions and profiles add. */
function placesOf({ as, extensions, profiles }: RuleChoice): Readonly<Record<string, Place>> {
  const places: Record<string, Place> = { ...documentPlaces };
  if (as === 'relationship') {
    const { document } = documentPlaces;
    places.document = { ...document, members: { ...document.members, data: 'primary-linkage' } };
  }
  for (const { places: more = {} } of [...extensions, ...profiles]) Object.assign(places, more);
  for (const { namespace, members = {} } of extensions) {
    for (const [name, defined] of Object.entries(members)) {
      const prefixed = Object.entries(defined ?? {}).map(([member, to]) => [`${namespace}:${member}`, to]);
      const place = places[name];
      if (place !== undefined) places[name] = withMembers(place, Object.fromEntries(prefixed));
    }
  }
  for (const { members = {} } of profiles) {
    for (const [name, defined] of Object.entries(members)) {
      const place = places[name];
      if (place !== undefined) places[name] = withMembers(place, defined ?? {});
    }
  }
  return places;
}

/** Makes the rule set of a choice. */
export function createRuleSet(choice: RuleChoice): RuleSet {
  const { extensions, profiles } = choice;
  const brought = [...extensions, ...profiles].flatMap(({ rules = [] }) => rules as readonly Rule[]);
  const rules = [...specifiedRules, ...brought].flatMap((rule) => chosen(rule, choice) ?? []);
  // An extension that does not say which members it has may have any.
  const open = new Set(extensions.filter(({ members }) => members === undefined).map(({ namespace }) => namespace));
  open.delete(undefined);
  const isExtensionMember = (name: string): boolean => open.size > 0 && open.has(namespaceOf(name));
  return { rules, grammar: createGrammar(placesOf(choice), [...rules, indexing], isExtensionMember) };
}
