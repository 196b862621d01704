import type { Oracle } from './access-oracle.ts';
import {
  attributeNames,
  ids,
  pick,
  type Random,
  type RelationshipPlan,
  randomOf,
  some,
  type TypePlan,
  type World,
} from './access-world.ts';

export interface WorldRequest {
  readonly method: string;
  readonly url: string;
  readonly body?: string;
}

function typeOf(world: World, name: string): TypePlan {
  return world.types.find((type) => type.name === name) as TypePlan;
}

/** Mostly what the user may read: a request that names anything else is rejected. */
function readable(random: Random, { fields }: TypePlan, names: readonly string[]): string[] {
  if (fields === undefined || fields === true || random() < 0.1) return [...names];
  return fields === false ? [] : names.filter((name) => fields.includes(name));
}

function relationshipNames(random: Random, type: TypePlan): string[] {
  return readable(random, type, Object.keys(type.relationships));
}

function fieldNames(random: Random, type: TypePlan): string[] {
  return readable(random, type, [...attributeNames, ...Object.keys(type.relationships)]);
}

/** Mostly the id of a resource that the user sees. */
function idFrom(random: Random, { sees }: Oracle, { name }: TypePlan): string {
  const seen = ids.filter((id) => sees(name, id));
  return seen.length > 0 && random() < 0.7 ? pick(random, seen) : pick(random, [...ids, '9']);
}

function pathFrom(random: Random, world: World, type: TypePlan): string | undefined {
  const steps: string[] = [];
  let current = type;
  while (steps.length < 1 + Math.floor(random() * 3)) {
    const names = relationshipNames(random, current);
    if (names.length === 0) break;
    const name = pick(random, names);
    steps.push(name);
    current = typeOf(world, pick(random, (current.relationships[name] as RelationshipPlan).targets));
  }
  return steps.length === 0 ? undefined : steps.join('.');
}

/** A field of a type, or one behind its relationships. */
function fieldFrom(random: Random, world: World, type: TypePlan): string | undefined {
  const path = random() < 0.5 ? pathFrom(random, world, type) : undefined;
  if (path === undefined)
    return pick(random, readable(random, type, ['n', 's', 'n', 's', ...fieldNames(random, type)]));
  const step = random() < 0.7 ? (path.split('.')[0] as string) : path;
  return random() < 0.3 ? path : `${step}.${pick(random, ['n', 's', 'n', 's', 'h', 'a'])}`;
}

/**
 * What a request asks of the members at the beginning of an include path: of a to-many relationship, mostly. The world and the path decide it,
 * so that the other requests of a seed do not depend on it.
 */
function relatedQueryOf(world: World, type: TypePlan, path: string): [string, string][] {
  const text = JSON.stringify([world.types, type.name, path]);
  const random = randomOf([...text].reduce((sum, it) => (sum * 31 + it.charCodeAt(0)) % 2 ** 31, 7));
  if (random() < 0.8) return [];
  const name = path.split('.')[0] as string;
  const { kind, targets } = type.relationships[name] as RelationshipPlan;
  if (kind === 'to-one' && random() < 0.9) return [];
  const end = typeOf(world, targets[0] as string);
  const field = () => pick(random, readable(random, end, ['n', 's'])) ?? 'n';
  const parts: readonly [string, string][] = [
    [`[filter][${random() < 0.2 ? fieldFrom(random, world, end) : field()}]`, pick(random, ['0', '1,2', 'x', 'null'])],
    ['[sort]', `${random() < 0.5 ? '-' : ''}${field()}`],
    ['[page][size]', pick(random, ['1', '2'])],
  ];
  return some(random, parts, 0.5).map(([part, value]) => [`relatedQuery[${name}]${part}`, value]);
}

