import type { Api } from '../../schema/api.ts';
import { createRenderContext } from '../build/assemble.ts';
import type { AnyBuildOptions } from '../build/build-options.ts';
import { collect } from '../compound/collect.ts';
import { addPrimaryResource, createIdentityMap, type IdentityMap } from '../compound/identity-map.ts';
import { includePlan } from '../compound/include-plan.ts';
import { renderEntry } from '../compound/render-compound.ts';
import type { RenderContext } from '../compound/render-context.ts';
import { createEntry, type ResourceEntry } from '../compound/resource-entry.ts';
import { resourcePlan } from '../compound/resource-plan.ts';
import { type ResourceParts, writeResource } from '../compound/write-resource.ts';
import { idOf, typesOf } from '../record/primary-records.ts';
import { createEmittedRecords } from './emitted-records.ts';
import { createMissingFieldTracker } from './missing-fields.ts';
import { createStreamedIds } from './streamed-ids.ts';

/** The resource objects of one document whose records arrive one at a time and are not kept. */
export interface ResourceStream {
  /**
   * Returns the resource object of the next record of the primary data.
   *
   * @throws {TypeError} If the record violates a rule.
   */
  readonly add: (record: object) => ResourceParts;
  /** Returns the included resources, after the last record. Undefined if the document includes no resources. */
  readonly included: (() => Iterable<ResourceParts> | AsyncIterable<ResourceParts>) | undefined;
}

function* renderIncluded(context: RenderContext, { included }: IdentityMap): Iterable<ResourceParts> {
  for (const entry of included) yield renderEntry(context, entry, writeResource);
}

/**
 * Creates the resource objects of a document whose records arrive one at a time.
 *
 * @throws {TypeError} If a type, a field, or a path does not exist, or an option would violate the specification.
 */
export function createResourceStream(api: Api, types: readonly string[], options: AnyBuildOptions): ResourceStream {
  const context = createRenderContext(api, options, 'text');
  const typeOf = typesOf(api, types, options.typeOf);
  const plan = options.include === undefined ? undefined : includePlan(api, types, options.include);
  // With `related`, the values of a record are not known in advance, so every record must be kept.
  const shouldKeepRecord = options.related === undefined ? createMissingFieldTracker(context) : undefined;
  if (plan?.reachesPrimary) {
    const written = createEmittedRecords(context.reader, plan);
    const map = createIdentityMap(written.reader, plan.root, shouldKeepRecord);
    const primary: ResourceEntry[] = [];
    return {
      add(record) {
        const type = typeOf(record);
        const id = idOf(type, record);
        const entry = createEntry(type, id, written.relationshipValuesOf(type, record), plan.root);
        addPrimaryResource(map, entry);
        primary.push(entry);
        return writeResource(context, resourcePlan(context.documentPlan, type), id, record, undefined);
      },
      included() {
        // Now all primary data is known, so related resources that are primary data can be excluded.
        for (const entry of primary) collect(map, entry);
        return renderIncluded(context, map);
      },
    };
  }
  const ids = createStreamedIds();
  const map = createIdentityMap(context.reader, undefined, shouldKeepRecord);
  return {
    add(record) {
      const type = typeOf(record);
      const id = idOf(type, record);
      ids.add(type.name, id);
      const entry = plan && createEntry(type, id, record, plan.root);
      if (entry !== undefined) collect(map, entry);
      return writeResource(context, resourcePlan(context.documentPlan, type), id, record, undefined, entry);
    },
    included: plan && (() => renderIncluded(context, map)),
  };
}
