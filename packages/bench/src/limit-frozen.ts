/** Measures freezing alone: a handmade document in which every object is frozen. */
import { buildByHand } from './limit.ts';
import type { Workload } from './workload.ts';

interface Resource {
  readonly attributes: object;
  readonly relationships?: Readonly<Record<string, { readonly data: object | readonly object[] }>>;
}

const { freeze } = Object;

function freezeResource(resource: Resource): void {
  freeze(resource.attributes);
  if (resource.relationships !== undefined) {
    for (const relationship of Object.values(resource.relationships)) {
      if (Array.isArray(relationship.data)) relationship.data.forEach(freeze);
      freeze(relationship.data);
      freeze(relationship);
    }
    freeze(resource.relationships);
  }
  freeze(resource);
}

export function buildFrozenByHand(workload: Workload): object {
  const document = buildByHand(workload) as { data: Resource | readonly Resource[]; included?: readonly Resource[] };
  if (Array.isArray(document.data)) document.data.forEach(freezeResource);
  else freezeResource(document.data as Resource);
  freeze(document.data);
  document.included?.forEach(freezeResource);
  freeze(document.included);
  return freeze(document);
}
