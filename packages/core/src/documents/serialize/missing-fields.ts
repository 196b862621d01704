import type { AttributeDefinition } from '../../schema/api.ts';
import { relationshipPlan } from '../compound/relationship-plan.ts';
import type { RenderContext } from '../compound/render-context.ts';
import { type ResourceEntry, relatedValue } from '../compound/resource-entry.ts';
import { resourcePlan } from '../compound/resource-plan.ts';
import { attributeValue } from '../record/computed-value.ts';
import { encodedValue } from '../record/encoded-value.ts';

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
