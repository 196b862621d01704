import { setOwn } from '../../internal/set-own.ts';
import type { ResourceType } from '../../schema/api.ts';
import type { IncludePlan } from '../compound/include-plan.ts';
import { type RecordReader, relatedValue } from '../compound/resource-entry.ts';

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
      // The caller's `related` function knows only the caller's records.
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
