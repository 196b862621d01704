import type { Api, ResourceType } from './api.ts';

/** The definition of a type that the caller names. A name the API lacks is the caller's mistake, not a request's. */
export function resourceType(api: Api, name: string): ResourceType {
  const type = api.types.get(name);
  if (type === undefined) throw new TypeError(`${JSON.stringify(name)} is no resource type of this API.`);
  return type;
}
