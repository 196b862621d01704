/** The members of `JSON` in each engine whose `JSON.parse` passes the text of a number. The compiler does not know them yet. */
interface RawJson {
  rawJSON(text: string): object;
  isRawJSON?(value: unknown): boolean;
}

type Strings = Map<string, string>;

/** The strings of numbers by their object or array, and by name. An object that only contains such objects has none of its own. */
export const stringsIn: WeakMap<object, Strings> = new WeakMap();

/**
 * A number that JavaScript writes in another way: digits that it rounds, zeros at the end, many after the point, or an exponent. It can also be a part of a
 * string. A string in which nothing looks like it, such as one with dates, is parsed several times as fast.
 */
export const unusualNumber: RegExp =
  /[[:,]\s*(?=[-\d])(?:-0(?=[\],}\s.])|-?[\d.]*(?:(?:\d\.?){16}|\d\.(?:\d*0(?=[\],}\s])|0{6})|\d[eE][-+\d]))/;

/** The reviver of `JSON.parse` that keeps the strings of numbers. */
export function keepText(this: object, name: string, value: unknown, context?: { readonly source?: string }): unknown {
  const text = typeof value === 'number' ? context?.source : undefined;
  const isOwn = text !== undefined && text !== String(value);
  if (!isOwn && (typeof value !== 'object' || value === null || !stringsIn.has(value))) return value;
  const strings: Strings = stringsIn.get(this) ?? new Map();
  stringsIn.set(this, strings);
  if (isOwn) strings.set(name, text);
  return value;
}

/**
 * Parses JSON, and keeps the strings of numbers inside objects and arrays that JavaScript would write in another way, such as 9007199254740993.
 * `keepNumbers` makes use of them.
 *
 * @throws {SyntaxError} If the text is not JSON.
 */
export function parseExactJson(text: string): unknown {
  return unusualNumber.test(text) ? JSON.parse(text, keepText) : JSON.parse(text);
}

/** Makes an object be written with the strings of its numbers, except of numbers that have changed since. */
function writeStrings(value: object, strings: Strings): void {
  if (strings.size === 0 || !Object.isExtensible(value) || Object.hasOwn(value, 'toJSON')) return;
  const toJSON = function (this: object): object {
    const copy = (Array.isArray(this) ? [...this] : { ...this }) as Record<string, unknown>;
    for (const [name, text] of strings)
      if (Object.hasOwn(copy, name) && copy[name] === Number(text))
        copy[name] = (JSON as unknown as RawJson).rawJSON(text);
    return copy;
  };
  Object.defineProperty(value, 'toJSON', { value: toJSON, enumerable: false });
}

/**
 * Makes `JSON.stringify` write the numbers of a value as the text had them from which `parsed` was parsed. To code, they are numbers as all
 * others. `value` is `parsed` itself, or what a schema made of it.
 */
export function keepNumbers(value: unknown, parsed: unknown): void {
  const waiting: (readonly [value: unknown, parsed: unknown])[] = [[value, parsed]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [to, from] = next;
    if (typeof to !== 'object' || to === null || typeof from !== 'object' || from === null) continue;
    const strings = stringsIn.get(from);
    if (strings === undefined) continue;
    writeStrings(to, strings);
    for (const [name, part] of Object.entries(from))
      if (Object.hasOwn(to, name)) waiting.push([(to as Readonly<Record<string, unknown>>)[name], part]);
  }
}

/** Whether a value stands for the text of a number. */
export function isNumberText(value: object): boolean {
  return Object.hasOwn(value, 'rawJSON') && (JSON as unknown as RawJson).isRawJSON?.(value) === true;
}