function queryOf(random: Random, world: World, type: TypePlan, isCollection: boolean): string {
  const pairs: [string, string][] = [];
  if (random() < 0.5) {
    const paths = [1, 2].map(() => pathFrom(random, world, type)).filter((path) => path !== undefined);
    pairs.push(['include', paths.join(',')]);
    const [path] = paths;
    if (path !== undefined) pairs.push(...relatedQueryOf(world, type, path));
  }
  for (const each of world.types) {
    if (random() < 0.2) pairs.push([`fields[${each.name}]`, some(random, fieldNames(random, each), 0.5).join(',')]);
  }
  if (isCollection) {
    const field = random() < 0.4 ? fieldFrom(random, world, type) : undefined;
    if (field !== undefined) {
      const value = pick(random, ['0', '1', '2', 'x', 'y', 'null', '1,2', '1,9', '3,4,5']);
      pairs.push([`filter[${field}]${random() < 0.2 ? '[ge]' : ''}`, value]);
    }
    const key = random() < 0.3 ? fieldFrom(random, world, type) : undefined;
    if (key !== undefined) pairs.push(['sort', `${random() < 0.5 ? '-' : ''}${key}`]);
    if (random() < 0.4) pairs.push(['page[size]', pick(random, ['1', '2', '3'])]);
    for (const part of ['groupBy', 'minOf', 'maxOf'] as const)
      if (random() < 0.1) pairs.push([part, some(random, readable(random, type, attributeNames), 0.5).join(',')]);
    if (random() < 0.3) pairs.push(['page[number]', pick(random, ['1', '2', '3'])]);
  }
  return pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`;
}

/** A random request that reads. */
export function readRequest(random: Random, world: World, oracle: Oracle): WorldRequest {
  const type = pick(random, world.types);
  const id = idFrom(random, oracle, type);
  const names = relationshipNames(random, type);
  const kind = names.length === 0 ? pick(random, [0, 1]) : pick(random, [0, 0, 1, 2, 2, 3]);
  if (kind === 0) return { method: 'GET', url: `/${type.name}${queryOf(random, world, type, true)}` };
  if (kind === 1) return { method: 'GET', url: `/${type.name}/${id}${queryOf(random, world, type, false)}` };
  const name = pick(random, names);
  const { kind: many, targets } = type.relationships[name] as RelationshipPlan;
  const target = typeOf(world, pick(random, targets));
  if (kind === 2) {
    return { method: 'GET', url: `/${type.name}/${id}/${name}${queryOf(random, world, target, many === 'to-many')}` };
  }
  const query =
    random() < 0.5 ? '' : random() < 0.5 ? `?include=${name}` : queryOf(random, world, target, many === 'to-many');
  return { method: 'GET', url: `/${type.name}/${id}/relationships/${name}${query}` };
}

/** A random request that writes. */
export function writeRequest(random: Random, world: World, oracle: Oracle): WorldRequest {
  const type = pick(random, world.types);
  const id = idFrom(random, oracle, type);
  const linkageOf = ({ kind, targets }: RelationshipPlan): unknown => {
    const links = targets.flatMap((target) =>
      [1, 2].map(() => ({ type: target, id: idFrom(random, oracle, typeOf(world, target)) })),
    );
    return kind === 'to-one' ? pick(random, [...links, null]) : some(random, links, 0.5);
  };
  const resource = (): object => ({
    attributes: Object.fromEntries(
      some(random, readable(random, type, attributeNames), 0.4).map((name) => [name, name === 's' ? 'x' : 1]),
    ),
    relationships: Object.fromEntries(
      some(random, relationshipNames(random, type), 0.3).map((name) => [
        name,
        { data: linkageOf(type.relationships[name] as RelationshipPlan) },
      ]),
    ),
  });
  const names = relationshipNames(random, type);
  const kind = pick(random, names.length === 0 ? [0, 1, 2] : [0, 1, 1, 2, 3, 3]);
  const query = queryOf(random, world, type, false);
  if (kind === 0) {
    return {
      method: 'POST',
      url: `/${type.name}${query}`,
      body: JSON.stringify({ data: { type: type.name, ...resource() } }),
    };
  }
  if (kind === 1) {
    const data = { type: type.name, id, ...resource() };
    return { method: 'PATCH', url: `/${type.name}/${id}${query}`, body: JSON.stringify({ data }) };
  }
  if (kind === 2) return { method: 'DELETE', url: `/${type.name}/${id}` };
  const name = pick(random, names);
  const plan = type.relationships[name] as RelationshipPlan;
  const method = plan.kind === 'to-one' ? 'PATCH' : pick(random, ['PATCH', 'POST', 'DELETE']);
  return {
    method,
    url: `/${type.name}/${id}/relationships/${name}`,
    body: JSON.stringify({ data: linkageOf(plan) }),
  };
}
