import { ownMembers } from '../internal/members.ts';
import type { Grammar, GrammarNodeKind, Step, VisitList } from '../spec/grammar/grammar.ts';
import type { NodeKind, Shape } from '../spec/grammar/node-kinds.ts';
import type { Visit, Visitors } from '../spec/grammar/visitors.ts';

type VisitorKind = 'visit' | 'missingMember' | 'wrongShape' | 'unknownMember';

/** A node kind while its members are being resolved, because node kinds can refer to each other in circles. */
type UnresolvedKind = { -readonly [Member in keyof GrammarNodeKind]: GrammarNodeKind[Member] } & {
  readonly members: Map<string, Step>;
};

function visitList(rules: readonly Visitors[], visitorKind: VisitorKind, names: readonly string[]): VisitList {
  const visits: Visit[] = [];
  const numbers: number[] = [];
  for (const [index, rule] of rules.entries()) {
    const table = rule[visitorKind];
    if (table === undefined) continue;
    for (const name of names) {
      if (!Object.hasOwn(table, name)) continue;
      visits.push(table[name] as Visit);
      numbers.push(index);
    }
  }
  return { visits, rules: numbers };
}

function stepTo(kind: GrammarNodeKind | undefined, meets: number): Step {
  return { role: 'defined', kind, leaf: kind?.leaf, meets };
}

function leafOf(shape: Shape, { visits }: VisitList): Shape | undefined {
  const isText = shape === 'string' || shape === 'name';
  return shape === 'value' || (isText && visits.length === 0) ? shape : undefined;
}

function createUnresolved(name: string, kind: NodeKind, rules: readonly Visitors[]): UnresolvedKind {
  const { aliases = [], needs = [], names: namesOfOthers } = ownMembers(kind) as unknown as NodeKind;
  const names = [...new Set([name, ...aliases])];
  const visit = visitList(rules, 'visit', names);
  return {
    name,
    shape: kind.shape,
    visit,
    missingMember: visitList(rules, 'missingMember', names),
    wrongShape: visitList(rules, 'wrongShape', names),
    unknownMember: visitList(rules, 'unknownMember', names),
    leaf: leafOf(kind.shape, visit),
    members: new Map(),
    needs: 2 ** needs.length - 1,
    others: stepTo(undefined, 0),
    names: namesOfOthers,
    element: undefined,
    recursive: false,
    lastNames: [],
    lastSteps: [],
  };
}

function resolve(given: NodeKind, into: UnresolvedKind, find: (name: string) => UnresolvedKind): void {
  const kind = ownMembers(given) as unknown as NodeKind;
  const { members = {}, needs = [] } = kind;
  for (const [member, to] of Object.entries(members)) {
    const meets = needs.reduce((bits, group, index) => bits | (group.includes(member) ? 1 << index : 0), 0);
    into.members.set(member, stepTo(to === null ? undefined : find(to), meets));
  }
  if (kind.others !== undefined) into.others = stepTo(find(kind.others), 0);
  if (kind.element !== undefined) into.element = find(kind.element);
}

function leadsToItself(kind: GrammarNodeKind): boolean {
  const waiting: GrammarNodeKind[] = [kind];
  const seen = new Set<GrammarNodeKind>();
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const next of [...[...at.members.values()].map((step) => step.kind), at.others.kind, at.element]) {
      if (next === kind) return true;
      if (next === undefined || seen.has(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  }
  return false;
}

/** Joins node kinds and rules into the grammar for a walk. */
export function createGrammar(
  nodeKinds: Readonly<Record<string, NodeKind>>,
  rules: readonly Visitors[],
  isExtensionMember: (name: string) => boolean,
): Grammar {
  const unresolvedKinds = new Map(
    Object.entries(nodeKinds).map(([name, kind]) => [name, createUnresolved(name, kind, rules)]),
  );
  const find = (name: string): UnresolvedKind => {
    const found = unresolvedKinds.get(name);
    if (found === undefined) throw new TypeError(`${JSON.stringify(name)} is not a node kind of a document.`);
    return found;
  };
  for (const [name, kind] of Object.entries(nodeKinds)) resolve(kind, find(name), find);
  for (const kind of unresolvedKinds.values()) kind.recursive = leadsToItself(kind);
  return { root: find('document'), isExtensionMember };
}
