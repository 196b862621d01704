import { memberOf, setOwn } from '../../internal/members.ts';
import { type AttributePlan, attributeOf, encoded, encodedDefault } from './attribute-plan.ts';
import { type AttributeShape, shapeOf } from './attribute-shape.ts';

type Members = Record<string, unknown>;

const MAX_SHAPES = 4;
const MAX_MISSES = 64;

/**
 * Returns a clone of a record in which every member except the attributes is undefined, or undefined if the record has
 * another shape, or an attribute with a default is undefined.
 */
function cloneOf(plan: AttributePlan, shape: AttributeShape, id: string, record: object): Members | undefined {
  const { keys, names, hidesId, hidden, prototype } = shape;
  if (prototype !== undefined && Object.getPrototypeOf(record) !== prototype) return undefined;
  const clone: Members = { ...record };
  let position = 0;
  let mustConvert = plan.encodes;
  let mayLack = plan.encodes;
  // A loop over the members of the object is several times faster than a loop over a list of names.
  for (const key in clone) {
    if (key !== keys[position]) return undefined;
    const value = clone[key];
    if (typeof value !== 'string' && needsConversion(value) && names[position] !== undefined) mustConvert = true;
    if (value === undefined) mayLack = true;
    position++;
  }
  if (position !== keys.length) return undefined;
  // Assign by a constant name: an assignment with a variable name takes several times as long, and every record has an
  // id.
  if (hidesId) clone.id = undefined;
  for (let index = 0; index < hidden.length; index++) clone[hidden[index] as string] = undefined;
  if (mustConvert) encodeMembers(plan, shape, id, clone);
  if (shape.lacking.length > 0) addDefaults(plan, shape, id, clone);
  return mayLack && plan.defaults.some((name) => clone[name] === undefined) ? undefined : clone;
}

/** Adds the defaults of the attributes that all records of a shape lack. */
function addDefaults(plan: AttributePlan, { lacking }: AttributeShape, id: string, members: Members): void {
  for (let index = 0; index < lacking.length; index++) {
    const name = lacking[index] as string;
    setOwn(members, name, encodedDefault(plan, id, name));
  }
}

function encodeMembers(plan: AttributePlan, { keys, names }: AttributeShape, id: string, clone: Members): void {
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string;
    if (names[index] !== undefined) clone[key] = encoded(plan, id, key, clone[key]);
  }
}

/**
 * Returns a copy of the attributes of a record, or undefined if the record has another shape, or lacks an attribute. Reads only
 * attributes, each once.
 */
function copyOf(plan: AttributePlan, shape: AttributeShape, id: string, record: object): Members | undefined {
  const { keys, names, prototype, template } = shape;
  if (prototype !== undefined && Object.getPrototypeOf(record) !== prototype) return undefined;
  const copy: Members = { ...template };
  let position = 0;
  // In this loop, V8 reads the members of the object several times faster than by a list of names.
  for (const key in record) {
    if (key !== keys[position]) return undefined;
    const name = names[position];
    if (name !== undefined) {
      const value = (record as Members)[key];
      const isPlain = !plan.encodes && (typeof value === 'string' || !needsConversion(value));
      const member = isPlain ? value : encoded(plan, id, name, value);
      if (member === undefined) return undefined;
      copy[name] = member;
    }
    position++;
  }
  if (position !== keys.length) return undefined;
  if (shape.lacking.length > 0) addDefaults(plan, shape, id, copy);
  return copy;
}

/** Learns the shape of a record that does not match the earlier shapes, up to a maximum number. */
function learnShape(plan: AttributePlan, record: object): void {
  plan.misses++;
  const shape = shapeOf(record, plan.members, plan.defaults);
  if (shape === undefined) return;
  if (plan.shapes.length >= MAX_SHAPES) plan.shapes.shift();
  plan.shapes.push(shape);
}

/**
 * Returns the attributes of a record that matches one of the learned shapes. Otherwise, can learn its shape and returns
 * undefined.
 */
function byShape(plan: AttributePlan, id: string, record: object, create: typeof cloneOf): Members | undefined {
  const { shapes } = plan;
  for (let index = 0; index < shapes.length; index++) {
    const members = create(plan, shapes[index] as AttributeShape, id, record);
    if (members !== undefined) return members;
  }
  if (plan.misses < MAX_MISSES) learnShape(plan, record);
  return undefined;
}

/**
 * Whether a value must be checked or encoded: every value except strings, booleans, null, undefined, and finite
 * numbers.
 */
function needsConversion(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return value !== null && value !== undefined && typeof value !== 'boolean';
}

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
