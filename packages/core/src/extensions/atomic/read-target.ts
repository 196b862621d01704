import { truncate } from '../../internal/describe-value.ts';
import { hasOwn, isObject } from '../../internal/members.ts';
import { isUriReference } from '../../internal/uri.ts';
import type { Reporter } from '../../requests/parse/error-collector.ts';
import { readIdString } from '../../requests/parse/identification.ts';
import type { UrlTarget } from '../../schema/url/url-scheme.ts';
import type { OperationTarget, TargetMember } from './operation.ts';
import type { OperationsReading } from './operations-reading.ts';

/** An object of the document. */
type Members = Readonly<Record<string, unknown>>;

/** The target of an operation, and the member that contains it. */
export interface NamedTarget {
  readonly target: OperationTarget;
  readonly targetMember: TargetMember;
}

/** Creates a target in which every member is an own member. */
function targetOf(type: string, id?: string, lid?: string, relationship?: string): OperationTarget {
  return { type, id, lid, relationship };
}

/**
 * Reads the `type` of the target of an operation. If the API does not have the type, reports an error and returns
 * undefined. Like every target that does not exist, it is 404, as in a request of its own.
 */
export function readTypeName(
  object: Members,
  member: 'ref' | 'data',
  { api }: OperationsReading,
  reporter: Reporter,
): string | undefined {
  const type = object.type;
  if (type === undefined) reporter.report('DOCUMENT_INVALID.typeMissing', { name: member }, [member]);
  else if (typeof type !== 'string') reporter.report('DOCUMENT_INVALID.type', {}, [member, 'type']);
  else if (api.types.has(type)) return type;
  else reporter.report('NOT_FOUND.type', { type: truncate(type) }, [member, 'type']);
  return undefined;
}

function readLid(
  type: string,
  lid: string,
  member: 'ref' | 'data',
  { localIds }: OperationsReading,
  reporter: Reporter,
): OperationTarget | undefined {
  const created = localIds.created(type, lid);
  if (created !== undefined) return targetOf(type, created.id, lid);
  const values = { type: truncate(type, 50), lid: truncate(lid, 50) };
  return reporter.report('LOCAL_ID_UNKNOWN.operations', values, [member, 'lid']);
}

/** Reads the resource in `ref` or `data`. */
export function readIdentity(
  object: Members,
  member: 'ref' | 'data',
  reading: OperationsReading,
  reporter: Reporter,
): OperationTarget | undefined {
  const type = readTypeName(object, member, reading, reporter);
  const id = readIdString(object, 'id', [member], reporter);
  const lid = readIdString(object, 'lid', [member], reporter);
  const hasNone = object.id === undefined && object.lid === undefined;
  if (hasNone) reporter.report('DOCUMENT_INVALID.idMissing', { name: member }, [member]);
  if (type === undefined) return undefined;
  if (id !== undefined) return targetOf(type, id);
  return lid === undefined ? undefined : readLid(type, lid, member, reading, reporter);
}

function readRef(ref: unknown, reading: OperationsReading, reporter: Reporter): OperationTarget | undefined {
  if (!isObject(ref)) {
    return reporter.report('DOCUMENT_INVALID.ref', {}, ['ref']);
  }
  if (ref.id !== undefined && ref.lid !== undefined) {
    return reporter.report('DOCUMENT_INVALID.refIds', {}, ['ref']);
  }
  const identity = readIdentity(ref, 'ref', reading, reporter);
  const relationship = ref.relationship;
  if (relationship === undefined) return identity;
  if (typeof relationship !== 'string') {
    return reporter.report('DOCUMENT_INVALID.refRelationship', {}, ['ref', 'relationship']);
  }
  if (identity === undefined) return undefined;
  if (reading.api.types.get(identity.type)?.relationships.get(relationship)?.read === true) {
    return { ...identity, relationship };
  }
  const values = { type: identity.type, name: truncate(relationship) };
  return reporter.report('NOT_FOUND.relationship', values, ['ref', 'relationship']);
}

function targetAtUrl(found: UrlTarget, { api }: OperationsReading, reporter: Reporter): OperationTarget | undefined {
  const type = api.types.get(found.type);
  if (type !== undefined && (found.kind === 'collection' || found.kind === 'resource')) {
    return targetOf(found.type, found.kind === 'collection' ? undefined : found.id);
  }
  if (hasOwn(found, 'relationship') && type?.relationships.get(found.relationship)?.read === true) {
    const { id, relationship } = found;
    if (found.kind === 'relationship') return targetOf(found.type, id, undefined, relationship);
    return reporter.report('DOCUMENT_INVALID.hrefOfRelated', {}, ['href']);
  }
  return reporter.report('NOT_FOUND.url', {}, ['href']);
}

function readHref(href: unknown, reading: OperationsReading, reporter: Reporter): OperationTarget | undefined {
  if (typeof href !== 'string' || !isUriReference(href) || /[?#]/.test(href)) {
    return reporter.report('DOCUMENT_INVALID.href', {}, ['href']);
  }
  const found = reading.targetOf(href);
  if (found !== undefined) return targetAtUrl(found, reading, reporter);
  return reporter.report('NOT_FOUND.url', {}, ['href']);
}

/**
 * Reads the target in `ref` or `href`. Returns null if the operation has neither, or undefined if an error was
 * reported.
 */
export function readNamedTarget(
  operation: Members,
  reading: OperationsReading,
  reporter: Reporter,
): NamedTarget | null | undefined {
  const [ref, href] = [operation.ref, operation.href];
  if (ref === undefined && href === undefined) return null;
  if (ref !== undefined && href !== undefined) {
    return reporter.report('DOCUMENT_INVALID.targets', {}, []);
  }
  const target = ref === undefined ? readHref(href, reading, reporter) : readRef(ref, reading, reporter);
  return target && { target, targetMember: ref === undefined ? 'href' : 'ref' };
}
