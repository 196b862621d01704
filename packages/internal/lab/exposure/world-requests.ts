import { pick } from '../../../server/test/access-world.ts';
import type { TypeName } from './world-api.ts';
import { type Data, IDS, isToOne, linkedIds, relationshipsOf, rowWith, sees } from './world-data.ts';
import { anyId, mutable, operationOf, type Scene, types } from './world-operations.ts';
import { readOf } from './world-reads.ts';

/** One request, as both worlds receive it. */
export interface Step {
  readonly method: string;
  readonly url: string;
  readonly body?: string;
  readonly key?: string;
  /** Whether somebody sends it who reads everything: then the responses are not compared. */
  readonly isFull: boolean;
  /** Whether only the first world receives it: a change of what the user cannot read. */
  readonly isAlone: boolean;
  /** Whether the request names a resource that the user cannot read. */
  readonly namesHidden: boolean;
}

const methods: Readonly<Record<string, string>> = { add: 'POST', update: 'PATCH', remove: 'DELETE' };

/** Returns the request that does what an operation does. */
function requestOf({ op, ref, data }: Record<string, unknown>): Pick<Step, 'method' | 'url' | 'body'> {
  const { type, id, relationship } = (ref ?? data) as Record<string, string>;
  const isCreation = op === 'add' && ref === undefined;
  const url = `/${type}${isCreation ? '' : `/${id}`}${relationship === undefined ? '' : `/relationships/${relationship}`}`;
  return {
    method: methods[String(op)] ?? 'GET',
    url,
    ...(data === undefined ? {} : { body: JSON.stringify({ data }) }),
  };
}

const identifiersIn = (body: string): readonly (readonly [TypeName, number])[] =>
  [...body.matchAll(/"type":"(\w+)","id":"(\d+)"/g)].map(([, type, id]) => [type as TypeName, Number(id)]);

/** Relationships of which the rule `link` can let the user name hidden members. */
const linking = [
  ['articles', 'author'],
  ['articles', 'tags'],
  ['people', 'boss'],
] as const;

/** Returns a function that completes a request. */
const stepIn =
  ({ data, rules }: Scene) =>
  (given: Pick<Step, 'method' | 'url'> & Partial<Step>): Step => ({
    isFull: false,
    isAlone: false,
    namesHidden: identifiersIn(given.body ?? '').some(([type, id]) => !sees(data, rules, type, id)),
    ...given,
  });

/** Returns a request that somebody sends who reads everything, and that the user then repeats. */
export function repeatedSteps(scene: Scene): readonly Step[] {
  const { random, data, twin, rules, next } = scene;
  const step = stepIn(scene);
  const type = pick(random, ['people', 'people', 'articles'] as const);
  const salaryOf = (it: Data, id: number): unknown => rowWith(it, 'people', id)?.['salary'];
  const differ = IDS.filter((id) => sees(data, rules, 'people', id) && salaryOf(data, id) !== salaryOf(twin, id));
  const id = type === 'people' && differ.length > 0 ? String(pick(random, differ)) : anyId(random);
  const key = `"key-${next()}"`;
  const query = type === 'people' ? 'fields[people]=card,name' : `include=${pick(random, ['author', 'tags', 'team'])}`;
  const body = JSON.stringify({ data: { type, id, attributes: { [mutable[type]]: 'N' } } });
  const repeated = step({ method: 'PATCH', url: `/${type}/${id}?${query}`, key, body });
  return sees(data, rules, type, Number(id)) ? [{ ...repeated, isFull: true }, repeated] : [repeated];
}

