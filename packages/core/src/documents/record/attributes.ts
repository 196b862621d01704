import { ruleViolation } from '../../error/rule-violation.ts';
import { dateText } from '../../internal/date-text.ts';
import { isJsonPrimitive, nonJsonReason } from '../../internal/json-value.ts';
import { setOwn } from '../../internal/set-own.ts';
import type { AttributeDefinition, ResourceType } from '../../schema/api.ts';
import { type AttributeShape, shapeOf } from './attribute-shape.ts';
import { attributeValue } from './computed-value.ts';
import { encodedValue } from './encoded-value.ts';
import { fieldOf } from './field-of.ts';

type Members = Record<string, unknown>;

/** The attributes of a type that are part of a document, and the shapes of earlier records. */
export interface AttributePlan {
  readonly type: ResourceType;
  /** The attributes of the document, in the order of the declaration. */
  readonly attributes: ReadonlyMap<string, AttributeDefinition>;
  /** Whether one of the attributes has an `encode` function. */
  readonly encodes: boolean;
  /** Whether one of the attributes has a `compute` function. */
  readonly computes: boolean;
  readonly names: readonly string[];
  /** The attributes by name, each undefined. Clones have their members in this order. */
  readonly template: Readonly<Record<string, undefined>>;
  readonly shapes: AttributeShape[];
  /** The shape of the last cloned record. */
  matched: AttributeShape | undefined;
  /** The number of records that did not match a shape. */
  misses: number;
}

const MAX_SHAPES = 4;
const MAX_MISSES = 64;

/** Creates the error for a value that is not JSON. */
function notJsonError({ name, encode }: AttributeDefinition, type: string, id: string, problem: string): TypeError {
  const what = encode === undefined ? `attribute \`${name}\`` : `the value that \`encode\` returned for \`${name}\``;
  let remedy = '';
  if (problem === 'a Promise') remedy = ' Await it first.';
  else if (encode === undefined) remedy = ' Convert it with `attribute(schema, { encode })`.';
  return ruleViolation(
    'json-value',
    `${JSON.stringify(type)} ${JSON.stringify(id)}: ${what} must be a JSON value, but it is ${problem}.${remedy}`,
  );
}

/** Returns the JSON value of an attribute, or undefined to omit the attribute. */
function encoded(plan: AttributePlan, id: string, name: string, recordValue: unknown): unknown {
  const attribute = plan.attributes.get(name) as AttributeDefinition;
  const value = encodedValue(attribute, plan.type.name, id, recordValue);
  if (value === undefined || isJsonPrimitive(value)) return value;
  const isDate = value instanceof Date;
  const problem = isDate ? (Number.isNaN(value.getTime()) ? 'an invalid Date' : undefined) : nonJsonReason(value);
  if (problem !== undefined) throw notJsonError(attribute, plan.type.name, id, problem);
  return isDate ? dateText(value) : value;
}

/** Returns the value of an attribute: computed, or from the record. */
function attributeOf(plan: AttributePlan, record: object, name: string): unknown {
  return attributeValue(plan.attributes.get(name) as AttributeDefinition, record);
}

/**
 * Whether a value must be checked or encoded: every value except strings, booleans, null, undefined, and finite
 * numbers.
 */
function needsConversion(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return value !== null && value !== undefined && typeof value !== 'boolean';
}

/**
 * Returns a clone of a record in which every member except the attributes is undefined, or undefined if the record has
 * another shape.
 */
function cloneOf(plan: AttributePlan, shape: AttributeShape, id: string, record: object): Members | undefined {
  const { keys, shown, hidesId, hidden, prototype } = shape;
  if (prototype !== undefined && Object.getPrototypeOf(record) !== prototype) return undefined;
  const clone: Members = { ...record };
  let position = 0;
  let mustConvert = plan.encodes;
  // A loop over the members of the object is several times faster than a loop over a list of names.
  for (const key in clone) {
    if (key !== keys[position]) return undefined;
    const value = clone[key];
    if (typeof value !== 'string' && needsConversion(value) && shown[position] === true) mustConvert = true;
    position++;
  }
  if (position !== keys.length) return undefined;
  // Assign by a constant name: an assignment with a variable name takes several times as long, and every record has an
  // id.
  if (hidesId) clone.id = undefined;
  for (let index = 0; index < hidden.length; index++) clone[hidden[index] as string] = undefined;
  if (mustConvert) encodeMembers(plan, shape, id, clone);
  return clone;
}

function encodeMembers(plan: AttributePlan, { keys, shown }: AttributeShape, id: string, clone: Members): void {
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string;
    if (shown[index] === true) clone[key] = encoded(plan, id, key, clone[key]);
  }
}

/** Learns the shape of a record that does not match the earlier shapes, up to a maximum number. */
function learnShape(plan: AttributePlan, record: object): void {
  plan.misses++;
  const shape = shapeOf(record, plan.attributes);
  if (shape === undefined) return;
  if (plan.shapes.length >= MAX_SHAPES) plan.shapes.shift();
  plan.shapes.push(shape);
}

/**
 * Returns a clone of a record that matches one of the learned shapes. Otherwise, can learnShape its shape and returns
 * undefined.
 */
function cloneByShape(plan: AttributePlan, id: string, record: object): Members | undefined {
  const { shapes } = plan;
  for (let index = 0; index < shapes.length; index++) {
    const shape = shapes[index] as AttributeShape;
    const clone = cloneOf(plan, shape, id, record);
    if (clone !== undefined) {
      plan.matched = shape;
      return clone;
    }
  }
  if (plan.misses < MAX_MISSES) learnShape(plan, record);
  return undefined;
}

/** Returns the attributes of a record for `JSON.stringify`, which omits members with the value undefined. */
export function attributesForText(plan: AttributePlan, id: string, record: object): object {
  if (plan.computes) return orderedAttributes(plan, id, record);
  return cloneByShape(plan, id, record) ?? attributesObject(plan, id, [record]);
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
    const value = plan.computes ? attributeOf(plan, record, name) : fieldOf(record, name);
    const isPlain = !plan.encodes && (typeof value === 'string' || !needsConversion(value));
    result[name] = isPlain ? value : encoded(plan, id, name, value);
  }
  return result;
}

/** Returns the attributes of a record for a document. Attributes with the value undefined are absent. */
export function attributesForDocument(plan: AttributePlan, id: string, record: object): object {
  if (plan.computes) return attributesObject(plan, id, [record]);
  const clone = cloneByShape(plan, id, record);
  const shape = plan.matched;
  if (clone === undefined || shape === undefined) return attributesObject(plan, id, [record]);
  const result: Members = { ...shape.template };
  for (let index = 0; index < shape.showing.length; index++) {
    const name = shape.showing[index] as string;
    const value = clone[name];
    if (value === undefined) return attributesObject(plan, id, [record]);
    result[name] = value;
  }
  return result;
}

/**
 * Returns the attributes object of a resource, in the order of its record. If there are several records, the first
 * record with an attribute determines its value.
 */
export function attributesObject(plan: AttributePlan, id: string, records: Iterable<object>): Members {
  const result: Members = {};
  const missing = new Set(plan.attributes.keys());
  for (const record of records) {
    for (const name in record) add(plan, id, result, missing, name, record);
    // Add attributes that the loop does not find: accessors of classes, and members that are not enumerable.
    for (const name of missing) add(plan, id, result, missing, name, record);
    if (missing.size === 0) break;
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
