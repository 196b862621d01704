import type { ResourceObject } from '../document/resource-object.ts';
import { idOf, typesOf } from '../record/primary-records.ts';
import type { ResourceType } from '../schema/api.ts';
import { followNode } from './follow-paths.ts';
import { addPrimary, createEntry, createIdentityMap, type Entry, type IdentityMap } from './identity-map.ts';
import { type IncludePlan, includePlan } from './include-plan.ts';
import type { Rendering, RenderResource } from './rendering.ts';
import { resourceObject } from './resource.ts';
import { resourcePlan } from './resource-plan.ts';
import { addUniqueId, createUniqueIds, type UniqueIds } from './unique-ids.ts';
import { visitOf } from './visit.ts';

type TypeOf = (record: object) => ResourceType;

/** Renders a resource whose include steps were already followed. */
export function renderEntry(rendering: Rendering, { type, id, record, more }: Entry): ResourceObject {
  return resourceObject(rendering, resourcePlan(rendering.view, type), id, record, more?.others);
}

/** How to render the resources of one document: as objects or as texts. */
interface Task<Resource> {
  readonly rendering: Rendering;
  readonly typeOf: TypeOf;
  readonly records: readonly object[];
  readonly render: RenderResource<Resource>;
}

/** Returns the identities of the resources that are already rendered. */
function* identitiesOf<Resource>(
  { records, typeOf }: Task<Resource>,
  rendered: readonly unknown[],
): Generator<{ readonly type: string; readonly id: string }> {
  for (let index = 0; index < rendered.length; index++) {
    const record = records[index] as object;
    const type = typeOf(record);
    yield { type: type.name, id: idOf(type, record) };
  }
}

function uniqueIds<Resource>(task: Task<Resource>, rendered: readonly unknown[]): UniqueIds {
  return createUniqueIds({ [Symbol.iterator]: () => identitiesOf(task, rendered) });
}

/** Renders a resource and adds its related resources to the map. */
function renderVisited<Resource>({ rendering, render }: Task<Resource>, map: IdentityMap, entry: Entry): Resource {
  const plan = resourcePlan(rendering.view, entry.type);
  const visit = visitOf(map, plan, entry);
  return render(rendering, plan, entry.id, entry.record, entry.more?.others, visit);
}

/** Renders the included resources that are not rendered yet, and the resources that they reach. */
function renderMet<Resource>(task: Task<Resource>, map: IdentityMap, included: Resource[]): void {
  while (included.length < map.included.length || map.again.length > 0) {
    while (included.length < map.included.length) {
      included.push(renderVisited(task, map, map.included[included.length] as Entry));
    }
    const again = map.again.pop();
    if (again !== undefined) followNode(map, again.entry, again.node, again.seen);
  }
}

/** Renders resources again that were rendered before all their records were found. */
function renderAnew<Resource>(
  { rendering, render }: Task<Resource>,
  entries: readonly Entry[],
  resources: Resource[],
): void {
  for (let index = 0; index < entries.length; index++) {
    const { type, id, record, more } = entries[index] as Entry;
    if (more?.others === undefined) continue;
    resources[index] = render(rendering, resourcePlan(rendering.view, type), id, record, more.others);
  }
}

/** Renders resources without included resources. */
function renderFlat<Resource>(task: Task<Resource>): Resource[] {
  const { rendering, typeOf, records, render } = task;
  const data: Resource[] = [];
  const unique = uniqueIds(task, data);
  for (let index = 0; index < records.length; index++) {
    const record = records[index] as object;
    const type = typeOf(record);
    const id = idOf(type, record);
    addUniqueId(unique, type.name, id);
    data.push(render(rendering, resourcePlan(rendering.view, type), id, record, undefined));
  }
  return data;
}

/** The resource objects of a compound document. */
export interface Rendered<Resource> {
  readonly data: readonly Resource[];
  readonly included: readonly Resource[] | undefined;
}

/** Renders the primary data and the resources that paths reach. Completes each resource before the next one is read. */
function renderFollowed<Resource>(task: Task<Resource>, { root, meetsPrimary }: IncludePlan): Rendered<Resource> {
  const { typeOf, records } = task;
  const map = createIdentityMap(task.rendering.reader);
  const data: Resource[] = [];
  const included: Resource[] = [];
  const unique = uniqueIds(task, data);
  const entryOf = (record: object): Entry => {
    const type = typeOf(record);
    const entry = createEntry(type, idOf(type, record), record, root);
    if (meetsPrimary) addPrimary(map, entry);
    else addUniqueId(unique, type.name, entry.id);
    return entry;
  };
  // If a path can lead back to primary data, add all primary data before the first step. Unlike map, Array.from passes
  // the holes of an array, which entryOf rejects.
  const primary = meetsPrimary ? Array.from(records, entryOf) : undefined;
  for (let index = 0; index < records.length; index++) {
    const entry = primary === undefined ? entryOf(records[index] as object) : (primary[index] as Entry);
    data.push(renderVisited(task, map, entry));
    renderMet(task, map, included);
  }
  if (primary !== undefined) renderAnew(task, primary, data);
  renderAnew(task, map.included, included);
  return { data, included };
}

/** Renders the primary data and its included resources, as objects or as texts. */
export function renderCompound<Resource>(
  rendering: Rendering,
  types: readonly string[],
  records: readonly object[],
  include: readonly string[] | undefined,
  render: RenderResource<Resource>,
): Rendered<Resource> {
  const task = { rendering, typeOf: typesOf(rendering.api, types, rendering.typeOf), records, render };
  if (include === undefined) return { data: renderFlat(task), included: undefined };
  return renderFollowed(task, includePlan(rendering.api, types, include));
}
