import type { ResourceType } from '../../schema/api.ts';
import { idOf } from '../record/record-id.ts';
import { typesOf } from '../record/reference.ts';
import { collect } from './collect.ts';
import { addPrimaryResource, createIdentityMap } from './identity-map.ts';
import type { IncludePlan } from './include-plan.ts';
import type { RenderContext, RenderResource } from './render-context.ts';
import { createEntry, type ResourceEntry } from './resource-entry.ts';
import { resourcePlan } from './resource-plan.ts';
import { addUniqueId, createUniqueIds, type UniqueIds } from './unique-ids.ts';

type TypeOf = (record: object) => ResourceType;

/** Renders a resource after its include steps were followed. */
export function renderEntry<Resource>(
  context: RenderContext,
  entry: ResourceEntry,
  render: RenderResource<Resource>,
): Resource {
  const { type, id, record, extras } = entry;
  return render(context, resourcePlan(context.documentPlan, type), id, record, extras?.records, entry);
}

function renderEntries<Resource>(
  context: RenderContext,
  entries: readonly ResourceEntry[],
  render: RenderResource<Resource>,
): Resource[] {
  // An array of the right length is smaller than one that grows.
  const resources = new Array<Resource>(entries.length);
  for (let index = 0; index < entries.length; index++)
    resources[index] = renderEntry(context, entries[index] as ResourceEntry, render);
  return resources;
}

/** Returns the ids of the primary data, to find one that occurs twice. `done` has the length of the data so far. */
function uniqueIds(records: readonly object[], typeOf: TypeOf, done: readonly unknown[]): UniqueIds | undefined {
  if (records.length < 2) return undefined;
  return createUniqueIds(() =>
    records.slice(0, done.length).map((record) => {
      const type = typeOf(record);
      return { type: type.name, id: idOf(type, record) };
    }),
  );
}

/** Renders resources without included resources. */
function renderWithoutIncludes<Resource>(
  context: RenderContext,
  typeOf: TypeOf,
  records: readonly object[],
  render: RenderResource<Resource>,
): Resource[] {
  const data: Resource[] = [];
  const unique = uniqueIds(records, typeOf, data);
  for (let index = 0; index < records.length; index++) {
    const record = records[index] as object;
    const type = typeOf(record);
    const id = idOf(type, record);
    if (unique !== undefined) addUniqueId(unique, type.name, id);
    data.push(render(context, resourcePlan(context.documentPlan, type), id, record, undefined));
  }
  return data;
}

/** The resource objects of a compound document. */
export interface Rendered<Resource> {
  readonly data: readonly Resource[];
  readonly included: readonly Resource[] | undefined;
}

/** Collects the primary data and the resources that paths reach, and then renders each of them once. */
function renderWithIncludes<Resource>(
  context: RenderContext,
  typeOf: TypeOf,
  records: readonly object[],
  render: RenderResource<Resource>,
  { root, reachesPrimary }: IncludePlan,
): Rendered<Resource> {
  const map = createIdentityMap(context.reader);
  const primary: ResourceEntry[] = [];
  const unique = reachesPrimary ? undefined : uniqueIds(records, typeOf, primary);
  for (let index = 0; index < records.length; index++) {
    const record = records[index] as object;
    const type = typeOf(record);
    const entry = createEntry(type, idOf(type, record), record, root);
    // If a path can lead back to primary data, all primary data is in the map before the first step.
    if (reachesPrimary) addPrimaryResource(map, entry);
    else if (unique !== undefined) addUniqueId(unique, type.name, entry.id);
    primary.push(entry);
  }
  for (let index = 0; index < primary.length; index++) collect(map, primary[index] as ResourceEntry);
  return { data: renderEntries(context, primary, render), included: renderEntries(context, map.included, render) };
}

/** Renders the primary data and its included resources, as objects or as strings. */
export function renderCompound<Resource>(
  context: RenderContext,
  types: readonly string[],
  records: readonly object[],
  plan: IncludePlan | undefined,
  render: RenderResource<Resource>,
): Rendered<Resource> {
  const { api } = context.reader;
  const typeOf = typesOf(api, types, context.reader.typeOf);
  if (plan !== undefined) return renderWithIncludes(context, typeOf, records, render, plan);
  return { data: renderWithoutIncludes(context, typeOf, records, render), included: undefined };
}
