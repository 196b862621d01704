import type { AttributeDefinition } from '../../schema/api.ts';
import { resultAtOnce } from '../../schema/schema-result.ts';

/**
 * Returns what the schema of an attribute returns for an absent value: its default, or undefined. A computed attribute has none. Neither has a
 * schema that rejects an absent value, that is asynchronous, or that throws: an absent attribute must not let a response fail.
 */
export function defaultValue({ schema, compute }: AttributeDefinition): unknown {
  if (compute !== undefined) return undefined;
  try {
    const result = resultAtOnce(schema, undefined);
    return result?.issues === undefined ? result?.value : undefined;
  } catch {
    return undefined;
  }
}

const known: WeakMap<AttributeDefinition, boolean> = new WeakMap();

/** Lets an attribute stay absent: a record without it can hide its value from the user, and a default would be another value. */
export function withoutDefault(attribute: AttributeDefinition): AttributeDefinition {
  known.set(attribute, false);
  return attribute;
}

/** Whether documents contain the default of an attribute. Asks the schema once. */
export function hasDefault(attribute: AttributeDefinition): boolean {
  const before = known.get(attribute);
  if (before !== undefined) return before;
  const has = defaultValue(attribute) !== undefined;
  known.set(attribute, has);
  return has;
}
