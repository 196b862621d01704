import { memberOf } from '../../internal/inherited-members.ts';
import { setOwn } from '../../internal/set-own.ts';
import { type AttributePlan, attributeOf, encoded, encodedDefault, needsConversion } from './attribute-plan.ts';

import { byShape, cloneOf, copyOf } from './shaped-attributes.ts';

type Members = Record<string, unknown>;

/** Returns the attributes of a record for `JSON.stringify`, which omits members with the value undefined. */
export function attributesForText(plan: AttributePlan, id: string, record: object): object {
  if (plan.computes) return orderedAttributes(plan, id, record);
  return byShape(plan, id, record, plan.renames ? copyOf : cloneOf) ?? attributesObject(plan, id, [record]);
}

/**
 * Returns the attributes of a record for `JSON.stringify`, in the order of the declaration. `JSON.stringify` omits
 * members with the value undefined.
 */
export function orderedAttributes(plan: AttributePlan, id: string, record: object): object {
  const { names, template } = plan;
  const result: Members = { ...template };
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    const value = plan.computes ? attributeOf(plan, record, name) : memberOf(record, name);
    const isPlain = !plan.encodes && (typeof value === 'string' || !needsConversion(value));
    const member = isPlain ? value : encoded(plan, id, name, value);
    result[name] = member === undefined && plan.defaults.includes(name) ? encodedDefault(plan, id, name) : member;
  }
  return result;
}

/** Returns the attributes of a record for a document. Attributes with the value undefined are absent. */
export function attributesForDocument(plan: AttributePlan, id: string, record: object): object {
  const copy = plan.computes ? undefined : byShape(plan, id, record, copyOf);
  return copy ?? attributesObject(plan, id, [record]);
}

/**
 * Returns the attributes object of a resource, in the order of its record. If there are several records, the first
 * record with an attribute determines its value. If none has it, its default does.
 */
export function attributesObject(plan: AttributePlan, id: string, records: Iterable<object>): Members {
  const result: Members = {};
  const missing = new Set(plan.attributes.keys());
  for (const record of records) {
    for (const name in record) add(plan, id, result, missing, name, record);
    // Add attributes that the loop does not find: accessors of classes, and members that are not enumerable.
    for (const name of missing) add(plan, id, result, missing, name, record);
    if (missing.size === 0) return result;
  }
  for (const name of plan.defaults) {
    const value = missing.has(name) ? encodedDefault(plan, id, name) : undefined;
    if (value !== undefined) setOwn(result, name, value);
  }
  return result;
}

function add(
  plan: AttributePlan,
  id: string,
  result: Members,
  missing: Set<string>,
  name: string,
  record: object,
): void {
  if (!missing.has(name)) return;
  const value = encoded(plan, id, name, attributeOf(plan, record, name));
  if (value === undefined) return;
  setOwn(result, name, value);
  missing.delete(name);
}
