import { pick, type Random } from '../../../server/test/access-world.ts';
import type { TypeName } from './world-api.ts';
import { type Data, IDS, isToOne, linkedIds, relationshipsOf, rowWith, sees } from './world-data.ts';
import type { WorldRules } from './world-rules.ts';

interface Identifier {
  readonly type: string;
  readonly id: string;
}
type Linkage = null | Identifier | readonly Identifier[];

/** The parts of requests. */
export interface Scene {
  readonly random: Random;
  readonly data: Data;
  /** The data of the other world. */
  readonly twin: Data;
  readonly rules: WorldRules;
  /** Numbers new resources and keys, so that both worlds get the same. */
  readonly next: () => number;
}

export const types = [
  'teams',
  'people',
  'people',
  'accounts',
  'articles',
  'articles',
  'comments',
  'tags',
] as const satisfies readonly TypeName[];
/** Attributes that decide nothing. */
export const mutable: Readonly<Record<TypeName, string>> = {
  teams: 'name',
  people: 'name',
  accounts: 'name',
  articles: 'title',
  comments: 'body',
  tags: 'word',
};
/** Attributes that can decide what the user sees. */
const deciding: Readonly<Partial<Record<TypeName, Readonly<Record<string, readonly (string | number)[]>>>>> = {
  teams: { open: [0, 1] },
  people: { hidden: [0, 1], team: ['a', 'b'] },
  accounts: { hidden: [0, 1], team: ['a', 'b'] },
  articles: { state: ['public', 'draft'] },
  comments: { hidden: [0, 1] },
  tags: { hidden: [0, 1] },
};
export const anyId = (random: Random): string => String(pick(random, [...IDS, ...IDS, 6]));

/** The relationships whose memberships have data. */
const ranked: ReadonlySet<string> = new Set(['articles.tags', 'tags.articles']);

/** Returns the linkage of a relationship: null, one identifier, or several; often what is linked already, seen or not. */
function linkageOf({ random, data }: Scene, type: TypeName, id: string, name: string): Linkage {
  const target = relationshipsOf(type)[name] ?? 'people';
  const linked = linkedIds(data, type, Number(id), name);
  const identifier = (): Identifier => ({
    type: target,
    id: linked.length > 0 && random() < 0.5 ? String(pick(random, linked)) : anyId(random),
    ...(ranked.has(`${type}.${name}`) && random() < 0.5 && { meta: { rank: pick(random, [0, 1, 2]) } }),
  });
  if (isToOne(type, name)) return random() < 0.3 ? null : identifier();
  const ids = new Map([identifier(), identifier()].map((it) => [it.id, it]));
  return random() < 0.2 ? [] : [...ids.values()];
}

const newValues: Readonly<Record<TypeName, object>> = {
  teams: { name: 'N', open: 1 },
  people: { name: 'N', team: 'a', salary: 5000, hidden: 0 },
  accounts: { name: 'N', team: 'a', hidden: 0 },
  articles: { title: 'N', state: 'public' },
  comments: { body: 'n', hidden: 0 },
  tags: { word: 'n', hidden: 0 },
};

/** Returns one write as an operation of a list. */
export function operationOf(scene: Scene, type: TypeName, decides: boolean): Record<string, unknown> {
  const { random, next } = scene;
  const id = anyId(random);
  const names = Object.keys(relationshipsOf(type));
  const name = names.length === 0 ? undefined : pick(random, names);
  const relationships =
    name === undefined ? {} : { relationships: { [name]: { data: linkageOf(scene, type, id, name) } } };
  const choices = Object.entries(deciding[type] ?? {});
  const [field, values] = pick(random, choices.length === 0 ? [['name', ['N']] as const] : choices);
  const change = decides && random() < 0.6 ? { [field]: pick(random, values) } : { [mutable[type]]: 'N' };
  const kind = pick(random, ['update', 'update', 'link', 'updateRelationship', 'create', 'remove'] as const);
  if (kind === 'create')
    return { op: 'add', data: { type, id: String(100 + next()), attributes: newValues[type], ...relationships } };
  if (kind === 'remove') return { op: 'remove', ref: { type, id } };
  if (kind === 'update' || name === undefined) return { op: 'update', data: { type, id, attributes: change } };
  if (kind === 'link') return { op: 'update', data: { type, id, ...relationships } };
  const op = isToOne(type, name) ? 'update' : pick(random, ['update', 'add', 'remove'] as const);
  return { op, ref: { type, id, relationship: name }, data: linkageOf(scene, type, id, name) };
}

/** A type whose rules look at another one, what decides about its resources, and an operation that shows or links one of them. */
const dependent = [
  { type: 'articles', from: 'comments', name: 'article' },
  { type: 'people', from: 'articles', name: 'author' },
  { type: 'people', from: 'people', name: 'boss' },
] as const;

/** The types whose resources decide whether the user sees a resource, by what the rule compares. */
const deciders: Readonly<Record<string, readonly TypeName[]>> = {
  open: ['teams'],
  'team.open': ['teams'],
  state: ['articles'],
  'author.hidden': ['people', 'accounts'],
  hidden: ['people', 'accounts'],
  team: ['people', 'accounts'],
};

/** Returns a list in which an operation changes what decides about another one: before, it asks the same. */
export function operationsOf(scene: Scene): readonly Record<string, unknown>[] {
  const { random, data, rules, next } = scene;
  const isDecided = (it: TypeName): boolean => Array.isArray(rules.read[it]);
  const some = dependent.filter((it) => isDecided(it.type));
  const { type, from, name } = pick(random, some.length === 0 ? dependent : some);
  const accessFilter = rules.read[type];
  const by = typeof accessFilter === 'boolean' ? types : accessFilter.flatMap(({ field }) => deciders[field] ?? []);
  const seen = IDS.filter((id) => sees(data, rules, type, id));
  const id = seen.length > 0 && random() < 0.85 ? pick(random, seen) : pick(random, IDS);
  const row = rowWith(data, type, id);
  const linking = data[from].filter((it) => it[name] === id);
  const existing = linking.length === 0 ? undefined : String(pick(random, linking).id);
  const asks = (): Record<string, unknown> => {
    const relationships = { [name]: { data: { type, id: String(id) } } };
    const created = { type: from, id: String(100 + next()), attributes: newValues[from], relationships };
    const kind = pick(random, ['add', 'show', 'update'] as const);
    if (kind === 'update')
      return { op: 'update', data: { type, id: String(id), attributes: { [mutable[type]]: 'M' } } };
    if (kind === 'add' || existing === undefined) return { op: 'add', data: created };
    return { op: 'update', data: { type: from, id: existing, attributes: { [mutable[from]]: 'N' } } };
  };
  const decides = (): Record<string, unknown> => {
    const other = pick(random, by);
    const [field, values] = pick(random, Object.entries(deciding[other] ?? {}));
    const person = type === 'people' ? id : row?.['author'];
    const of: Readonly<Partial<Record<TypeName, unknown>>> = { teams: row?.['team'], people: person, accounts: person };
    const decider = other === type ? id : of[other];
    const chosen = Number(decider ?? pick(random, IDS));
    const before = rowWith(data, other, chosen)?.[field];
    const attributes = { [field]: pick(random, random() < 0.7 ? values.filter((it) => it !== before) : values) };
    return { op: 'update', data: { type: other, id: String(chosen), attributes } };
  };
  return random() < 0.5 ? [asks(), decides(), asks()] : [asks(), decides(), decides(), asks()];
}
