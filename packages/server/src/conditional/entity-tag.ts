import { textHash } from './text-hash.ts';

/** An entity tag, without its quotation marks. */
export interface EntityTag {
  readonly opaque: string;
  readonly isWeak: boolean;
}

/** What `If-Match` and `If-None-Match` hold. */
export type EntityTags = '*' | readonly EntityTag[];

/** Characters of a list of entity tags that are read. */
const LONGEST = 4096;

/**
 * Reads `*` or a list of entity tags; undefined when it is neither. A comma may stand inside a tag.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3
 */
export function parseEntityTags(value: string): EntityTags | undefined {
  if (value.length > LONGEST) return undefined;
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
 * The entity tag of a representation, as `ETag` has it: `"<version>-<hash of the text>"`. What is no single resource has
 * no version; an answer without a document says the version alone.
 */
export function formatEntityTag(version: string | undefined, text: string | undefined): string {
  const hash = text === undefined ? '' : textHash(text);
  return version === undefined ? `"${hash}"` : `"${version}-${hash}"`;
}

/** The version that an entity tag of this server carries. */
function versionIn({ opaque }: EntityTag): string | undefined {
  const end = opaque.indexOf('-');
  return end === -1 ? undefined : opaque.slice(0, end);
}

/**
 * Whether two versions are the same, as far as both of them tell: one of a resource, or `resource.relationship.linkage` of a
 * relationship whose linkage the version of its resource does not notice.
 */
function isSameVersion(left: string, right: string): boolean {
  const [resource, relationship, linkage] = left.split('.');
  const [otherResource, otherRelationship, otherLinkage] = right.split('.');
  if (resource !== otherResource) return false;
  return relationship === undefined || relationship !== otherRelationship || linkage === otherLinkage;
}

/** Whether a tag names this version of a resource, in whatever representation; a weak one never does (section 8.8.3.2). */
export function namesVersion(tag: EntityTag, version: string | undefined): boolean {
  const named = versionIn(tag);
  return !tag.isWeak && version !== undefined && named !== undefined && isSameVersion(named, version);
}

/** Whether a tag is that of this representation, given as `ETag` has it, by the weak comparison (section 8.8.3.2). */
export function namesRepresentation({ opaque }: EntityTag, etag: string): boolean {
  return `"${opaque}"` === etag;
}
