import { plainReference } from '../record/plain-reference.ts';
import { assertNotPromise, readReference, simpleIdString } from '../record/reference.ts';
import type { ResourceType } from '../schema/api.ts';
import {
  createEntry,
  ensureExtras,
  entriesOf,
  type IdentityMap,
  type ResourceEntry,
  relatedValue,
  relatedValueFrom,
} from './identity-map.ts';
import type { IncludeNode, IncludeStep } from './include-plan.ts';
import { linkagePrefix, wrongLinkage } from './wrong-linkage.ts';

/** Adds one member of a relationship's value. A member without a record is linked, but not included. */
function addRelatedValue(
  map: IdentityMap,
  from: ResourceEntry,
  { relationship, next }: IncludeStep,
  value: unknown,
): void {
  const { api, typeOf, recordOf } = map.reader;
  const { definition, target } = relationship;
  const known = recordOf === undefined || target === undefined ? undefined : plainReference(target, value);
  if (known !== undefined && target !== undefined) {
    addMember(map, next, target, known, value);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const id = simpleIdString((value as { readonly id?: unknown }).id);
  if (target !== undefined && id !== undefined && (value as { readonly type?: unknown }).type === undefined) {
    addRelated(map, next, target, id, value);
    return;
  }
  const place = (): string => linkagePrefix(from.type.name, from.id, relationship);
  const { type, id: relatedId, record } = readReference(api, definition.targets, value, place, typeOf);
  if (record !== undefined) addRelated(map, next, type, relatedId, record);
}

/** Adds a resource that a step reached, if its record is known: by its id, or from the value that named it. */
export function addMember(map: IdentityMap, next: IncludeNode, type: ResourceType, id: string, value: unknown): void {
  const { recordOf } = map.reader;
  const relatedRecord = typeof value === 'object' && value !== null ? value : undefined;
  const record = recordOf === undefined ? relatedRecord : recordOf(type.name, id);
  if (record !== undefined) addRelated(map, next, type, id, record);
}

/** Adds a record that a step reached. Relationship paths continue from it at the node `next`. */
export function addRelated(map: IdentityMap, next: IncludeNode, type: ResourceType, id: string, record: object): void {
  const entries = entriesOf(map, type);
  const entry = entries.get(id);
  if (entry === undefined) {
    const created = createEntry(type, id, record, next);
    entries.set(id, created);
    map.included.push(created);
    return;
  }
  if (entry.record !== record) addExtraRecord(map, entry, record);
  if (next.isEnd || entry.node === next || entry.extras?.nodes.has(next) === true) return;
  ensureExtras(entry).nodes.add(next);
  map.revisits.push({ entry, node: next, startIndex: undefined });
}

/** Adds another record of a resource. It can contain fields that the earlier records lack. */
function addExtraRecord(map: IdentityMap, entry: ResourceEntry, record: object): void {
  if (entry.node === map.emittedNode || map.shouldKeepRecord?.(entry, record) === false) return;
  const extras = ensureExtras(entry);
  extras.records ??= new Set();
  if (extras.records.has(record)) return;
  extras.records.add(record);
  extras.recordList.push(record);
  if (extras.unresolvedSteps.length === 0) return;
  const steps = new Map([[entry.type.name, extras.unresolvedSteps]]);
  const node: IncludeNode = { steps, isEnd: false, remainingPaths: [] };
  // The unresolved steps have already read all earlier records, so start at the new record. To read all of them again
  // would take quadratic time.
  map.revisits.push({ entry, node, startIndex: extras.recordList.length - 1 });
  extras.unresolvedSteps = [];
}

function followStep(map: IdentityMap, entry: ResourceEntry, step: IncludeStep, startIndex: number | undefined): void {
  const value =
    startIndex === undefined
      ? relatedValue(map.reader, entry.record, entry.extras?.records, step.relationship)
      : relatedValueFrom(map.reader, entry, startIndex, step.relationship);
  if (value === undefined) {
    ensureExtras(entry).unresolvedSteps.push(step);
  } else if (!step.relationship.toMany) {
    if (Array.isArray(value)) throw wrongLinkage(entry.type.name, entry.id, step.relationship, value);
    addRelatedValue(map, entry, step, value);
  } else {
    if (!Array.isArray(value)) {
      assertNotPromise(value, () => linkagePrefix(entry.type.name, entry.id, step.relationship));
      throw wrongLinkage(entry.type.name, entry.id, step.relationship, value);
    }
    for (let index = 0; index < value.length; index++) addRelatedValue(map, entry, step, value[index]);
  }
}

/** Follows the steps that start from a resource at one node. */
export function followNode(map: IdentityMap, entry: ResourceEntry, node: IncludeNode, startIndex?: number): void {
  if (node.isEnd) return;
  const steps = node.steps.get(entry.type.name);
  if (steps === undefined) return;
  for (let index = 0; index < steps.length; index++) followStep(map, entry, steps[index] as IncludeStep, startIndex);
}

/** Follows relationship paths from a primary resource and adds the resources that they reach. */
export function followPaths(map: IdentityMap, entry: ResourceEntry): void {
  const { included, revisits } = map;
  followNode(map, entry, entry.node);
  while (map.followedCount < included.length || revisits.length > 0) {
    for (; map.followedCount < included.length; map.followedCount++) {
      const next = included[map.followedCount] as ResourceEntry;
      followNode(map, next, next.node);
    }
    const task = revisits.pop();
    if (task !== undefined) followNode(map, task.entry, task.node, task.startIndex);
  }
}
