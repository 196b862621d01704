import { ruleViolation } from '../../error/rule-violation.ts';
import { dateText } from '../../internal/date-text.ts';
import { isJsonPrimitive, placedReason } from '../../internal/json-value.ts';
import type { AttributeDefinition, ResourceType } from '../../schema/api.ts';
import type { AttributeShape } from './attribute-shape.ts';
import { attributeValue } from './computed-value.ts';
import { defaultValue } from './default-value.ts';
import { encodedValue } from './encoded-value.ts';

/** The attributes of a type that are part of a document, and the shapes of earlier records. */
export interface AttributePlan {
  readonly type: ResourceType;
  /** The attributes of the document, in the order of the declaration. */
  readonly attributes: ReadonlyMap<string, AttributeDefinition>;
  /** Whether one of the attributes has an `encode` function. */
  readonly encodes: boolean;
  /** Whether one of the attributes is not a member of a record of its own: it is computed, or the member is also that of another. */
  readonly computes: boolean;
  /** Whether one of the attributes is a member with another name. */
  readonly renames: boolean;
  /** The names of the attributes, by the members of records that contain them. */
  readonly members: ReadonlyMap<string, string>;
  readonly names: readonly string[];
  /** The attributes with a default, in the order of the declaration. Documents contain it if the record lacks the attribute. */
  readonly defaults: readonly string[];
  /** The attributes by name, each undefined. Clones have their members in this order. */
  readonly template: Readonly<Record<string, undefined>>;
  readonly shapes: AttributeShape[];
  /** The number of records that did not match a shape. */
  misses: number;
  /** Whether the value of an attribute was an object or an array. */
  nests: boolean;
}

/** Creates the error for a value that is not JSON. */
function notJsonError({ name, encode }: AttributeDefinition, type: string, id: string, problem: string): TypeError {
  const what = encode === undefined ? `attribute \`${name}\`` : `the value that \`encode\` returned for \`${name}\``;
  let remedy = '';
  if (problem.startsWith('a Promise')) remedy = ' Await it first.';
  else if (encode === undefined) remedy = ' Convert it with `attribute(schema, { encode })`.';
  return ruleViolation(
    'json-value',
    `${JSON.stringify(type)} ${JSON.stringify(id)}: ${what} must be a JSON value, but it ${problem.includes(' at /') ? 'contains' : 'is'} ${problem}.${remedy}`,
  );
}

/** Returns the JSON value of an attribute, or undefined to omit the attribute. */
export function encoded(plan: AttributePlan, id: string, name: string, recordValue: unknown): unknown {
  const attribute = plan.attributes.get(name) as AttributeDefinition;
  const value = encodedValue(attribute, plan.type.name, id, recordValue);
  if (value === undefined || isJsonPrimitive(value)) return value;
  const isDate = value instanceof Date;
  const problem = isDate ? (Number.isNaN(value.getTime()) ? 'an invalid Date' : undefined) : placedReason(value);
  if (problem !== undefined) throw notJsonError(attribute, plan.type.name, id, problem);
  if (isDate) return dateText(value);
  plan.nests = true;
  return value;
}

/** Returns the JSON value of the default of an attribute, or undefined to omit the attribute. */
export function encodedDefault(plan: AttributePlan, id: string, name: string): unknown {
  return encoded(plan, id, name, defaultValue(plan.attributes.get(name) as AttributeDefinition));
}

/** Returns the value of an attribute: computed, or from the record. */
export function attributeOf(plan: AttributePlan, record: object, name: string): unknown {
  return attributeValue(plan.attributes.get(name) as AttributeDefinition, record);
}
