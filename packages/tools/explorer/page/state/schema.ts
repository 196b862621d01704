import { cut, isObject, type Json, type JsonObject, member, textsOf } from './json.ts';
import { isSame } from './preview.ts';

/** The control that fits a schema. `json` is for values with parts, and for values of several types. */
export type InputKind = 'enum' | 'boolean' | 'integer' | 'number' | 'date' | 'text' | 'json';

/** The facts about the values of a field that a form needs. */
export interface Shape {
  readonly kind: InputKind;
  readonly isNullable: boolean;
  /** The values of an enumeration, without null. */
  readonly values: readonly Json[];
  /** The format of a text, such as `email`. Empty if there is none. */
  readonly format: string;
  readonly maxLength: number;
}

const MAX_ALTERNATIVES = 50;
const MAX_DEPTH = 12;
/** A list of values or members is checked up to this number of them. */
const MAX_ITEMS = 1000;

function alternativesOf(schema: Json | undefined): readonly Json[] {
  const list = member(schema, 'anyOf') ?? member(schema, 'oneOf');
  return Array.isArray(list) ? list.slice(0, MAX_ALTERNATIVES) : [schema ?? {}];
}

function typesOf(schema: Json | undefined): readonly string[] {
  const type = member(schema, 'type');
  return typeof type === 'string' ? [type] : textsOf(type);
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
  if (one === undefined || types.length > 1) return { kind: 'json', ...common };
  if (type === 'boolean' || type === 'integer' || type === 'number') return { kind: type, ...common };
  if (type === 'array' || type === 'object') return { kind: 'json', ...common };
  return { kind: common.format === 'date' ? 'date' : 'text', ...common };
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

function isOfType(value: Json, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return !Object.hasOwn(typeNames, type) || typeof value === type;
}

/** Whether a text has a format. Formats that the page does not know are not checked. */
function hasFormat(text: string, format: string): boolean {
  switch (format) {
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text);
    case 'date-time':
      return (
        /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/i.test(text) && isDay(text.slice(0, 10))
      );
    case 'time':
      return /^\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/i.test(text);
    case 'email':
      return text.length < 1000 && /^[^\s@]+@[^\s@]+$/.test(text);
    case 'uuid':
      return /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text);
    case 'uri':
      return URL.canParse(text);
    default:
      return true;
  }
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

type Bound = readonly [name: string, fails: (size: number, bound: number) => boolean, words: string];

const bounds: Readonly<Record<'number' | 'text' | 'array', readonly Bound[]>> = {
  number: [
    ['minimum', (size, bound) => size < bound, 'must be at least'],
    ['maximum', (size, bound) => size > bound, 'must be at most'],
    ['exclusiveMinimum', (size, bound) => size <= bound, 'must be more than'],
    ['exclusiveMaximum', (size, bound) => size >= bound, 'must be less than'],
    ['multipleOf', (size, bound) => bound > 0 && !isMultiple(size, bound), 'must be a multiple of'],
  ],
  text: [
    ['minLength', (size, bound) => size < bound, 'must have at least this number of characters:'],
    ['maxLength', (size, bound) => size > bound, 'must have at most this number of characters:'],
  ],
  array: [
    ['minItems', (size, bound) => size < bound, 'must have at least this number of items:'],
    ['maxItems', (size, bound) => size > bound, 'must have at most this number of items:'],
  ],
};

/** Quotients of decimal numbers are not exact: 0.3 / 0.1 is 2.9999999999999996. */
function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient));
}

function boundMistake(schema: Json | undefined, size: number, list: readonly Bound[]): string | undefined {
  for (const [name, fails, words] of list) {
    const bound = member(schema, name);
    if (typeof bound === 'number' && fails(size, bound)) return `${words} ${bound}`;
  }
  return undefined;
}

/**
 * Returns what is wrong with a value, or `undefined`. Parts of a schema that the page does not know are not checked: the server decides.
 * Patterns are checked elsewhere, because an expression of an API can run without end.
 */
