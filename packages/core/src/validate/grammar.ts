import type { DocumentPlace, Shape } from '../grammar/document-places.ts';
import type { Grammar, GrammarPlace, Step, VisitList } from '../grammar/grammar.ts';
import type { Visit, Visitors } from '../grammar/visitors.ts';

type Occasion = 'visit' | 'incomplete' | 'misshapen' | 'undefinedMember';

/** A node kind while its members are being resolved, because node kinds can refer to each other in circles. */
type Draft = { -readonly [Member in keyof GrammarPlace]: GrammarPlace[Member] } & {
  readonly members: Map<string, Step>;
};

function visitList(rules: readonly Visitors[], occasion: Occasion, names: readonly string[]): VisitList {
  const visits: Visit[] = [];
  const numbers: number[] = [];
  for (const [index, rule] of rules.entries()) {
    const table = rule[occasion];
    if (table === undefined) continue;
    for (const name of names) {
      if (!Object.hasOwn(table, name)) continue;
      visits.push(table[name] as Visit);
      numbers.push(index);
    }
  }
  return { visits, rules: numbers };
}

function stepTo(place: GrammarPlace | undefined, meets: number): Step {
  return { role: 'defined', place, leaf: place?.leaf, meets };
}

/** The shapes of strings. */
const texts: ReadonlySet<Shape> = new Set(['string', 'name']);

function leafOf(shape: Shape, { visits }: VisitList): Shape | undefined {
  if (shape === 'value') return shape;
  return texts.has(shape) && visits.length === 0 ? shape : undefined;
}

function draft(name: string, place: DocumentPlace, rules: readonly Visitors[]): Draft {
  const { kinds = [], needs = [] } = place;
  const names = [...new Set([name, ...kinds])];
  const visit = visitList(rules, 'visit', names);
  return {
    name,
    shape: place.shape,
    visit,
    incomplete: visitList(rules, 'incomplete', names),
    misshapen: visitList(rules, 'misshapen', names),
    undefinedMember: visitList(rules, 'undefinedMember', names),
    leaf: leafOf(place.shape, visit),
    members: new Map(),
    needs: 2 ** needs.length - 1,
    others: stepTo(undefined, 0),
    names: place.names,
    element: undefined,
    recursive: false,
    lastNames: [],
    lastSteps: [],
  };
}

function resolve(place: DocumentPlace, into: Draft, find: (name: string) => Draft): void {
  const { members = {}, needs = [] } = place;
  for (const [member, to] of Object.entries(members)) {
    const meets = needs.reduce((bits, group, index) => bits | (group.includes(member) ? 1 << index : 0), 0);
    into.members.set(member, stepTo(to === null ? undefined : find(to), meets));
  }
  if (place.others !== undefined) into.others = stepTo(find(place.others), 0);
  if (place.element !== undefined) into.element = find(place.element);
}

function leadsToItself(place: GrammarPlace): boolean {
  const waiting: GrammarPlace[] = [place];
  const seen = new Set<GrammarPlace>();
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const next of [...[...at.members.values()].map((step) => step.place), at.others.place, at.element]) {
      if (next === place) return true;
      if (next === undefined || seen.has(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  }
  return false;
}

/** Joins node kinds and rules into the grammar for a walk. */
export function createGrammar(
  places: Readonly<Record<string, DocumentPlace>>,
  rules: readonly Visitors[],
  isExtensionMember: (name: string) => boolean,
): Grammar {
  const drafts = new Map(Object.entries(places).map(([name, place]) => [name, draft(name, place, rules)]));
  const find = (name: string): Draft => {
    const found = drafts.get(name);
    if (found === undefined) throw new TypeError(`${JSON.stringify(name)} is not a node kind of a document.`);
    return found;
  };
  for (const [name, place] of Object.entries(places)) resolve(place, find(name), find);
  for (const place of drafts.values()) place.recursive = leadsToItself(place);
  return { root: find('document'), isExtensionMember };
}
