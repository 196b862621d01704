import { breach } from '../error/breach.ts';
import { dateText } from '../internal/date-text.ts';
import { isJsonPrimitive, whyNotJson } from '../internal/json-value.ts';
import { setOwn } from '../internal/set-own.ts';
import type { AttributeDefinition, ResourceType } from '../schema/api.ts';
import { type AttributeShape, shapeOf } from './attribute-shape.ts';
import { encodedValue } from './encoded-value.ts';
import { fieldOf } from './field-of.ts';

type Members = Record<string, unknown>;

/** What is settled about the attributes that a document shows of a type, and the shapes of records met so far. */
export interface AttributePlan {
  readonly type: ResourceType;
  /** The attributes that show, in the order of the declaration. */
  readonly attributes: ReadonlyMap<string, AttributeDefinition>;
  /** Whether one of them has a function that encodes its values. */
  readonly encodes: boolean;
  readonly names: readonly string[];
  /** The attributes by name, each undefined: clones of it have their members in place. */
  readonly template: Readonly<Record<string, undefined>>;
  readonly shapes: AttributeShape[];
  /** The shape of the record that was cloned last. */
  matched: AttributeShape | undefined;
  /** How often a record had none of the shapes. */
  misses: number;
}

const MOST_SHAPES = 4;
const MOST_MISSES = 64;

/** The error for a value that is no JSON. */
function noJson({ name, encode }: AttributeDefinition, type: string, id: string, problem: string): TypeError {
  const what = encode === undefined ? name : `what encode makes of ${name}`;
  let remedy = '';
  if (problem === 'a Promise') remedy = ' It has to be awaited first.';
  else if (encode === undefined)
    remedy = ' With attribute(schema, { encode }), a document has what encode makes of it.';
  return breach('json-value', `${type} ${JSON.stringify(id)}: ${what} is ${problem}.${remedy}`);
}

/** An attribute's value as it stands in a document; undefined leaves it out. */
function encoded(plan: AttributePlan, id: string, name: string, given: unknown): unknown {
  const attribute = plan.attributes.get(name) as AttributeDefinition;
  const value = encodedValue(attribute, plan.type.name, id, given);
  if (value === undefined || isJsonPrimitive(value)) return value;
  const isDate = value instanceof Date;
  const problem = isDate ? (Number.isNaN(value.getTime()) ? 'an invalid Date' : undefined) : whyNotJson(value);
  if (problem !== undefined) throw noJson(attribute, plan.type.name, id, problem);
  return isDate ? dateText(value) : value;
}

/** Whether a value may need a second look: it is neither a string nor a boolean, null, undefined or a finite number. */
function isRemarkable(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return value !== null && value !== undefined && typeof value !== 'boolean';
}

/** A clone of a record in which everything but the attributes is undefined; undefined when it has another shape. */
function cloneOf(plan: AttributePlan, shape: AttributeShape, id: string, record: object): Members | undefined {
  const { keys, shown, hidesId, hidden, prototype } = shape;
  if (prototype !== undefined && Object.getPrototypeOf(record) !== prototype) return undefined;
  const clone: Members = { ...record };
  let position = 0;
  let isRemarked = plan.encodes;
  // A loop that reads the members it finds is several times faster than one over a list of names.
  for (const key in clone) {
    if (key !== keys[position]) return undefined;
    const value = clone[key];
    if (typeof value !== 'string' && isRemarkable(value) && shown[position] === true) isRemarked = true;
    position++;
  }
  if (position !== keys.length) return undefined;
  // By its name: a store under a name that changes takes several times as long, and every record has this member.
  if (hidesId) clone.id = undefined;
  for (let index = 0; index < hidden.length; index++) clone[hidden[index] as string] = undefined;
  if (isRemarked) encodeMembers(plan, shape, id, clone);
  return clone;
}

function encodeMembers(plan: AttributePlan, { keys, shown }: AttributeShape, id: string, clone: Members): void {
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string;
    if (shown[index] === true) clone[key] = encoded(plan, id, key, clone[key]);
  }
}

/** Learns the shape of a record that had none of those before, while they are few. */
function learn(plan: AttributePlan, record: object): void {
  plan.misses++;
  const shape = shapeOf(record, plan.attributes);
  if (shape === undefined) return;
  if (plan.shapes.length >= MOST_SHAPES) plan.shapes.shift();
  plan.shapes.push(shape);
}

/** A clone of a record that has one of the shapes met so far; undefined when it has none of them, which may then be learned. */
function knownClone(plan: AttributePlan, id: string, record: object): Members | undefined {
  const { shapes } = plan;
  for (let index = 0; index < shapes.length; index++) {
    const shape = shapes[index] as AttributeShape;
    const clone = cloneOf(plan, shape, id, record);
    if (clone !== undefined) {
      plan.matched = shape;
      return clone;
    }
  }
  if (plan.misses < MOST_MISSES) learn(plan, record);
  return undefined;
}

/** The attributes of a record for `JSON.stringify`: members that are undefined do not show. */
export function attributesForText(plan: AttributePlan, id: string, record: object): object {
  return knownClone(plan, id, record) ?? attributesObject(plan, id, [record]);
}

/** The attributes of a record for `JSON.stringify`, in the order of the declaration: members that are undefined do not show. */
export function orderedAttributes(plan: AttributePlan, id: string, record: object): object {
  const { names, template } = plan;
  const made: Members = { ...template };
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    const value = fieldOf(record, name);
    const isPlain = !plan.encodes && (typeof value === 'string' || !isRemarkable(value));
    made[name] = isPlain ? value : encoded(plan, id, name, value);
  }
  return made;
}

/** The attributes of a record for a document: what is undefined is absent. */
export function attributesForDocument(plan: AttributePlan, id: string, record: object): object {
  const clone = knownClone(plan, id, record);
  const shape = plan.matched;
  if (clone === undefined || shape === undefined) return attributesObject(plan, id, [record]);
  const made: Members = { ...shape.template };
  for (let index = 0; index < shape.showing.length; index++) {
    const name = shape.showing[index] as string;
    const value = clone[name];
    if (value === undefined) return attributesObject(plan, id, [record]);
    made[name] = value;
  }
  return made;
}

/**
 * The attributes object of a resource, in the order of its record. Where there are several records, the first one that
 * has an attribute decides.
 */
export function attributesObject(plan: AttributePlan, id: string, records: Iterable<object>): Members {
  const made: Members = {};
  const missing = new Set(plan.attributes.keys());
  for (const record of records) {
    for (const name in record) add(plan, id, made, missing, name, record);
    // What the loop does not come to: accessors of classes, and members that are not enumerable.
    for (const name of missing) add(plan, id, made, missing, name, record);
    if (missing.size === 0) break;
  }
  return made;
}

function add(plan: AttributePlan, id: string, made: Members, missing: Set<string>, name: string, record: object): void {
  if (!missing.has(name)) return;
  const value = encoded(plan, id, name, fieldOf(record, name));
  if (value === undefined) return;
  setOwn(made, name, value);
  missing.delete(name);
}
