import {
  ids,
  type LinkPlan,
  MADE,
  type RulePlan,
  type SidePlan,
  type State,
  type TypePlan,
  type World,
} from './sides-world.ts';

type Pair = readonly [string, string];

/** A write, before it becomes a request. Relationships are named by their link and their side of it. */
export interface Write {
  readonly kind: 'create' | 'update' | 'delete' | 'replace' | 'add' | 'remove';
  readonly type: string;
  /** Undefined for a new resource whose id the server chooses. */
  readonly id: string | undefined;
  /** The number of a new resource. */
  readonly n: number;
  readonly changes: readonly { readonly link: number; readonly side: 0 | 1; readonly members: readonly string[] }[];
}

/** Returns the expected result of a write. The code is simple and shares nothing with the tested code. */
export interface Verdict {
  readonly isAllowed: boolean;
  readonly after: State;
}

const planOf = ({ types }: World, type: string): TypePlan => types.find(({ name }) => name === type) as TypePlan;
const otherOf = (side: 0 | 1): 0 | 1 => (side === 0 ? 1 : 0);

function canRead(world: World, { rows }: State, type: string, id: string): boolean {
  const { read } = planOf(world, type);
  const n = rows[type]?.[id];
  if (n === undefined) return false;
  if (world.defaultAccess === undefined) return true;
  if (read === undefined) return world.defaultAccess === 'allow';
  if (typeof read === 'boolean') return read;
  return read.values.includes(read.field === 'id' ? id : n);
}

function canReadField(world: World, { type, name }: SidePlan): boolean {
  const { fields } = planOf(world, type);
  return world.defaultAccess === undefined || fields === undefined || fields.includes(name);
}

function asks(
  world: World,
  type: string,
  action: keyof TypePlan['rules'],
  id: string | undefined,
  n: number | undefined,
  partners: readonly string[] = [],
): boolean {
  if (world.defaultAccess === undefined) return true;
  const { rules } = planOf(world, type);
  const isFollowed = action === 'updateRelationship' && rules.updateRelationship === undefined;
  // Without `updateRelationship`, the rule `update` decides, which compares no partners here.
  if (isFollowed && rules.update !== undefined) return asks(world, type, 'update', id, n);
  const rule: RulePlan | undefined = rules[action];
  if (rule === undefined) return world.defaultAccess === 'allow';
  const isRejected = rule.ids.includes(id ?? '') || rule.numbers.includes(n ?? -1);
  return !isRejected && !partners.some((partner) => rule.partners.includes(partner));
}

/** Whether links are stored where this side is declared: its own foreign key, or a join table, which is of both. */
const stores = ({ kind }: LinkPlan, side: 0 | 1): boolean => kind === 'join' || side === 0;

/** Whether a resource has at most one member on this side. */
export const isToOneSide = ({ kind }: LinkPlan, side: 0 | 1): boolean =>
  kind === 'one-to-one' || (kind === 'foreign-key' && side === 0);

/** The pairs of a link after one change of it. */
function changedPairs(
  { kind }: LinkPlan,
  before: readonly Pair[],
  side: 0 | 1,
  id: string,
  added: readonly string[],
  removed: readonly string[],
) {
  const made = added.map((member): Pair => (side === 0 ? [id, member] : [member, id]));
  const isSame = (left: Pair, right: Pair): boolean => left[0] === right[0] && left[1] === right[1];
  const kept = before.filter((pair) => {
    if (pair[side] === id && removed.includes(pair[otherOf(side)])) return false;
    if (made.some((other) => isSame(pair, other))) return false;
    // A foreign key holds one value.
    return kind === 'join' || !made.some((other) => other[0] === pair[0]);
  });
  return [...kept, ...made].sort((left, right) => (left.join() < right.join() ? -1 : 1));
}

/** Whether all sides of all links that a write changes allow it, but for what the client itself wrote. */
function sidesAllow(world: World, before: State, after: State, write: Write, id: string): boolean {
  return world.links.every((link, index) =>
    ([0, 1] as const).every((at) => {
      const side = link.sides[at];
      if (side.isOpen) return true;
      const [was, is] = [before.pairs[index] ?? [], after.pairs[index] ?? []];
      const others = (pairs: readonly Pair[], own: string): string[] =>
        pairs.filter((pair) => pair[at] === own).map((pair) => pair[otherOf(at)]);
      const isForeignKey = link.kind !== 'join' && at === 0;
      const isToOne = isForeignKey || link.kind === 'one-to-one';
      // A deletion concerns those alone whose foreign keys become null.
      if (write.kind === 'delete' && !isForeignKey) return true;
      return Object.keys(before.rows[side.type] ?? {}).every((own) => {
        const isWritten = own === id && side.type === write.type;
        const isNamed = write.changes.some((it) => it.link === index && it.side === at);
        if (isWritten && (isNamed || write.kind === 'delete')) return true;
        const [had, has] = [others(was, own), others(is, own)];
        const gained = has.filter((other) => !had.includes(other));
        const lost = had.filter((other) => !has.includes(other));
        if (gained.length + lost.length === 0) return true;
        const n = before.rows[side.type]?.[own];
        if (side.isDeclared && stores(link, at) && !(side.write && canReadField(world, side))) return false;
        if (isForeignKey && !(canRead(world, before, side.type, own) && asks(world, side.type, 'update', own, n)))
          return false;
        const isDecided = isForeignKey && planOf(world, side.type).rules.updateRelationship === undefined;
        if (!side.isDeclared || isDecided) return true;
        const changes = isToOne ? [gained] : [gained, lost].filter((list) => list.length > 0);
        return changes.every((partners) => asks(world, side.type, 'updateRelationship', own, n, partners));
      });
    }),
  );
}

