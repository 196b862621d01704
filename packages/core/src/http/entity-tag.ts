import { textHash } from './text-hash.ts';

/** A string that identifies a state of a resource: it changes with every write. */
export type VersionValue = string | number | bigint | Date | null;

/** Returns the text of a version. Undefined if the value is not one: NaN, also of an invalid date, would be equal in every state. */
export function plainVersion(value: unknown): string | undefined {
  const plain = value instanceof Date ? value.getTime() : value;
  const isVersion = plain === null || ['string', 'number', 'bigint'].includes(typeof plain);
  return isVersion && !Number.isNaN(plain) ? String(plain) : undefined;
}

/** An entity tag, without its quotation marks. */
export interface EntityTag {
  readonly opaque: string;
  readonly isWeak: boolean;
}

/** The value of `If-Match` or `If-None-Match`. */
export type EntityTags = '*' | readonly EntityTag[];

/** The maximum length of a list of entity tags, in characters. */
const MAX_HEADER_LENGTH = 4096;

/**
 * Parses `*` or a list of entity tags. Returns undefined if the value is malformed. A tag can contain commas.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3
 */
export function parseEntityTags(value: string): EntityTags | undefined {
  if (value.length > MAX_HEADER_LENGTH) return undefined;
  if (value.trim() === '*') return '*';
  const tags: EntityTag[] = [];
  let isSeparated = true;
  for (let index = 0; index < value.length; ) {
    const char = value[index];
    if (char === ',') isSeparated = true;
    if (char === ',' || char === ' ' || char === '\t') {
      index++;
      continue;
    }
    const isWeak = value.startsWith('W/', index);
    const start = isWeak ? index + 2 : index;
    const end = value[start] === '"' && isSeparated ? value.indexOf('"', start + 1) : -1;
    const opaque = value.slice(start + 1, end);
    if (end === -1 || !/^[!#-~\x80-\xff]*$/.test(opaque)) return undefined;
    tags.push({ opaque, isWeak });
    isSeparated = false;
    index = end + 1;
  }
  return tags;
}

/**
 * Formats the entity tag of a representation for `ETag`: `"<version>-<hash of the text>"`. A representation that is not
 * a single resource does not have a version. A response without a document has only the version.
 *
 * @param form The hash of what determines the text together with the version. Default: the hash of the text.
 */
export function formatEntityTag(version: string | undefined, text: string | undefined, form?: string): string {
  const hash = form ?? (text === undefined ? '' : textHash(text));
  return version === undefined ? `"${hash}"` : `"${version}-${hash}"`;
}

/** Whether tags contain the form of a document that a version and this form determine, so that only the version must be read. */
export function namesForm(tags: EntityTags | undefined, form: string): boolean {
  return Array.isArray(tags) && tags.some(({ opaque }: EntityTag) => opaque.includes(`-${form}`));
}

/** Returns the version in an entity tag of this server. */
function versionIn({ opaque }: EntityTag): string | undefined {
  const end = opaque.indexOf('-');
  return end === -1 ? undefined : opaque.slice(0, end);
}

/**
 * Whether two versions are the same, as far as both contain them: the version of a resource, or
 * `resource.relationship.linkage` for a relationship whose linkage is not part of the version of its resource.
 */
function isSameVersion(left: string, right: string): boolean {
  const [resource, relationship, linkage] = left.split('.');
  const [otherResource, otherRelationship, otherLinkage] = right.split('.');
  if (resource !== otherResource) return false;
  return relationship === undefined || relationship !== otherRelationship || linkage === otherLinkage;
}

/**
 * Whether a tag contains this version of a resource, in any representation. A weak tag never does (section 8.8.3.2).
 */
export function namesVersion(tag: EntityTag, version: string | undefined): boolean {
  const named = versionIn(tag);
  return !tag.isWeak && version !== undefined && named !== undefined && isSameVersion(named, version);
}

/** Whether a tag matches this representation, given as in `ETag`, by the weak comparison (section 8.8.3.2). */
export function namesRepresentation({ opaque }: EntityTag, etag: string): boolean {
  return `"${opaque}"` === etag;
}
