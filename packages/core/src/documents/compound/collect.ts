import type { ResourceType } from '../../schema/api.ts';
import { hasRepeats, plainReference, simpleIdString } from '../record/record-id.ts';
import { readReference } from '../record/reference.ts';
import { addIncluded, entryOf, type IdentityMap } from './identity-map.ts';
import type { IncludeNode, IncludeStep } from './include-plan.ts';
import { nullLinkage } from './linkage.ts';
import { linksOnly } from './links-only.ts';
import {
  type CollectedLinkage,
  createEntry,
  ensureExtras,
  type ResourceEntry,
  relatedValue,
  relatedValueFrom,
} from './resource-entry.ts';
import { linkagePrefix, wrongLinkage } from './wrong-linkage.ts';

/** Adds the resource of a value that `addRelatedValue` does not know. */
function addReadValue(
  map: IdentityMap,
  from: ResourceEntry,
  { relationship, next }: IncludeStep,
  value: object,
): string | undefined {
  const { api, typeOf } = map.reader;
  const place = (): string => linkagePrefix(from.type.name, from.id, relationship);
  const { type, id, record, meta, additional } = readReference(
    api,
    relationship.definition.targets,
    value,
    place,
    typeOf,
  );
  if (record !== undefined) addRelatedRecord(map, next, type, id, record);
  return relationship.target === undefined || meta !== undefined || additional !== undefined ? undefined : id;
}

/**
 * Adds the resource of one value of a relationship: an id, an identifier, or a record. A resource without a record is
 * linked, but not included. Returns the id if nothing else is needed for its linkage.
 */
function addRelatedValue(map: IdentityMap, from: ResourceEntry, step: IncludeStep, value: unknown): string | undefined {
  const { next } = step;
  const { target } = step.relationship;
  const { recordOf } = map.reader;
  const known = recordOf && target && plainReference(target, value);
  if (known !== undefined) {
    const record = recordOf?.(target?.name as string, known);
    if (record !== undefined) addRelatedRecord(map, next, target as ResourceType, known, record);
    return known;
  }
  if (typeof value !== 'object' || value === null) return target && simpleIdString(value);
  const isTyped = (value as { readonly type?: unknown }).type !== undefined;
  const id = isTyped || target === undefined ? undefined : plainReference(target, value);
  if (id === undefined) return addReadValue(map, from, step, value);
  addRelatedRecord(map, next, target as ResourceType, id, value);
  return id;
}

/**
 * Adds the record of a related resource. The include paths continue from the resource at the node `next`. A resource
 * that is already in the map gets the record as an extra record, and is followed again if the node is new for it.
 */
function addRelatedRecord(map: IdentityMap, next: IncludeNode, type: ResourceType, id: string, record: object): void {
  const entry = entryOf(map, type, id);
  if (entry === undefined) {
    addIncluded(map, createEntry(type, id, record, next));
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

/** The ids of a to-many relationship, or undefined if its linkage needs more than each of them once. */
function addRelatedValues(
  map: IdentityMap,
  entry: ResourceEntry,
  step: IncludeStep,
  values: readonly unknown[],
): readonly string[] | undefined {
  const ids = new Array<string>(values.length);
  let arePlain = step.relationship.target !== undefined;
  for (let index = 0; index < values.length; index++) {
    const id = addRelatedValue(map, entry, step, values[index]);
    if (id === undefined) arePlain = false;
    else ids[index] = id;
  }
  return arePlain && !hasRepeats(ids) ? ids : undefined;
}

/**
 * Follows one step from a resource: adds the related resources, and returns the linkage. If no record has a value, the step stays
 * unresolved.
 */
function followStep(
  map: IdentityMap,
  entry: ResourceEntry,
  step: IncludeStep,
  startIndex: number | undefined,
): CollectedLinkage | undefined {
  const { relationship } = step;
  const value =
    startIndex === undefined
      ? relatedValue(map.reader, entry.record, entry.extras?.records, relationship)
      : relatedValueFrom(map.reader, entry, startIndex, relationship);
  if (value === undefined || value === linksOnly) {
    ensureExtras(entry).unresolvedSteps.push(step);
    return undefined;
  }
  if (Array.isArray(value) !== relationship.toMany) throw wrongLinkage(entry.type.name, entry.id, relationship, value);
  const ids = relationship.toMany
    ? addRelatedValues(map, entry, step, value as readonly unknown[])
    : addRelatedValue(map, entry, step, value);
  if (value === null) return nullLinkage;
  const { identifierMeta, recordOf } = map.reader;
  // The application receives the records of identifiers to which it adds meta.
  return ids === undefined || identifierMeta !== undefined ? { value, recordOf } : ids;
}

/** Follows the steps that start from a resource at one node, but not the steps after them. */
function followNode(map: IdentityMap, entry: ResourceEntry, node: IncludeNode, startIndex?: number): void {
  const steps = node.isEnd ? undefined : node.steps.get(entry.type.name);
  if (steps === undefined) return;
  // A resource is rendered with what its first node collected.
  const isFirst = node === entry.node && startIndex === undefined;
  const collected = isFirst ? new Array<CollectedLinkage | undefined>(steps.length) : undefined;
  for (let index = 0; index < steps.length; index++) {
    const linkage = followStep(map, entry, steps[index] as IncludeStep, startIndex);
    if (collected !== undefined) collected[index] = linkage;
  }
  if (collected === undefined) return;
  entry.steps = steps;
  entry.linkage = collected;
}

/**
 * Follows the include paths from a primary resource to their ends, and adds all resources that they reach. Nothing else follows
 * relationships: each value is read once, and kept for rendering.
 */
export function collect(map: IdentityMap, entry: ResourceEntry): void {
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
