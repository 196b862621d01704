import { setOwn } from '../../internal/members.ts';
import type { Api, AttributeDefinition, ResourceType } from '../../schema/api.ts';
import { createRenderContext } from '../build/assemble.ts';
import type { AnyBuildOptions } from '../build/build-options.ts';
import { collect } from '../compound/collect.ts';
import { addPrimaryResource, createIdentityMap, type IdentityMap } from '../compound/identity-map.ts';
import { type IncludePlan, includePlan } from '../compound/include-plan.ts';
import { relationshipPlan } from '../compound/relationship-plan.ts';
import { renderEntry } from '../compound/render-compound.ts';
import type { RenderContext } from '../compound/render-context.ts';
import { createEntry, type RecordReader, type ResourceEntry, relatedValue } from '../compound/resource-entry.ts';
import { resourcePlan } from '../compound/resource-plan.ts';
import { type ResourceParts, writeResource } from '../compound/write-resource.ts';
import { attributeValue } from '../record/computed-value.ts';
import { encodedValue } from '../record/encoded-value.ts';
import { idOf } from '../record/record-id.ts';
import { typesOf } from '../record/reference.ts';
import { createStreamedIds } from './streamed-ids.ts';

/**
 * Stores the relationship values of records that are already in the output stream and that an include path can reach
 * again.
 */
export interface EmittedRecords {
  /** Reads stored relationship values, and complete records. */
  readonly reader: RecordReader;
  /** Returns the relationship values of a record that include paths can follow. */
  readonly relationshipValuesOf: (type: ResourceType, record: object) => object;
}

/** Creates the store for the relationship values that include paths need. */
export function createEmittedRecords(reader: RecordReader, { followed }: IncludePlan): EmittedRecords {
  const { related } = reader;
  const storedValues = new WeakSet<object>();
  return {
    reader: {
      ...reader,
      // The user's `related` function knows only the user's records.
      related: related && ((record, name) => (storedValues.has(record) ? undefined : related(record, name))),
    },
    relationshipValuesOf(type, record) {
      const remainder: Record<string, unknown> = {};
      for (const relationship of followed.get(type.name)?.values() ?? []) {
        const name = relationship.definition.from?.at(0) ?? relationship.name;
        setOwn(remainder, name, relatedValue(reader, record, undefined, relationship));
      }
      if (related !== undefined) storedValues.add(remainder);
      return remainder;
    },
  };
}

/** Whether a record has a value for one field. */
type HasField = (record: object) => boolean;

function hasAttribute({ type, id }: ResourceEntry, attribute: AttributeDefinition): HasField {
  return (record) => encodedValue(attribute, type.name, id, attributeValue(attribute, record)) !== undefined;
}

/** Returns a check for each field of a resource that a document can contain or an include path can follow. */
function fieldChecksOf({ documentPlan, reader }: RenderContext, entry: ResourceEntry): readonly HasField[] {
  const { type } = entry;
  const attributes = resourcePlan(documentPlan, type).attributes?.attributes.values() ?? [];
  const plans = [...type.relationships.values()].map((relationship) => relationshipPlan(reader.api, relationship));
  return [
    ...[...attributes].map((attribute) => hasAttribute(entry, attribute)),
    ...plans.map(
      (plan): HasField =>
        (record) =>
          relatedValue(reader, record, undefined, plan) !== undefined,
    ),
  ];
}

/**
 * Returns a function that reports whether another record of a resource supplies a field that all earlier records lack.
 * The first record with a field determines its value, so other records are not kept. For any number of records, it
 * returns true at most once for each field.
 */
export function createMissingFieldTracker(context: RenderContext): (entry: ResourceEntry, record: object) => boolean {
  const wanted = new WeakMap<ResourceEntry, readonly HasField[]>();
  return (entry, record) => {
    const before = wanted.get(entry) ?? fieldChecksOf(context, entry).filter((knows) => !knows(entry.record));
    const left = before.filter((knows) => !knows(record));
    wanted.set(entry, left);
    return left.length < before.length;
  };
}

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
