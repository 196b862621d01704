import { pick, type Random, some } from '../../../server/test/access-world.ts';
import { allIds, isToOneSide, type Write } from './sides-oracle.ts';
import { ids, type LinkPlan, type SidePlan, type State, type World } from './sides-world.ts';

/** A random write, mostly of a relationship, mostly of a resource that is there. */
export function writeOf(random: Random, { links, types }: World, { rows }: State): Write {
  const type = pick(random, types).name;
  const there = Object.keys(rows[type] ?? {});
  const known = (of: string): readonly string[] => {
    const found = Object.keys(rows[of] ?? {});
    return random() < 0.95 && found.length > 0 ? found : allIds;
  };
  const declared = links.flatMap(({ sides }, link) =>
    ([0, 1] as const).flatMap((side) => (sides[side].type === type && sides[side].isDeclared ? [{ link, side }] : [])),
  );
  const isToOne = (link: number, side: 0 | 1): boolean => isToOneSide(links[link] as LinkPlan, side);
  const membersOf = ({ link, side }: (typeof declared)[number]): string[] => {
    const target = ((links[link] as LinkPlan).sides[side === 0 ? 1 : 0] as SidePlan).type;
    const all = known(target);
    return isToOne(link, side) ? some(random, [pick(random, all)], 0.75) : some(random, all, 0.4);
  };
  const id = random() < 0.95 && there.length > 0 ? pick(random, there) : pick(random, allIds);
  const n = Math.floor(random() * 3);
  const kinds = ['create', 'update', 'delete', 'replace', 'add', 'remove', 'add', 'remove'] as const;
  const kind = pick(random, declared.length === 0 ? (['create', 'update', 'delete'] as const) : kinds);
  if (kind === 'delete') return { kind, type, id, n, changes: [] };
  if (kind === 'create' || kind === 'update') {
    // One side of each link: what a request means that writes both at once is not the question here.
    const chosen = links.flatMap((_, index) => {
      const sides = declared.filter(({ link }) => link === index);
      return sides.length > 0 && random() < 0.6 ? [pick(random, sides)] : [];
    });
    const changes = chosen.map((one) => ({ ...one, members: membersOf(one) }));
    const given = pick(random, [undefined, undefined, 'new', 'new', pick(random, ids)]);
    return { kind, type, id: kind === 'create' ? given : id, n, changes };
  }
  const toMany = declared.filter(({ link, side }) => !isToOne(link, side));
  const isReplaced = kind === 'replace' || toMany.length === 0;
  const one = pick(random, isReplaced ? declared : toMany);
  return { kind: isReplaced ? 'replace' : kind, type, id, n, changes: [{ ...one, members: membersOf(one) }] };
}

/** The request that means a write. */
export function requestOf({ links }: World, { kind, type, id, n, changes }: Write) {
  const linkage = (link: number, side: 0 | 1, members: readonly string[]): unknown => {
    const plan = links[link] as LinkPlan;
    const target = plan.sides[side === 0 ? 1 : 0].type;
    const identifiers = members.map((member) => ({ type: target, id: member }));
    return isToOneSide(plan, side) ? (identifiers[0] ?? null) : identifiers;
  };
  const send = (method: string, url: string, data?: unknown) => ({
    method,
    url,
    headers: { 'content-type': data === undefined ? undefined : 'application/vnd.api+json' },
    body: data === undefined ? undefined : JSON.stringify({ data }),
  });
  if (kind === 'delete') return send('DELETE', `/${type}/${id}`);
  if (kind === 'create' || kind === 'update') {
    const named = changes.map(({ link, side, members }) => [
      (links[link] as LinkPlan).sides[side].name,
      { data: linkage(link, side, members) },
    ]);
    const attributes = kind === 'create' ? { attributes: { n } } : {};
    const data = { type, ...(id === undefined ? {} : { id }), ...attributes, relationships: Object.fromEntries(named) };
    return kind === 'create' ? send('POST', `/${type}`, data) : send('PATCH', `/${type}/${id}`, data);
  }
  const [{ link, side, members }] = changes as [Write['changes'][number]];
  const method = { replace: 'PATCH', add: 'POST', remove: 'DELETE' }[kind];
  const { name } = (links[link] as LinkPlan).sides[side];
  return send(method, `/${type}/${id}/relationships/${name}`, linkage(link, side, members));
}
