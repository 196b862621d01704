/** The attributes of requests whose value is the default of the schema, because the request does not contain them. */
const names: WeakMap<object, Set<string>> = new WeakMap();

/** Records that an attribute of a new resource has the default of its schema. */
export function keepDefaulted(attributes: object, name: string): void {
  const known = names.get(attributes);
  if (known === undefined) names.set(attributes, new Set([name]));
  else known.add(name);
}

/**
 * Whether an attribute has the default of its schema because the request does not contain it. The default can differ each time, such as a
 * date, so a comparison with another default cannot tell.
 *
 * @param attributes The attributes of a result of `parseCreate`, not a copy.
 */
export function isDefaulted(attributes: object, name: string): boolean {
  return names.get(attributes)?.has(name) === true;
}
