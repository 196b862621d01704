import type { ResourceType } from '../../schema/api.ts';
import type { ResourceObject } from '../../spec/document/resource-object.ts';
import { idOf, typesOf } from '../record/primary-records.ts';
import { followNode } from './follow-paths.ts';
import {
  addPrimaryResource,
  createEntry,
  createIdentityMap,
  type IdentityMap,
  type ResourceEntry,
} from './identity-map.ts';
import { type IncludePlan, includePlan } from './include-plan.ts';
import type { RenderContext, RenderResource } from './render-context.ts';
import { resourceObject } from './resource.ts';
import { resourcePlan } from './resource-plan.ts';
import { startTraversal } from './traversal.ts';
import { addUniqueId, createUniqueIds, type UniqueIds } from './unique-ids.ts';

type TypeOf = (record: object) => ResourceType;

/** Renders a resource as an object, after its include steps were followed. */
export function renderEntry(context: RenderContext, { type, id, record, extras }: ResourceEntry): ResourceObject {
  return resourceObject(context, resourcePlan(context.documentPlan, type), id, record, extras?.records);
}

/** The primary data of one document, and the function that renders each resource as an object or as text. */
interface RenderJob<Resource> {
  readonly context: RenderContext;
  readonly typeOf: TypeOf;
  readonly records: readonly object[];
  readonly render: RenderResource<Resource>;
}

/** Returns the identities of the resources that are already rendered. */
function* identitiesOf<Resource>(
  { records, typeOf }: RenderJob<Resource>,
  rendered: readonly unknown[],
): Generator<{ readonly type: string; readonly id: string }> {
  for (let index = 0; index < rendered.length; index++) {
    const record = records[index] as object;
    const type = typeOf(record);
    yield { type: type.name, id: idOf(type, record) };
  }
}

function uniqueIds<Resource>(job: RenderJob<Resource>, rendered: readonly unknown[]): UniqueIds {
  return createUniqueIds(() => identitiesOf(job, rendered));
}

/** Renders a resource and adds its related resources to the map. */
function renderTraversed<Resource>(
  { context, render }: RenderJob<Resource>,
  map: IdentityMap,
  entry: ResourceEntry,
): Resource {
  const plan = resourcePlan(context.documentPlan, entry.type);
  const traversal = startTraversal(map, plan, entry);
  return render(context, plan, entry.id, entry.record, entry.extras?.records, traversal);
}

/** Renders the included resources that are not rendered yet, and the resources that include paths reach from them. */
function renderPending<Resource>(job: RenderJob<Resource>, map: IdentityMap, included: Resource[]): void {
  while (included.length < map.included.length || map.revisits.length > 0) {
    while (included.length < map.included.length) {
      included.push(renderTraversed(job, map, map.included[included.length] as ResourceEntry));
    }
    const revisit = map.revisits.pop();
    if (revisit !== undefined) followNode(map, revisit.entry, revisit.node, revisit.startIndex);
  }
}

/** Renders resources with several records again: an extra record can be found after its resource was rendered. */
function rerenderMerged<Resource>(
  { context, render }: RenderJob<Resource>,
  entries: readonly ResourceEntry[],
  resources: Resource[],
): void {
  for (let index = 0; index < entries.length; index++) {
    const { type, id, record, extras } = entries[index] as ResourceEntry;
    if (extras?.records === undefined) continue;
    resources[index] = render(context, resourcePlan(context.documentPlan, type), id, record, extras.records);
  }
}

/** Renders resources without included resources. */
function renderWithoutIncludes<Resource>(job: RenderJob<Resource>): Resource[] {
  const { context, typeOf, records, render } = job;
  const data: Resource[] = [];
  const unique = records.length > 1 ? uniqueIds(job, data) : undefined;
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

/** Renders the primary data and the resources that paths reach. Completes each resource before the next one is read. */
function renderWithIncludes<Resource>(
  job: RenderJob<Resource>,
  { root, reachesPrimary }: IncludePlan,
): Rendered<Resource> {
  const { typeOf, records } = job;
  const map = createIdentityMap(job.context.reader);
  const data: Resource[] = [];
  const included: Resource[] = [];
  const unique = records.length > 1 ? uniqueIds(job, data) : undefined;
  const entryOf = (record: object): ResourceEntry => {
    const type = typeOf(record);
    const entry = createEntry(type, idOf(type, record), record, root);
    if (reachesPrimary) addPrimaryResource(map, entry);
    else if (unique !== undefined) addUniqueId(unique, type.name, entry.id);
    return entry;
  };
  // If a path can lead back to primary data, add all primary data before the first step. Unlike map, Array.from passes
  // the holes of an array, which entryOf rejects.
  const primary = reachesPrimary ? Array.from(records, entryOf) : undefined;
  for (let index = 0; index < records.length; index++) {
    const entry = primary === undefined ? entryOf(records[index] as object) : (primary[index] as ResourceEntry);
    data.push(renderTraversed(job, map, entry));
    renderPending(job, map, included);
  }
  if (primary !== undefined) rerenderMerged(job, primary, data);
  rerenderMerged(job, map.included, included);
  return { data, included };
}

/** Renders the primary data and its included resources, as objects or as texts. */
export function renderCompound<Resource>(
  context: RenderContext,
  types: readonly string[],
  records: readonly object[],
  include: readonly string[] | undefined,
  render: RenderResource<Resource>,
): Rendered<Resource> {
  const job = { context, typeOf: typesOf(context.api, types, context.typeOf), records, render };
  if (include === undefined) return { data: renderWithoutIncludes(job), included: undefined };
  return renderWithIncludes(job, includePlan(context.api, types, include));
}