export function mistakeIn(schema: Json | undefined, value: Json, depth = 0): string | undefined {
  if (depth > MAX_DEPTH || !isObject(schema)) return undefined;
  const listed = member(schema, 'enum');
  if (Array.isArray(listed) && !listed.some((it) => isSame(it, value))) {
    return `must be one of ${listed
      .slice(0, 10)
      .map((it) => JSON.stringify(it))
      .join(', ')}`;
  }
  if (Object.hasOwn(schema, 'const') && !isSame(schema['const'], value))
    return `must be ${JSON.stringify(schema['const'])}`;
  const types = typesOf(schema);
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    return `must be ${types.map((type) => typeNames[type] ?? type).join(' or ')}`;
  }
  const alternatives = alternativesOf(schema);
  if (alternatives[0] !== schema) {
    const mistakes = alternatives.map((it) => mistakeIn(it, value, depth + 1));
    if (mistakes.length > 0 && mistakes.every((it) => it !== undefined)) {
      // The alternative that is not `null` says more.
      const index = alternatives.findIndex((it) => typesOf(it).join() !== 'null');
      return mistakes[Math.max(index, 0)];
    }
  }
  const all = member(schema, 'allOf');
  for (const it of Array.isArray(all) ? all.slice(0, MAX_ALTERNATIVES) : []) {
    const mistake = mistakeIn(it, value, depth + 1);
    if (mistake !== undefined) return mistake;
  }
  return mistakeOfType(schema, value, depth);
}

function mistakeOfType(schema: JsonObject, value: Json, depth: number): string | undefined {
  if (typeof value === 'number') return boundMistake(schema, value, bounds.number);
  if (typeof value === 'string') {
    const mistake = boundMistake(schema, [...value].length, bounds.text);
    const format = member(schema, 'format');
    if (mistake !== undefined || typeof format !== 'string' || hasFormat(value, format)) return mistake;
    return `must be of the format ${format}`;
  }
  if (Array.isArray(value)) {
    const mistake = boundMistake(schema, value.length, bounds.array);
    if (mistake !== undefined) return mistake;
    for (const [index, item] of value.slice(0, MAX_ITEMS).entries()) {
      const inner = mistakeIn(member(schema, 'items'), item, depth + 1);
      if (inner !== undefined) return `item ${index + 1} ${inner}`;
    }
  } else if (isObject(value)) {
    const missing = textsOf(member(schema, 'required')).find((name) => !Object.hasOwn(value, name));
    if (missing !== undefined) return `must have the member ${JSON.stringify(missing)}`;
    const properties = member(schema, 'properties');
    for (const [name, item] of Object.entries(value).slice(0, MAX_ITEMS)) {
      const inner = mistakeIn(member(properties, name), item, depth + 1);
      if (inner !== undefined) return `${JSON.stringify(name)} ${inner}`;
      if (
        member(schema, 'additionalProperties') === false &&
        !(isObject(properties) && Object.hasOwn(properties, name))
      )
        return `must not have the member ${JSON.stringify(name)}`;
    }
  }
  return undefined;
}

/** Returns the pattern of a text, of the schema or of its one alternative that is not null. */
export function patternOf(schema: Json | undefined): string | undefined {
  const texts = alternativesOf(schema).filter((it) => typesOf(it).includes('string'));
  const pattern = texts.length === 1 ? member(texts[0], 'pattern') : undefined;
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

/** Returns what a schema says, in a few words: `a text, at most 100 characters`. */
export function wordsOf(schema: Json | undefined): string {
  const all = alternativesOf(schema);
  const words = all.map((it) => {
    const listed = member(it, 'enum');
    if (Array.isArray(listed))
      return listed
        .slice(0, 10)
        .map((value) => JSON.stringify(value))
        .join(', ');
    const type = typesOf(it)
      .map((name) => typeNames[name] ?? name)
      .join(' or ');
    const format = member(it, 'format');
    const sizes = [
      ...Object.entries(sizeWords).flatMap(([name, [before, unit]]) => {
        const bound = member(it, name);
        if (typeof bound !== 'number' || Math.abs(bound) >= Number.MAX_SAFE_INTEGER) return [];
        return [`${before} ${bound}${unit === '' ? '' : ` ${unit}${bound === 1 ? '' : 's'}`}`];
      }),
    ];
    const pattern = member(it, 'pattern');
    // The pattern of a format, such as that of an email address, says less than its name.
    const form =
      typeof format === 'string' ? format : typeof pattern === 'string' ? `pattern ${cut(pattern, 100)}` : '';
    return [type, form, ...sizes].filter(Boolean).join(', ');
  });
  return words.filter(Boolean).join(' or ');
}
