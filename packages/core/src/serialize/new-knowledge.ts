import { type Entry, relatedValue } from '../compound/identity-map.ts';
import { relationshipPlan } from '../compound/relationship-plan.ts';
import type { Rendering } from '../compound/rendering.ts';
import { resourcePlan } from '../compound/resource-plan.ts';
import { encodedValue } from '../record/encoded-value.ts';
import { fieldOf } from '../record/field-of.ts';
import type { AttributeDefinition } from '../schema/api.ts';

/** Whether a record has a value for one field. */
type Knows = (record: object) => boolean;

function knowsAttribute({ type, id }: Entry, attribute: AttributeDefinition): Knows {
  return (record) => encodedValue(attribute, type.name, id, fieldOf(record, attribute.name)) !== undefined;
}

/** Returns a check for each field of a resource that a document can contain or an include path can follow. */
function everythingOf({ api, view, reader }: Rendering, entry: Entry): readonly Knows[] {
  const { type } = entry;
  const attributes = resourcePlan(view, type).attributes?.attributes.values() ?? [];
  const plans = [...type.relationships.values()].map((it) => relationshipPlan(api, it));
  return [
    ...[...attributes].map((attribute) => knowsAttribute(entry, attribute)),
    ...plans.map(
      (plan): Knows =>
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
export function createNewKnowledge(rendering: Rendering): (entry: Entry, record: object) => boolean {
  const wanted = new WeakMap<Entry, readonly Knows[]>();
  return (entry, record) => {
    const before = wanted.get(entry) ?? everythingOf(rendering, entry).filter((knows) => !knows(entry.record));
    const left = before.filter((knows) => !knows(record));
    wanted.set(entry, left);
    return left.length < before.length;
  };
}
