import { isObject, type JsonObject, member, objectAt, resourcesOf } from './json.ts';
import { isSame } from './preview.ts';
import { type Answer, headerOf } from './send.ts';

/** A version of a resource that the user has read. */
export interface Version {
  /** The entity tag. Absent if the API does not send a strong one. */
  readonly tag: string | undefined;
  /** The resource object. Absent if the primary data is something else, such as the members of a relationship. */
  readonly resource: JsonObject | undefined;
}

/** The version from which the draft of a change begins. */
export interface Base {
  /** The target of the resource. */
  readonly target: string;
  readonly version: Version;
}

/** The versions that the user has read, by the target of the request. */
export type Versions = ReadonlyMap<string, Version>;

/** Returns the version that a response contains. */
export function versionOf(answer: Answer): Version {
  const data = member(answer.document, 'data');
  const isResource = isObject(data) && member(data, 'type') !== undefined && member(data, 'id') !== undefined;
  const tag = headerOf(answer, 'etag');
  // `If-Match` compares strongly, so a weak tag never matches (RFC 9110, section 13.1.1).
  return { tag: tag?.startsWith('"') ? tag : undefined, resource: isResource ? data : undefined };
}

/** Returns the resource that a response is about. At the URL of a relationship, it is an identifier. */
export function recordOf(answer: Answer): JsonObject | undefined {
  const isOther = answer.status >= 300 || answer.address.target.includes('/relationships/');
  return isOther ? undefined : versionOf(answer).resource;
}

/** Returns the target of the resource to which a relationship belongs, or the target itself. */
function ownerOf(target: string): string {
  const [before, ...rest] = target.split('/relationships/');
  return rest.length === 1 && before !== undefined ? before : target;
}

/** Whether two resource objects are the same resource, and have the same values of the fields that both contain. */
export function agrees(known: JsonObject, shown: JsonObject): boolean {
  return ['attributes', 'relationships'].every((part) =>
    Object.entries(objectAt(shown, part)).every(([name, value]) => {
      const before = member(member(known, part), name);
      const [one, other] = part === 'attributes' ? [before, value] : [member(before, 'data'), member(value, 'data')];
      return one === undefined || other === undefined || isSame(one, other);
    }),
  );
}

/**
 * Returns the versions after a response.
 *
 * - A resource that was read has the tag of this response. A list does not: its tag is that of the list.
 * - A list that shows other values than those that are known is newer, so the known version is forgotten.
 * - A change replaces the version, or forgets it, if the response does not contain the resource.
 *
 * @param targetOfResource Returns the target of a resource object.
 */
export function withAnswer(
  versions: Versions,
  answer: Answer,
  targetOfResource: (resource: JsonObject) => string,
): Versions {
  const { method, target } = answer.address;
  const next = new Map(versions);
  const isDone = answer.status >= 200 && answer.status < 300;
  if (method === 'GET') {
    if (answer.status === 404 || answer.status === 410) next.delete(target);
    if (!isDone) return next;
    for (const resource of resourcesOf(answer.document)) {
      const place = targetOfResource(resource);
      const known = next.get(place)?.resource;
      if (known !== undefined && !agrees(known, resource)) next.delete(place);
    }
    const version = versionOf(answer);
    const isList = Array.isArray(member(answer.document, 'data')) && !target.includes('/relationships/');
    if (!isList && !target.includes('?')) next.set(target, version);
    return next;
  }
  if (!isDone) return next;
  const path = target.split('?', 1)[0] ?? target;
  for (const it of [target, path, ownerOf(path)]) next.delete(it);
  const version = versionOf(answer);
  const isUpdate = method === 'PATCH' && isUpdated(versions.get(path)?.resource, version.resource);
  if (isUpdate && path === target) next.set(path, version);
  return next;
}

/** Whether a response to an update contains the resource. A response with status 202 contains another one. */
function isUpdated(before: JsonObject | undefined, after: JsonObject | undefined): boolean {
  const same = (name: string): boolean => isSame(member(before, name), member(after, name));
  return after !== undefined && (before === undefined || (same('type') && same('id')));
}
