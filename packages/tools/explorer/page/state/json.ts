/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [name: string]: Json;
}

/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an own member of an object, or `undefined`. */
export function member(value: unknown, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Returns a member that is an object, or an empty object. */
export function objectAt(value: unknown, name: string): JsonObject {
  const found = member(value, name);
  return isObject(found) ? found : {};
}

/** Returns a member that is an array, or an empty array. */
export function arrayAt(value: unknown, name: string): readonly Json[] {
  const found = member(value, name);
  return Array.isArray(found) ? found : [];
}

/**
 * Returns the text of a value that should be a string. Other values are written as JSON: an object with a member `toString`
 * cannot become a string by itself.
 */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // The value is too deep, or too long for a string.
    return '…';
  }
}

/** Returns the beginning of a string, if it is longer than the maximum. */
export function cut(text: string, maximum: number): string {
  return text.length > maximum ? `${text.slice(0, maximum)}…` : text;
}

/** Returns the items of a value that are strings. A value that is not an array has none. */
export function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Returns the value of a JSON text, or `undefined` if the text is not JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the URL of a link of a links object, or `undefined` if there is none. */
export function hrefOf(owner: Json | undefined, name: string): string | undefined {
  const link = member(member(owner, 'links'), name);
  const href = typeof link === 'string' ? link : member(link, 'href');
  return typeof href === 'string' ? href : undefined;
}

/** Returns the resource objects of a document: the primary data and the included resources. */
export function resourcesOf(document: Json | undefined): readonly JsonObject[] {
  const data = member(document, 'data');
  return [...(Array.isArray(data) ? data : [data]), ...arrayAt(document, 'included')].filter(isObject);
}

/** Returns the error objects of a document. */
export function errorsOf(document: Json | undefined): readonly JsonObject[] {
  return arrayAt(document, 'errors').filter(isObject);
}

/** Returns the text of a document. */
export function toText(document: Json): string {
  return JSON.stringify(document, null, 2);
}
