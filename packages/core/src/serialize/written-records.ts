import { type RecordReader, relatedValue } from '../compound/identity-map.ts';
import type { IncludeNode } from '../compound/include-plan.ts';
import type { RelationshipPlan } from '../compound/relationship-plan.ts';
import { setOwn } from '../internal/set-own.ts';
import type { ResourceType } from '../schema/api.ts';

/** What is kept of records that are written already and to which paths may lead back. */
export interface WrittenRecords {
  /** Reads what is kept, and whole records as before. */
  readonly reader: RecordReader;
  /** Of a record what paths may lead on to: its values for the relationships that they follow. */
  readonly remainderOf: (type: ResourceType, record: object) => object;
}

/** The relationships that paths follow, by the type they lead on from. */
function followedRelationships(root: IncludeNode): ReadonlyMap<string, ReadonlySet<RelationshipPlan>> {
  const followed = new Map<string, Set<RelationshipPlan>>();
  // A work list instead of recursion: paths may be long.
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

/** Keeps what paths from `root` need of records that are written. */
export function createWrittenRecords(reader: RecordReader, root: IncludeNode): WrittenRecords {
  const followed = followedRelationships(root);
  const { related } = reader;
  const remainders = new WeakSet<object>();
  return {
    reader: {
      ...reader,
      // The caller knows his own records only.
      related: related && ((record, name) => (remainders.has(record) ? undefined : related(record, name))),
    },
    remainderOf(type, record) {
      const remainder: Record<string, unknown> = {};
      for (const relationship of followed.get(type.name) ?? []) {
        setOwn(remainder, relationship.name, relatedValue(reader, record, undefined, relationship));
      }
      if (related !== undefined) remainders.add(remainder);
      return remainder;
    },
  };
}
