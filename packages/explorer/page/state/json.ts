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

/** Returns the resource objects of a document: the primary data and the included resources. */
export function resourcesOf(document: Json | undefined): readonly JsonObject[] {
  const data = member(document, 'data');
  const included = member(document, 'included');
  const all = [...(Array.isArray(data) ? data : [data]), ...(Array.isArray(included) ? included : [])];
  return all.filter(isObject);
}
