import type { Grammar, GrammarPlace, Step, VisitList } from '../document/grammar.ts';
import type { Place, Shape } from '../document/places.ts';
import type { Visit, Visitors } from '../document/visitors.ts';

type Occasion = 'visit' | 'incomplete' | 'misshapen' | 'undefinedMember';

/** A grammar place while its members are being resolved: places lead to each other in circles. */
type Draft = { -readonly [Member in keyof GrammarPlace]: GrammarPlace[Member] };

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

const nowhere: Step = { role: 'defined', place: undefined, leaf: undefined, meets: 0 };

function leafOf(shape: Shape, { visits }: VisitList): Shape | undefined {
  const isText = shape === 'string' || shape === 'name';
  return shape === 'value' || (isText && visits.length === 0) ? shape : undefined;
}

function draft(name: string, place: Place, rules: readonly Visitors[]): Draft {
  const names = [...new Set([name, ...(place.kinds ?? [])])];
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
    needs: 2 ** (place.needs?.length ?? 0) - 1,
    others: nowhere,
    names: place.names,
    element: undefined,
    recursive: false,
    lastNames: [],
    lastSteps: [],
  };
}

function resolve(place: Place, into: Draft, find: (name: string) => Draft): void {
  const step = (member: string, to: string | null): Step => ({
    role: 'defined',
    place: to === null ? undefined : find(to),
    leaf: to === null ? undefined : find(to).leaf,
    meets: (place.needs ?? []).reduce((bits, group, index) => bits | (group.includes(member) ? 1 << index : 0), 0),
  });
  into.members = new Map(Object.entries(place.members ?? {}).map(([member, to]) => [member, step(member, to)]));
  if (place.others !== undefined)
    into.others = { role: 'defined', place: find(place.others), leaf: find(place.others).leaf, meets: 0 };
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

/** Joins places and rules into what the walk runs on. */
export function createGrammar(
  places: Readonly<Record<string, Place>>,
  rules: readonly Visitors[],
  isExtensionMember: (name: string) => boolean,
): Grammar {
  const drafts = new Map(Object.entries(places).map(([name, place]) => [name, draft(name, place, rules)]));
  const find = (name: string): Draft => {
    const found = drafts.get(name);
    if (found === undefined) throw new TypeError(`There is no place ${JSON.stringify(name)} in a document.`);
    return found;
  };
  for (const [name, place] of Object.entries(places)) resolve(place, find(name), find);
  for (const place of drafts.values()) place.recursive = leadsToItself(place);
  return { root: find('document'), isExtensionMember };
}
