import { cut, type Json, member, stringsOf } from './json.ts';

/** The control that fits a schema. `json` is for values with parts, and for values of several types. */
export type InputKind = 'enum' | 'boolean' | 'integer' | 'number' | 'date' | 'text' | 'json';

/** The facts about the values of a field that a form needs. */
export interface Shape {
  readonly kind: InputKind;
  readonly isNullable: boolean;
  /** The values of an enumeration, without null. */
  readonly values: readonly Json[];
  /** The format of a string, such as `email`. Empty if there is none. */
  readonly format: string;
  readonly maxLength: number;
}

const MAX_ALTERNATIVES = 50;

/** Returns the alternatives of a schema, or the schema alone. */
export function alternativesOf(schema: Json | undefined): readonly Json[] {
  const list = member(schema, 'anyOf') ?? member(schema, 'oneOf');
  return Array.isArray(list) ? list.slice(0, MAX_ALTERNATIVES) : [schema ?? {}];
}

/** Returns the schema of a member of objects, if one alternative of their schema has it. */
export function memberSchema(schema: Json | undefined, name: string): Json | undefined {
  const found = alternativesOf(schema).flatMap((it) => member(member(it, 'properties'), name) ?? []);
  return found.length === 1 ? found[0] : undefined;
}

/** Returns the names of the types of a schema. */
export function typesOf(schema: Json | undefined): readonly string[] {
  const type = member(schema, 'type');
  return typeof type === 'string' ? [type] : stringsOf(type);
}

/** Returns which control fits a schema. */
export function shapeOf(schema: Json | undefined): Shape {
  const all = alternativesOf(schema);
  const isNull = (it: Json): boolean => typesOf(it).join() === 'null' || member(it, 'const') === null;
  const others = all.filter((it) => !isNull(it));
  const one = others.length === 1 ? others[0] : undefined;
  const listed = member(one, 'enum');
  const constant = member(one, 'const');
  const given: readonly Json[] = Array.isArray(listed) ? listed : constant === undefined ? [] : [constant];
  const values = given.filter((it) => it !== null);
  const types = typesOf(one).filter((it) => it !== 'null');
  const isNullable = others.length < all.length || typesOf(one).includes('null') || values.length < given.length;
  const format = member(one, 'format');
  const maxLength = member(one, 'maxLength');
  const common = {
    isNullable,
    values,
    format: typeof format === 'string' ? format : '',
    maxLength: typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY,
  };
  if (values.length > 0 && values.every((it) => typeof it !== 'object')) return { kind: 'enum', ...common };
  const [type] = types;
  if (one === undefined || types.length > 1 || type === 'array' || type === 'object')
    return { kind: 'json', ...common };
  if (type === 'boolean' || type === 'integer' || type === 'number') return { kind: type, ...common };
  return { kind: common.format === 'date' ? 'date' : 'text', ...common };
}

/** The types of values in words. */
export const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

/** Returns the pattern of a string, of the schema or of its one alternative that is not null. */
export function patternOf(schema: Json | undefined): string | undefined {
  const strings = alternativesOf(schema).filter((it) => typesOf(it).includes('string'));
  const pattern = strings.length === 1 ? member(strings[0], 'pattern') : undefined;
  return typeof pattern === 'string' ? pattern : undefined;
}

/** Returns the type of a value as a schema names it. */
export function typeOfValue(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const sizeWords: Readonly<Record<string, readonly [before: string, unit: string]>> = {
  minimum: ['at least', ''],
  maximum: ['at most', ''],
  minLength: ['at least', 'character'],
  maxLength: ['at most', 'character'],
  minItems: ['at least', 'item'],
  maxItems: ['at most', 'item'],
};

/** Returns the first values of a list as JSON. */
export function listText(values: readonly Json[]): string {
  return values
    .slice(0, 10)
    .map((value) => JSON.stringify(value))
    .join(', ');
}

/** Returns what a schema says, in a few words: `a string, at most 100 characters`. */
export function wordsOf(schema: Json | undefined): string {
  const all = alternativesOf(schema);
  const words = all.map((it) => {
    const listed = member(it, 'enum');
    if (Array.isArray(listed)) return listText(listed);
    const type = typesOf(it)
      .map((name) => typeNames[name] ?? name)
      .join(' or ');
    const format = member(it, 'format');
    const sizes = Object.entries(sizeWords).flatMap(([name, [before, unit]]) => {
      const bound = member(it, name);
      if (typeof bound !== 'number' || Math.abs(bound) >= Number.MAX_SAFE_INTEGER) return [];
      return `${before} ${bound}${unit === '' ? '' : ` ${unit}${bound === 1 ? '' : 's'}`}`;
    });
    const pattern = member(it, 'pattern');
    // The pattern of a format, such as that of an email address, says less than its name.
    const form =
      typeof format === 'string' ? format : typeof pattern === 'string' ? `pattern ${cut(pattern, 100)}` : '';
    return [type, form, ...sizes].filter(Boolean).join(', ');
  });
  return words.filter(Boolean).join(' or ');
}
