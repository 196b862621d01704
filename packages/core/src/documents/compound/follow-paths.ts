import type { ResourceType } from '../../schema/api.ts';
import { plainReference } from '../record/plain-reference.ts';
import { assertNotPromise, readReference, simpleIdString } from '../record/reference.ts';
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

/**
 * Adds the resource of one value of a relationship: an id, an identifier, or a record. A resource without a record is
 * linked, but not included.
 */
function addRelatedValue(
  map: IdentityMap,
  from: ResourceEntry,
  { relationship, next }: IncludeStep,
  value: unknown,
): void {
  const { api, typeOf, recordOf } = map.reader;
  const { definition, target } = relationship;
  if (recordOf !== undefined && target !== undefined) {
    const known = plainReference(target, value);
    if (known !== undefined) {
      addRelatedById(map, next, target, known, value);
      return;
    }
  }
  if (typeof value !== 'object' || value === null) return;
  const id = simpleIdString((value as { readonly id?: unknown }).id);
  const isPlain = target !== undefined && id !== undefined && (value as { readonly type?: unknown }).type === undefined;
  if (isPlain) addRelatedRecord(map, next, target, id, value);
  else {
    const place = (): string => linkagePrefix(from.type.name, from.id, relationship);
    const { type, id: relatedId, record } = readReference(api, definition.targets, value, place, typeOf);
    if (record !== undefined) addRelatedRecord(map, next, type, relatedId, record);
  }
}

/**
 * Adds a related resource whose type and id are known. Its record is the result of `recordOf`, or else `value` if that
 * is an object. Without a record, adds nothing.
 */
export function addRelatedById(
  map: IdentityMap,
  next: IncludeNode,
  type: ResourceType,
  id: string,
  value: unknown,
): void {
  const { recordOf } = map.reader;
  const relatedRecord = typeof value === 'object' && value !== null ? value : undefined;
  const record = recordOf === undefined ? relatedRecord : recordOf(type.name, id);
  if (record !== undefined) addRelatedRecord(map, next, type, id, record);
}

/**
 * Adds the record of a related resource. The include paths continue from the resource at the node `next`. A resource
 * that is already in the map gets the record as an extra record, and is followed again if the node is new for it.
 */
export function addRelatedRecord(
  map: IdentityMap,
  next: IncludeNode,
  type: ResourceType,
  id: string,
  record: object,
): void {
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

/**
 * Adds another record of a resource. It can contain fields that the earlier records lack, so steps that found no value
 * are tried again with this record.
 */
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

/** Follows one step from a resource: adds the related resources. If no record has a value, the step stays unresolved. */
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

/** Follows the steps that start from a resource at one node, but not the steps after them. */
export function followNode(map: IdentityMap, entry: ResourceEntry, node: IncludeNode, startIndex?: number): void {
  const steps = node.steps.get(entry.type.name);
  if (steps === undefined) return;
  for (let index = 0; index < steps.length; index++) followStep(map, entry, steps[index] as IncludeStep, startIndex);
}

/**
 * Follows the include paths from a primary resource to their ends, and adds all resources that they reach. For streams,
 * which render the included resources last. `renderCompound` follows paths while it renders instead.
 */
export function followPaths(map: IdentityMap, entry: ResourceEntry): void {
  const { included, revisits } = map;
  followNode(map, entry, entry.node);
  while (map.followedCount < included.length || revisits.length > 0) {
    for (; map.followedCount < included.length; map.followedCount++) {
      const next = included[map.followedCount] as ResourceEntry;
      followNode(map, next, next.node);
    }
    const revisit = revisits.pop();
    if (revisit !== undefined) followNode(map, revisit.entry, revisit.node, revisit.startIndex);
  }
}
