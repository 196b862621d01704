import type { ResourceObject } from '../document/resource-object.ts';
import type { ResourceType } from '../schema/api.ts';
import type { AnyBuildOptions } from './build-options.ts';
import { followNode } from './follow-paths.ts';
import { addPrimary, createEntry, createIdentityMap, type Entry, type IdentityMap } from './identity-map.ts';
import { type IncludePlan, includePlan } from './include-plan.ts';
import { idOf, typesOf } from './primary-records.ts';
import type { Rendering } from './rendering.ts';
import { resourceObject } from './resource.ts';
import { resourcePlan } from './resource-plan.ts';
import { addUniqueId, createUniqueIds } from './unique-ids.ts';
import { visitOf } from './visit.ts';

type TypeOf = (record: object) => ResourceType;

/** Renders a resource that was followed before. */
export function renderEntry(rendering: Rendering, { type, id, record, more }: Entry): ResourceObject {
  return resourceObject(rendering, resourcePlan(rendering.view, type), id, record, more?.others);
}

/** Renders a resource, and meets what its relationships lead to. */
function renderVisited(rendering: Rendering, map: IdentityMap, entry: Entry): ResourceObject {
  const plan = resourcePlan(rendering.view, entry.type);
  const visit = visitOf(map, plan, entry);
  return resourceObject(rendering, plan, entry.id, entry.record, entry.more?.others, visit);
}

/** Renders the included resources that were met but not rendered yet, and those that they lead to. */
function renderMet(rendering: Rendering, map: IdentityMap, included: ResourceObject[]): void {
  while (included.length < map.included.length || map.again.length > 0) {
    while (included.length < map.included.length) {
      included.push(renderVisited(rendering, map, map.included[included.length] as Entry));
    }
    const task = map.again.pop();
    if (task !== undefined) followNode(map, task.entry, task.node, task.seen);
  }
}

/** Renders anew what was rendered before all its records were met. */
function renderAnew(rendering: Rendering, entries: readonly Entry[], resources: ResourceObject[]): void {
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index] as Entry;
    if (entry.more?.others !== undefined) resources[index] = renderEntry(rendering, entry);
  }
}

/** Resources without others to be included. */
function renderFlat(rendering: Rendering, typeOf: TypeOf, records: readonly object[]): ResourceObject[] {
  const data: ResourceObject[] = [];
  const unique = createUniqueIds(data);
  for (let index = 0; index < records.length; index++) {
    const record = records[index] as object;
    const type = typeOf(record);
    const id = idOf(type, record);
    addUniqueId(unique, type.name, id);
    data.push(resourceObject(rendering, resourcePlan(rendering.view, type), id, record, undefined));
  }
  return data;
}

/** The resource objects of a compound document. */
export interface Rendered {
  readonly data: readonly ResourceObject[];
  readonly included: readonly ResourceObject[] | undefined;
}

/** Renders the primary data and what paths lead to: each resource is finished before the next one is read. */
function renderFollowed(
  rendering: Rendering,
  typeOf: TypeOf,
  records: readonly object[],
  { root, meetsPrimary }: IncludePlan,
): Rendered {
  const map = createIdentityMap(rendering.reader);
  const data: ResourceObject[] = [];
  const included: ResourceObject[] = [];
  const unique = createUniqueIds(data);
  const entryOf = (record: object): Entry => {
    const type = typeOf(record);
    const entry = createEntry(type, idOf(type, record), record, root);
    if (meetsPrimary) addPrimary(map, entry);
    else addUniqueId(unique, type.name, entry.id);
    return entry;
  };
  // Where a path can lead back to primary data, all of it has to be known before the first step.
  // Unlike map, Array.from passes the holes of an array, which entryOf rejects.
  const primary = meetsPrimary ? Array.from(records, entryOf) : undefined;
  for (let index = 0; index < records.length; index++) {
    const entry = primary === undefined ? entryOf(records[index] as object) : (primary[index] as Entry);
    data.push(renderVisited(rendering, map, entry));
    renderMet(rendering, map, included);
  }
  if (primary !== undefined) renderAnew(rendering, primary, data);
  renderAnew(rendering, map.included, included);
  return { data, included };
}

/** Renders the primary data, and what is included with it. */
export function renderCompound(
  rendering: Rendering,
  types: readonly string[],
  records: readonly object[],
  include: AnyBuildOptions['include'],
): Rendered {
  const typeOfRecord = typesOf(rendering.api, types, rendering.typeOf);
  if (include === undefined) return { data: renderFlat(rendering, typeOfRecord, records), included: undefined };
  return renderFollowed(rendering, typeOfRecord, records, includePlan(rendering.api, types, include));
}
