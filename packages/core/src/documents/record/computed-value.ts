import { memberOf } from '../../internal/members.ts';
import type { AttributeDefinition } from '../../schema/api.ts';

/** Returns the fields of a record from which an attribute has its value: itself, or those that a computed attribute needs. */
export function fieldsBehind({ name, compute, needs }: AttributeDefinition): readonly string[] {
  return compute === undefined ? [name] : needs;
}

/** Returns the value of a computed attribute, or undefined if the record lacks a field that it needs. */
export function computedValue(attribute: AttributeDefinition, record: object): unknown {
  return fieldsBehind(attribute).every((name) => memberOf(record, name) !== undefined)
    ? attribute.compute?.(record)
    : undefined;
}

/** Returns the value of an attribute in a record: computed, or as it is stored. */
export function attributeValue(attribute: AttributeDefinition, record: object): unknown {
  return attribute.compute === undefined ? memberOf(record, attribute.from) : computedValue(attribute, record);
}
