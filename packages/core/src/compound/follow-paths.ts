import { breach } from '../error/breach.ts';
import { plainReference } from '../record/plain-reference.ts';
import { quickId, readReference, refusePromise } from '../record/reference.ts';
import type { ResourceType } from '../schema/api.ts';
import {
  createEntry,
  type Entry,
  entriesOf,
  type IdentityMap,
  laterValue,
  moreOf,
  relatedValue,
} from './identity-map.ts';
import type { IncludeNode, IncludeStep } from './include-plan.ts';
import type { RelationshipPlan } from './relationship-plan.ts';

/** Takes one member of a relationship's value; what has no record of its own is linked, not included. */
function meetValue(map: IdentityMap, from: Entry, { relationship, next }: IncludeStep, value: unknown): void {
  const { api, typeOf, recordOf } = map.reader;
  const { definition, target } = relationship;
  const known = recordOf === undefined || target === undefined ? undefined : plainReference(target, value);
  if (known !== undefined && target !== undefined) {
    meetMember(map, next, target, known, value);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const id = quickId((value as { readonly id?: unknown }).id);
  if (target !== undefined && id !== undefined && (value as { readonly type?: unknown }).type === undefined) {
    meet(map, next, target, id, value);
    return;
  }
  const place = (): string => placeOf(from, relationship);
  const { type, id: relatedId, record } = readReference(api, definition.targets, value, place, typeOf);
  if (record !== undefined) meet(map, next, type, relatedId, record);
}

/** Takes a resource to which a step led, if its record is known: by its id, or from what led to it. */
export function meetMember(map: IdentityMap, next: IncludeNode, type: ResourceType, id: string, value: unknown): void {
  const { recordOf } = map.reader;
  const own = typeof value === 'object' && value !== null ? value : undefined;
  const record = recordOf === undefined ? own : recordOf(type.name, id);
  if (record !== undefined) meet(map, next, type, id, record);
}

/** Takes a record to which a step led; it is followed from the point of relationship paths that comes next. */
export function meet(map: IdentityMap, next: IncludeNode, type: ResourceType, id: string, record: object): void {
  const entries = entriesOf(map, type);
  const entry = entries.get(id);
  if (entry === undefined) {
    const created = createEntry(type, id, record, next);
    entries.set(id, created);
    map.included.push(created);
    return;
  }
  if (entry.record !== record) meetAgain(map, entry, record);
  if (next.isEnd || entry.node === next || entry.more?.nodes.has(next) === true) return;
  moreOf(entry).nodes.add(next);
  map.again.push({ entry, node: next, seen: undefined });
}

/** Notes one more record of a resource, which may know what those before did not. */
function meetAgain(map: IdentityMap, entry: Entry, record: object): void {
  if (entry.node === map.written || map.isNews?.(entry, record) === false) return;
  const more = moreOf(entry);
  more.others ??= new Set();
  if (more.others.has(record)) return;
  more.others.add(record);
  more.numbered.push(record);
  if (more.waiting.length === 0) return;
  const node: IncludeNode = { steps: new Map([[entry.type.name, more.waiting]]), isEnd: false, rests: [] };
  // Who waits has looked at all records before this one. To do so again for each one more would take quadratic time.
  map.again.push({ entry, node, seen: more.numbered.length - 1 });
  more.waiting = [];
}

function followStep(map: IdentityMap, entry: Entry, step: IncludeStep, seen: number | undefined): void {
  const value =
    seen === undefined
      ? relatedValue(map.reader, entry.record, entry.more?.others, step.relationship)
      : laterValue(map.reader, entry, seen, step.relationship);
  if (value === undefined) {
    moreOf(entry).waiting.push(step);
  } else if (!step.relationship.toMany) {
    if (Array.isArray(value)) throw wrongKind(entry, step.relationship, 'to-one; its record holds an array');
    meetValue(map, entry, step, value);
  } else {
    if (!Array.isArray(value)) {
      refusePromise(value, () => placeOf(entry, step.relationship));
      throw wrongKind(entry, step.relationship, 'to-many; its record holds no array');
    }
    for (let index = 0; index < value.length; index++) meetValue(map, entry, step, value[index]);
  }
}

/** Whose relationship it is, for use in a sentence. */
function placeOf({ type, id }: Entry, { name }: RelationshipPlan): string {
  return `${type.name} ${JSON.stringify(id)}, relationship ${name},`;
}

function wrongKind(entry: Entry, relationship: RelationshipPlan, what: string): TypeError {
  return breach('linkage', `${placeOf(entry, relationship)} is ${what}.`);
}

/** Follows the steps that lead on from a resource at one point of relationship paths. */
export function followNode(map: IdentityMap, entry: Entry, node: IncludeNode, seen?: number): void {
  if (node.isEnd) return;
  const steps = node.steps.get(entry.type.name);
  if (steps === undefined) return;
  for (let index = 0; index < steps.length; index++) followStep(map, entry, steps[index] as IncludeStep, seen);
}

/** Follows relationship paths from an entry of the primary data and adds what they lead to. */
export function followPaths(map: IdentityMap, entry: Entry): void {
  const { included, again } = map;
  followNode(map, entry, entry.node);
  while (map.followed < included.length || again.length > 0) {
    for (; map.followed < included.length; map.followed++) {
      const next = included[map.followed] as Entry;
      followNode(map, next, next.node);
    }
    const task = again.pop();
    if (task !== undefined) followNode(map, task.entry, task.node, task.seen);
  }
}
