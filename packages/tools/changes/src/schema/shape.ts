import { isObject } from '@linkage/core/internal';
import { asSchema, isConstraint, type JsonSchema, member, type ResolveReference, schemaText } from './json-schema.ts';

/** The types of JSON values, with integers apart from other numbers. */
export type ValueType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** The values of one type that a schema accepts. */
export interface Alternative {
  readonly type: ValueType;
  /** The JSON strings of the only possible values. Absent if other values are possible. */
  readonly values?: ReadonlySet<string>;
  /** The constraints, without `type`, `enum`, and `const`. */
  readonly schema: { readonly [keyword: string]: unknown };
  /** The place of the constraints: below the schema, or with `#` the place of a named schema in the document. */
  readonly pointer: string;
}

/** The values that a schema accepts: any, those of alternatives, or a set that cannot be compared. */
export type Shape =
  | { readonly kind: 'any' }
  | { readonly kind: 'alternatives'; readonly alternatives: readonly Alternative[] }
  | { readonly kind: 'opaque' };

const valueTypes: readonly ValueType[] = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];

/** A schema that refers to itself several times has no end: a shape with more parts than this cannot be compared. */
const MAX_PARTS = 1000;

/** Returns the values that a schema accepts. Unions and the three spellings of null become alternatives. */
export function shapeOf(
  schema: JsonSchema,
  resolve: ResolveReference,
  pointer = '',
  budget: { parts: number } = { parts: MAX_PARTS },
): Shape {
  if (schema === true) return { kind: 'any' };
  if (schema === false) return { kind: 'alternatives', alternatives: [] };
  budget.parts--;
  if (budget.parts < 0) return opaque;
  const constraints = Object.keys(schema).filter((keyword) => isConstraint(keyword) && keyword !== 'nullable');
  const withNull = member(schema, 'nullable') === true;
  const shape = shapeOfConstraints(schema, constraints, { resolve, pointer, budget }) ?? opaque;
  return withNull ? (unionOf([shape, nullShape]) ?? opaque) : shape;
}

const opaque: Shape = { kind: 'opaque' };

interface Place {
  readonly resolve: ResolveReference;
  readonly pointer: string;
  readonly budget: { parts: number };
}

const nullShape: Shape = { kind: 'alternatives', alternatives: [{ type: 'null', schema: {}, pointer: '' }] };

function shapeOfConstraints(
  schema: { readonly [keyword: string]: unknown },
  constraints: readonly string[],
  { resolve, pointer, budget }: Place,
): Shape | undefined {
  if (constraints.length === 0) return { kind: 'any' };
  const keyword = constraints.length === 1 ? constraints[0] : undefined;
  const value = keyword === undefined ? undefined : schema[keyword];
  if (keyword === '$ref' && typeof value === 'string') {
    const target = resolve(value);
    return target === undefined ? undefined : shapeOf(target, resolve, value, budget);
  }
  if ((keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'allOf') && Array.isArray(value)) {
    if (keyword === 'allOf' && value.length !== 1) return undefined;
    const shapes = value.map((part, index) => {
      const read = budget.parts > 0 ? asSchema(part) : undefined;
      return read === undefined ? undefined : shapeOf(read, resolve, `${pointer}/${keyword}/${index}`, budget);
    });
    return unionOf(shapes);
  }
  const types = typesOf(schema);
  if (types === undefined) return undefined;
  const values = valuesOf(schema);
  const rest = Object.fromEntries(
    constraints.filter((name) => !['type', 'enum', 'const'].includes(name)).map((name) => [name, schema[name]]),
  );
  const alternatives = types.map((type) => {
    const ofType = values?.filter((text) => isOfType(JSON.parse(text), type));
    return { type, schema: rest, pointer, ...(ofType !== undefined && type !== 'null' && { values: new Set(ofType) }) };
  });
  return { kind: 'alternatives', alternatives };
}

function unionOf(shapes: readonly (Shape | undefined)[]): Shape | undefined {
  const alternatives: Alternative[] = [];
  for (const shape of shapes) {
    if (shape === undefined || shape.kind === 'opaque') return undefined;
    if (shape.kind === 'any') return shape;
    alternatives.push(...shape.alternatives);
  }
  return { kind: 'alternatives', alternatives: mergeValues(alternatives) };
}

/** Merges alternatives that differ in their lists of values alone: a union of constants is an `enum`. */
function mergeValues(alternatives: readonly Alternative[]): readonly Alternative[] {
  const merged = new Map<string, Alternative>();
  for (const [index, alternative] of alternatives.entries()) {
    const isList = alternative.values !== undefined || alternative.type === 'null';
    const key = isList ? `${alternative.type} ${schemaText(alternative.schema)}` : `${index}`;
    const other = merged.get(key);
    const values = other?.values && alternative.values && new Set([...other.values, ...alternative.values]);
    merged.set(key, other === undefined ? alternative : { ...other, ...(values && { values }) });
  }
  return [...merged.values()];
}

function valuesOf(schema: { readonly [keyword: string]: unknown }): readonly string[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [JSON.stringify(schema['const'])];
  const values = member(schema, 'enum');
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)) : undefined;
}

function typesOf(schema: { readonly [keyword: string]: unknown }): readonly ValueType[] | undefined {
  const type = member(schema, 'type');
  if (type !== undefined) {
    const names = Array.isArray(type) ? type : [type];
    const known = valueTypes.filter((name) => names.includes(name));
    const values = valuesOf(schema)?.map((text): unknown => JSON.parse(text));
    const used = values === undefined ? known : known.filter((name) => values.some((value) => isOfType(value, name)));
    return known.length === names.length ? used : undefined;
  }
  const values = valuesOf(schema)?.map((text): unknown => JSON.parse(text));
  if (values !== undefined) {
    return valueTypes.filter((name) => name !== 'integer' && values.some((value) => isOfType(value, name)));
  }
  return isObject(member(schema, 'properties')) ? ['object'] : undefined;
}

function isOfType(value: unknown, type: ValueType): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
