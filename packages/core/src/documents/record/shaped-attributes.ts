import { setOwn } from '../../internal/set-own.ts';
import { type AttributePlan, encoded, encodedDefault, needsConversion } from './attribute-plan.ts';
import { type AttributeShape, shapeOf } from './attribute-shape.ts';

type Members = Record<string, unknown>;

const MAX_SHAPES = 4;
const MAX_MISSES = 64;

/**
 * Returns a clone of a record in which every member except the attributes is undefined, or undefined if the record has
 * another shape, or an attribute with a default is undefined.
 */
export function cloneOf(plan: AttributePlan, shape: AttributeShape, id: string, record: object): Members | undefined {
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
export function copyOf(plan: AttributePlan, shape: AttributeShape, id: string, record: object): Members | undefined {
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
export function byShape(plan: AttributePlan, id: string, record: object, create: typeof cloneOf): Members | undefined {
  const { shapes } = plan;
  for (let index = 0; index < shapes.length; index++) {
    const members = create(plan, shapes[index] as AttributeShape, id, record);
    if (members !== undefined) return members;
  }
  if (plan.misses < MAX_MISSES) learnShape(plan, record);
  return undefined;
}