/** Returns the next requests: mostly one; two for a repeated response. */
export function stepsOf(scene: Scene): readonly Step[] {
  const { random, data, twin, rules, next } = scene;
  const step = stepIn(scene);
  const kind = random();
  if (kind < 0.5) return [step(readOf(scene))];
  if (kind < 0.7) return [step(requestOf(operationOf(scene, pick(random, types), false)))];
  if (kind < 0.79) {
    // A link to what the user cannot read, but can link: is it linked already?
    const ofHidden = linking.flatMap(([type, name]) => {
      const target = relationshipsOf(type)[name] as TypeName;
      const seen = rules.link[target] === undefined ? [] : IDS.filter((id) => sees(data, rules, type, id));
      return seen.flatMap((id) => {
        const hidden = linkedIds(data, type, id, name).filter((it) => !sees(data, rules, target, it));
        const there = linkedIds(twin, type, id, name);
        return hidden.map((it) => ({
          type,
          name,
          id,
          to: { type: target, id: String(it) },
          differs: !there.includes(it),
        }));
      });
    });
    const differing = ofHidden.filter((it) => it.differs);
    if (ofHidden.length === 0) return [];
    const { type, name, id, to: hidden } = pick(random, differing.length === 0 ? ofHidden : differing);
    const linkage = isToOne(type, name) ? hidden : [hidden];
    const relationships = { [name]: { data: linkage } };
    if (random() < 0.3) return [step(requestOf({ op: 'update', data: { type, id: String(id), relationships } }))];
    const op = isToOne(type, name) ? 'update' : pick(random, ['update', 'add', 'add', 'remove'] as const);
    return [step(requestOf({ op, ref: { type, id, relationship: name }, data: linkage }))];
  }
  if (kind < 0.83) {
    const operations = [1, 2].map(() => operationOf(scene, pick(random, types), false));
    return [step({ method: 'POST', url: '/operations', body: JSON.stringify({ 'atomic:operations': operations }) })];
  }
  if (kind < 0.87) {
    const action =
      random() < 0.5
        ? `${anyId(random)}/-actions/stamp`
        : `-actions/stampAll?${pick(random, ['filter[title]=T', 'filter[state]=public', 'filter[author]=1', 'filter[author.name]=Ada'])}`;
    return [step({ method: 'POST', url: `/articles/${action}` })];
  }
  if (kind < 0.95) return repeatedSteps(scene);
  // Somebody else writes what the user cannot read: a hidden comment or tag of an article. Or both worlds receive the same tags.
  const isHidden = Array.isArray(rules.read.comments) && rules.read.comments.some(({ field }) => field === 'hidden');
  const article = { type: 'articles', id: anyId(random) };
  const hidden = (type: 'comments' | 'tags') =>
    data[type].flatMap(({ id }) => (sees(data, rules, type, id) ? [] : [{ type, id: String(id) }]));
  const [comments, tags] = [isHidden ? hidden('comments') : [], hidden('tags')];
  const created = {
    ...{ type: 'comments', id: String(100 + next()), attributes: { body: 's', hidden: 1 } },
    relationships: { article: { data: article } },
  };
  const to = (url: string, of: unknown, ...methods: readonly string[]) =>
    methods.map((method) => ({ method, url, body: JSON.stringify({ data: of }) }));
  const all = data.tags.map(({ id }) => ({ type: 'tags', id: String(id) })).filter(() => random() < 0.5);
  const tagsOf = `/articles/${article.id}/relationships/tags`;
  const writes: readonly Pick<Step, 'method' | 'url' | 'body'>[] = [
    ...(isHidden ? to('/comments', created, 'POST') : []),
    ...comments.flatMap(({ id }) => [
      ...to(`/comments/${id}/relationships/article`, pick(random, [null, article]), 'PATCH'),
      { method: 'DELETE', url: `/comments/${id}` },
    ]),
    ...tags.flatMap((tag) => to(tagsOf, [tag], 'POST', 'DELETE')),
    ...to(tagsOf, all, 'PATCH', 'POST'),
  ];
  const write = pick(random, writes);
  const isAlone = write.body !== JSON.stringify({ data: all });
  return [step({ ...write, isFull: true, isAlone })];
}