/** The state after a write that is allowed; undefined when it names what it must not. */
function stateAfter(world: World, before: State, write: Write, id: string): State | undefined {
  const { type, kind } = write;
  if (kind === 'delete') {
    const { [id]: _, ...rest } = before.rows[type] ?? {};
    const pairs = world.links.map(({ sides }, index) =>
      (before.pairs[index] ?? []).filter((pair) => !pair.some((end, at) => end === id && sides[at]?.type === type)),
    );
    return { rows: { ...before.rows, [type]: rest }, pairs };
  }
  const rows = kind === 'create' ? { ...before.rows, [type]: { ...before.rows[type], [id]: write.n } } : before.rows;
  let pairs = before.pairs;
  for (const { link, side, members } of write.changes) {
    const plan = world.links[link] as LinkPlan;
    const target = plan.sides[otherOf(side)].type;
    const sees = (member: string): boolean => canRead(world, before, target, member);
    // A new resource can link to itself, under an id that the client chose.
    const isItself = (member: string): boolean => kind === 'create' && target === type && member === write.id;
    if (kind !== 'remove' && !members.every((member) => sees(member) || isItself(member))) return undefined;
    const current = (pairs[link] ?? []).filter((pair) => pair[side] === id).map((pair) => pair[otherOf(side)]);
    const isToOne = isToOneSide(plan, side);
    // The other row keeps its foreign key, which is unique.
    const isTaken = (member: string): boolean =>
      (pairs[link] ?? []).some((pair) => pair[1] === member && pair[0] !== id);
    if (plan.kind === 'one-to-one' && side === 0 && members.some(isTaken)) return undefined;
    // The members of a to-many relationship that the user cannot read stay.
    const replaced = current.filter((member) => !members.includes(member) && (isToOne || sees(member)));
    const removed = kind === 'remove' ? members.filter(sees) : kind === 'add' ? [] : replaced;
    const added = kind === 'remove' ? [] : members;
    const changed = changedPairs(plan, pairs[link] ?? [], side, id, added, removed);
    pairs = pairs.map((own, index) => (index === link ? changed : own));
  }
  return { rows, pairs };
}

/** Returns the decision of the access rules about a write, and the data after it. */
export function judge(world: World, before: State, write: Write): Verdict {
  const rejected: Verdict = { isAllowed: false, after: before };
  const { type, kind } = write;
  const id = write.id ?? MADE;
  const n = before.rows[type]?.[id];
  if (kind === 'create' ? n !== undefined : !canRead(world, before, type, id)) return rejected;
  for (const { link, side } of write.changes) {
    const plan = world.links[link] as LinkPlan;
    const [own, other] = [plan.sides[side], plan.sides[otherOf(side)]];
    if (!own.write || !canReadField(world, own)) return rejected;
    if (other.isDeclared && !other.isOpen && stores(plan, otherOf(side)) && !other.write) return rejected;
  }
  if (kind === 'create' && !asks(world, type, 'create', write.id, write.n)) return rejected;
  if (kind === 'update' && !asks(world, type, 'update', id, n)) return rejected;
  if (kind === 'delete' && !asks(world, type, 'delete', id, n)) return rejected;
  // Without `updateRelationship`, the rule that decided on the whole resource has decided on its relationships.
  const isDecided =
    planOf(world, type).rules.updateRelationship === undefined && (kind === 'create' || kind === 'update');
  for (const { members } of isDecided ? [] : write.changes) {
    const about = kind === 'create' ? write.id : id;
    if (!asks(world, type, 'updateRelationship', about, kind === 'create' ? undefined : n, members)) return rejected;
  }
  const after = stateAfter(world, before, write, id);
  if (after === undefined || !sidesAllow(world, before, after, write, id)) return rejected;
  if (kind === 'create' && !canRead(world, after, type, id)) return rejected;
  return { isAllowed: true, after };
}

export const allIds: readonly string[] = [...ids, '9'];
