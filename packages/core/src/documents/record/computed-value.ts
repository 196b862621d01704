import type { AttributeDefinition } from '../../schema/api.ts';
import { fieldOf } from './field-of.ts';

/** Returns the value of a computed attribute, or undefined if the record lacks a field that it needs. */
export function computedValue({ compute, needs }: AttributeDefinition, record: object): unknown {
  return needs.every((name) => fieldOf(record, name) !== undefined) ? compute?.(record) : undefined;
}

/** Returns the value of an attribute in a record: computed, or as it is stored. */
export function attributeValue(attribute: AttributeDefinition, record: object): unknown {
  return attribute.compute === undefined ? fieldOf(record, attribute.name) : computedValue(attribute, record);
}
