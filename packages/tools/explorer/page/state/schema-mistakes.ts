import { arrayAt, isObject, type Json, type JsonObject, member, objectAt, stringsOf } from './json.ts';
import { isSame } from './preview.ts';
import { alternativesOf, listText, typeNames, typesOf } from './schema.ts';

const MAX_DEPTH = 12;
const MAX_PARTS = 50;
/** A list of values or members is checked up to this number of them. */
const MAX_ITEMS = 1000;

function isOfType(value: Json, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return !Object.hasOwn(typeNames, type) || typeof value === type;
}

const time = /^\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/i;

/** Whether a string has a format. Formats that the page does not know are not checked. */
const formats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', isDay],
  ['date-time', (text) => isDay(text.slice(0, 10)) && /^t$/i.test(text.charAt(10)) && time.test(text.slice(11))],
  ['time', (text) => time.test(text)],
  ['email', (text) => text.length < 1000 && /^[^\s@]+@[^\s@]+$/.test(text)],
  ['uuid', (text) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text)],
  ['uri', (text) => URL.canParse(text)],
]);

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
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
    return `must be one of ${listText(listed)}`;
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
  for (const it of arrayAt(schema, 'allOf').slice(0, MAX_PARTS)) {
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
    if (mistake !== undefined || typeof format !== 'string' || (formats.get(format)?.(value) ?? true)) return mistake;
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
    const missing = stringsOf(member(schema, 'required')).find((name) => !Object.hasOwn(value, name));
    if (missing !== undefined) return `must have the member ${JSON.stringify(missing)}`;
    const properties = objectAt(schema, 'properties');
    for (const [name, item] of Object.entries(value).slice(0, MAX_ITEMS)) {
      const inner = mistakeIn(member(properties, name), item, depth + 1);
      if (inner !== undefined) return `${JSON.stringify(name)} ${inner}`;
      if (member(schema, 'additionalProperties') === false && !Object.hasOwn(properties, name))
        return `must not have the member ${JSON.stringify(name)}`;
    }
  }
  return undefined;
}
