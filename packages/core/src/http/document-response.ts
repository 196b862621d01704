import type { AtomicResult } from '../extensions/atomic/run-operations.ts';
import { describeValue } from '../internal/describe-value.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import { formatEntityTag, plainVersion, type VersionValue } from './entity-tag.ts';
import { mergeVary } from './merge-vary.ts';
import { canSend } from './outgoing-headers.ts';
import { assertVersion, ifMatchRequired, isConditional, isNotModified } from './preconditions.ts';
import type { HttpResponse, ReadRequest } from './received-request.ts';
import { textHash } from './text-hash.ts';

/** Options of `documentResponse`. */
export interface DocumentResponseOptions {
  /**
   * What changes with every write of the resource in the URL, such as a number or a time in its row. The response has an entity tag
   * with it. Default: for a GET, the tag is a hash of the document, and `checkPreconditions` cannot compare it.
   */
  readonly version?: VersionValue | undefined;
  /** Other headers, such as `Location` and `Cache-Control`. The names in `Vary` are added to those of the response. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Options of `checkPreconditions`. */
export interface PreconditionOptions {
  /** Whether a request without `If-Match` is rejected. Default false. */
  readonly required?: boolean | undefined;
}

const options: OptionTable = optionTable({ version: 'any', headers: 'object' });
const checks: OptionTable = optionTable({ required: 'boolean' });

/** The headers that follow from the document and the request. */
const ownFields: ReadonlySet<string> = new Set(['content-type', 'etag']);

/** Returns a version as entity tags contain it: any value, without the characters that separate its parts. */
function hashOf(where: string, version: unknown): string | undefined {
  if (version === undefined) return undefined;
  const plain = plainVersion(version);
  if (plain !== undefined) return textHash(plain);
  throw new TypeError(
    `${where}: \`version\` must be a string, a number, a bigint, a valid Date, or null, but it is ${describeValue(version)}.`,
  );
}

/** Returns the fields of the application, and its names for `Vary`. A 304 does not describe a document. */
function fieldsOf(given: DocumentResponseOptions['headers'], isNotSent: boolean) {
  const fields: Record<string, string> = {};
  let vary: string | undefined;
  for (const [name, value] of Object.entries(given ?? {})) {
    const key = name.toLowerCase();
    if (value === undefined) continue;
    if (ownFields.has(key) || !canSend(name, value)) {
      const reason = ownFields.has(key) ? 'the function sets it' : 'its name or its value cannot be sent';
      throw new TypeError(`documentResponse: \`headers\` must not contain ${describeValue(name)}: ${reason}.`);
    }
    if (key === 'vary') vary = value;
    else if (!isNotSent || !key.startsWith('content-')) fields[name] = value;
  }
  return { fields, vary };
}

/**
 * Creates the response to a request that was read: `Content-Type`, `Vary`, and `ETag`. A GET whose client has this document already
 * becomes 304, and a HEAD has no body.
 *
 * @param request What a function such as `readResourceRequest` returned.
 * @param document The document, or the text that `serialize` returned. Undefined for a response without one, such as 204.
 * @throws {JsonApiError} 412 if a GET requires another version.
 * @throws {TypeError} If an option is unknown or wrong, or a header cannot be sent.
 * @see https://jsonapi.org/format/1.1/#content-negotiation-servers
 */
export function documentResponse(
  { method, negotiated, preconditions }: Pick<ReadRequest, 'method' | 'negotiated' | 'preconditions'>,
  status: number,
  document?: string | object,
  given: DocumentResponseOptions = {},
): HttpResponse {
  const { version: declared, headers } = readOptions('documentResponse', given, options) as DocumentResponseOptions;
  const version = hashOf('documentResponse', declared);
  const text = typeof document === 'object' ? JSON.stringify(document) : document;
  const isRead = method === 'GET' || method === 'HEAD';
  const isTagged = [200, 201, 204].includes(status) && (version !== undefined || (isRead && text !== undefined));
  const etag = isTagged ? formatEntityTag(version, text) : undefined;
  const isKnown =
    isRead && etag !== undefined && isConditional(preconditions) && isNotModified(preconditions, etag, version);
  const isNotSent = isKnown || text === undefined;
  const { fields, vary } = fieldsOf(headers, isNotSent);
  const all = {
    ...fields,
    ...(isNotSent ? {} : { 'Content-Type': negotiated.contentType }),
    ...(etag === undefined ? {} : { ETag: etag }),
    Vary: negotiated.vary,
  };
  const isEmpty = isNotSent || method === 'HEAD';
  return { status: isKnown ? 304 : status, headers: mergeVary(all, vary), ...(isEmpty ? {} : { body: text }) };
}

/**
 * Checks `If-Match` and `If-None-Match` before a write. Read the resource and write it in one transaction, so that no other write comes
 * between.
 *
 * @param request What `readUpdateRequest`, `readLinkageRequest`, or `readResourceRequest` returned.
 * @param version The version of the existing resource, as `documentResponse` received it. Undefined if it is unknown: then only
 * `If-Match: *` matches.
 * @throws {JsonApiError} 412 if a precondition does not match, or 428 if `If-Match` is required and absent.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1
 */
export function checkPreconditions(
  { preconditions }: Pick<ReadRequest, 'preconditions'>,
  version: VersionValue | undefined,
  given: PreconditionOptions = {},
): void {
  const { required = false } = readOptions('checkPreconditions', given, checks);
  if (required && preconditions.ifMatch === undefined) throw ifMatchRequired();
  assertVersion(preconditions, hashOf('checkPreconditions', version));
}

/**
 * Creates the response to a request with operations: 200 with the results, or 204 if all of them are empty.
 *
 * @param request What `readOperationsRequest` returned.
 * @param results What `runOperations` returned.
 * @throws {TypeError} If an option is unknown or wrong, or a header cannot be sent.
 * @see https://jsonapi.org/ext/atomic/#processing
 */
export function operationsResponse(
  request: Pick<ReadRequest, 'method' | 'negotiated' | 'preconditions' | 'jsonapi'>,
  results: readonly AtomicResult[],
  options?: Pick<DocumentResponseOptions, 'headers'>,
): HttpResponse {
  if (results.every((result) => Object.keys(result).length === 0))
    return documentResponse(request, 204, undefined, options);
  return documentResponse(request, 200, { jsonapi: request.jsonapi, 'atomic:results': results }, options);
}
