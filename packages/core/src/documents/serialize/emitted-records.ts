import { setOwn } from '../../internal/set-own.ts';
import type { ResourceType } from '../../schema/api.ts';
import { type RecordReader, relatedValue } from '../compound/identity-map.ts';
import type { IncludeNode } from '../compound/include-plan.ts';
import type { RelationshipPlan } from '../compound/relationship-plan.ts';

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

/** Returns the relationships that include paths follow, by type. */
function followedRelationships(root: IncludeNode): ReadonlyMap<string, ReadonlySet<RelationshipPlan>> {
  const followed = new Map<string, Set<RelationshipPlan>>();
  // Use a work list instead of recursion, because paths can be long.
  const work = [root];
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    const next = new Set<IncludeNode>();
    for (const [type, steps] of node.steps) {
      const relationships = followed.get(type) ?? new Set();
      followed.set(type, relationships);
      for (const step of steps) {
        relationships.add(step.relationship);
        next.add(step.next);
      }
    }
    work.push(...next);
  }
  return followed;
}

/** Creates the store for the relationship values that include paths from `root` need. */
export function createEmittedRecords(reader: RecordReader, root: IncludeNode): EmittedRecords {
  const followed = followedRelationships(root);
  const { related } = reader;
  const storedValues = new WeakSet<object>();
  return {
    reader: {
      ...reader,
      // The caller's `related` function knows only the caller's records.
      related: related && ((record, name) => (storedValues.has(record) ? undefined : related(record, name))),
    },
    relationshipValuesOf(type, record) {
      const remainder: Record<string, unknown> = {};
      for (const relationship of followed.get(type.name) ?? []) {
        setOwn(remainder, relationship.name, relatedValue(reader, record, undefined, relationship));
      }
      if (related !== undefined) storedValues.add(remainder);
      return remainder;
    },
  };
}
