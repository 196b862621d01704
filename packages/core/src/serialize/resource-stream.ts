import { createRendering } from '../build/assemble.ts';
import type { AnyBuildOptions } from '../build/build-options.ts';
import { followPaths } from '../compound/follow-paths.ts';
import { addPrimary, createEntry, createIdentityMap, type Entry, type IdentityMap } from '../compound/identity-map.ts';
import { includePlan } from '../compound/include-plan.ts';
import { renderEntry } from '../compound/render-compound.ts';
import type { Rendering } from '../compound/rendering.ts';
import { resourceObject } from '../compound/resource.ts';
import { resourcePlan } from '../compound/resource-plan.ts';
import type { ResourceObject } from '../document/resource-object.ts';
import { idOf, typesOf } from '../record/primary-records.ts';
import type { Api } from '../schema/api.ts';
import { createNewKnowledge } from './new-knowledge.ts';
import { createStreamedIds } from './streamed-ids.ts';
import { createWrittenRecords } from './written-records.ts';

/** The resource objects of one document, where records come one at a time and are not kept. */
export interface ResourceStream {
  /**
   * The resource object of the next record of the primary data.
   *
   * @throws {TypeError} The record breaks a rule.
   */
  readonly add: (record: object) => ResourceObject;
  /** What the records led to, after the last of them; undefined when nothing is to be included. */
  readonly included: (() => Iterable<ResourceObject>) | undefined;
}

function* renderIncluded(rendering: Rendering, { included }: IdentityMap): Iterable<ResourceObject> {
  for (const entry of included) yield renderEntry(rendering, entry);
}

/**
 * Makes the resource objects of a document whose records come one at a time.
 *
 * @throws {TypeError} A type, a field or a path does not exist, or an option would break the specification.
 */
export function createResourceStream(api: Api, types: readonly string[], options: AnyBuildOptions): ResourceStream {
  const rendering = createRendering(api, options, 'text');
  const typeOf = typesOf(api, types, options.typeOf);
  const plan = options.include === undefined ? undefined : includePlan(api, types, options.include);
  // Nobody but the caller's function knows what it will say of a record.
  const isNews = options.related === undefined ? createNewKnowledge(rendering) : undefined;
  if (plan?.meetsPrimary) {
    const written = createWrittenRecords(rendering.reader, plan.root);
    const map = createIdentityMap(written.reader, plan.root, isNews);
    const primary: Entry[] = [];
    return {
      add(record) {
        const type = typeOf(record);
        const id = idOf(type, record);
        const entry = createEntry(type, id, written.remainderOf(type, record), plan.root);
        addPrimary(map, entry);
        primary.push(entry);
        return resourceObject(rendering, resourcePlan(rendering.view, type), id, record, undefined);
      },
      included() {
        // Only now is it known which of the related resources are primary data.
        for (const entry of primary) followPaths(map, entry);
        return renderIncluded(rendering, map);
      },
    };
  }
  const ids = createStreamedIds();
  const map = createIdentityMap(rendering.reader, undefined, isNews);
  return {
    add(record) {
      const type = typeOf(record);
      const id = idOf(type, record);
      ids.add(type.name, id);
      if (plan !== undefined) followPaths(map, createEntry(type, id, record, plan.root));
      return resourceObject(rendering, resourcePlan(rendering.view, type), id, record, undefined);
    },
    included: plan && (() => renderIncluded(rendering, map)),
  };
}
