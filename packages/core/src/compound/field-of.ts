/**
 * What a record holds for a field. A record may inherit its fields, as instances of classes do, but what every object
 * inherits, such as `constructor`, is no field.
 */
export function fieldOf(record: object, name: string): unknown {
  const value = (record as Record<string, unknown>)[name];
  return value === (Object.prototype as Record<string, unknown>)[name] ? undefined : value;
}
