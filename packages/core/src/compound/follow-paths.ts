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
import { linkagePrefix, wrongLinkage } from './wrong-linkage.ts';

/** Adds one member of a relationship's value. A member without a record is linked, but not included. */
function meetValue(map: IdentityMap, from: Entry, { relationship, next }: IncludeStep, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const { api, typeOf } = map.reader;
  const { definition, target } = relationship;
  const id = quickId((value as { readonly id?: unknown }).id);
  if (target !== undefined && id !== undefined && (value as { readonly type?: unknown }).type === undefined) {
    meet(map, next, target, id, value);
    return;
  }
  const place = (): string => linkagePrefix(from.type.name, from.id, relationship);
  const { type, id: relatedId, record } = readReference(api, definition.targets, value, place, typeOf);
  if (record !== undefined) meet(map, next, type, relatedId, record);
}

/** Adds a record that a step reached. Relationship paths continue from it at the node `next`. */
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

/** Adds another record of a resource. It can contain fields that the earlier records lack. */
function meetAgain(map: IdentityMap, entry: Entry, record: object): void {
  if (entry.node === map.written || map.isNews?.(entry, record) === false) return;
  const more = moreOf(entry);
  more.others ??= new Set();
  if (more.others.has(record)) return;
  more.others.add(record);
  more.numbered.push(record);
  if (more.waiting.length === 0) return;
  const node: IncludeNode = { steps: new Map([[entry.type.name, more.waiting]]), isEnd: false };
  // The waiting steps have already read all earlier records, so start at the new record. Reading all of them again
  // would take quadratic time.
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
    if (Array.isArray(value)) throw wrongLinkage(entry.type.name, entry.id, step.relationship, value);
    meetValue(map, entry, step, value);
  } else {
    if (!Array.isArray(value)) {
      refusePromise(value, () => linkagePrefix(entry.type.name, entry.id, step.relationship));
      throw wrongLinkage(entry.type.name, entry.id, step.relationship, value);
    }
    for (let index = 0; index < value.length; index++) meetValue(map, entry, step, value[index]);
  }
}

/** Follows the steps that start from a resource at one node. */
export function followNode(map: IdentityMap, entry: Entry, node: IncludeNode, seen?: number): void {
  if (node.isEnd) return;
  const steps = node.steps.get(entry.type.name);
  if (steps === undefined) return;
  for (let index = 0; index < steps.length; index++) followStep(map, entry, steps[index] as IncludeStep, seen);
}

/** Follows relationship paths from a primary resource and adds the resources that they reach. */
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
