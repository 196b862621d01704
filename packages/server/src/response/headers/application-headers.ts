import type { ResourceIdentifierObject } from '@linkage/core';
import { canSend, describeValue, isReservedField, mergeVary } from '@linkage/core/internal';
import type { JsonApiRequest, JsonApiResponse } from '../../http.ts';
import type { Route } from '../../request/route.ts';
import { addedMembers } from '../errors/hook-result.ts';

/** Describes a response, with or without errors, to choose its additional headers. */
export interface AnswerFacts<Context = unknown, Request extends JsonApiRequest = JsonApiRequest> {
  readonly request: Request;
  readonly status: number;
  /** The kind of URL. Undefined if the URL is not one of the resources. */
  readonly kind: Route['kind'] | undefined;
  /** The resource type at the beginning of the URL. */
  readonly type: string | undefined;
  readonly relationship: string | undefined;
  /** The result of `context(request)`. Undefined if the request failed before. */
  readonly context: Context | undefined;
  /**
   * The resources in `data` and `included` of the document, each once, for fields such as `Cache-Tag`. Empty for errors and a stream.
   * For a 304, they are those of the document that the client has: caches replace the fields that they keep by those of a 304. The
   * document is read when a function reads this member.
   */
  readonly resources: readonly ResourceIdentifierObject[];
}

/** The document that a 304 omits: its text, or its resources if the text was not written. */
export type OmittedDocument = string | readonly ResourceIdentifierObject[];

/** Returns the identifiers of the resources in `data` and `included` of a document, also of one that a 304 omits. */
export function resourcesIn(
  { status, body: sent }: JsonApiResponse,
  omitted: OmittedDocument | undefined,
): readonly ResourceIdentifierObject[] {
  const body = status === 304 ? omitted : sent;
  if (Array.isArray(body)) return body;
  if (body === undefined || (status >= 300 && status !== 304)) return [];
  const document = { data: null, included: [], ...Object(JSON.parse(body as string)) };
  const found = new Map<string, ResourceIdentifierObject>();
  for (const it of [document.data, document.included].flat(2)) {
    const { type, id } = { type: undefined, id: undefined, ...it };
    if (typeof type === 'string' && typeof id === 'string') found.set(JSON.stringify([type, id]), { type, id });
  }
  return [...found.values()];
}

/** Headers by name. The server adds the names in `Vary` to its own. */
export type ResponseHeaders = Readonly<Record<string, string | number | undefined>>;

function checkField(name: string, value: unknown, seen: ReadonlySet<string>): void {
  const field = `the header ${describeValue(name)}`;
  const key = name.toLowerCase();
  if (isReservedField(name, 'application'))
    throw new TypeError(`headers must not return ${field}, because the server sets it.`);
  if (seen.has(key)) throw new TypeError(`headers must return each field once, but it returned ${field} twice.`);
  if (!canSend(name, value))
    throw new TypeError(`headers: ${field} must have a valid name and a string of printable ASCII as its value.`);
}

/** Whether a field describes a document. A 304 response repeats only the fields that the server sets. */
function isOmitted(status: number, key: string): boolean {
  return status === 304 && key.startsWith('content-');
}

/**
 * Adds the headers of the application to a response. A field that the response already has is kept.
 *
 * @param result The result of the function of the application.
 * @throws {TypeError} If a name or a value cannot be sent, or if only the server sets the field.
 */
export function withApplicationHeaders(answer: JsonApiResponse, result: unknown): JsonApiResponse {
  const fields = Object.entries(addedMembers(result, 'headers') ?? {});
  const present = new Set(Object.keys(answer.headers).map((name) => name.toLowerCase()));
  const seen = new Set<string>();
  const added: [string, string][] = [];
  let vary: string | undefined;
  for (const [name, value] of fields) {
    if (value === undefined) continue;
    const text = typeof value === 'number' ? String(value) : value;
    checkField(name, text, seen);
    const key = name.toLowerCase();
    seen.add(key);
    if (key === 'vary') vary = text as string;
    else if (!present.has(key) && !isOmitted(answer.status, key)) added.push([name, text as string]);
  }
  const headers = { ...Object.fromEntries(added), ...answer.headers };
  return { ...answer, headers: vary === undefined ? headers : mergeVary({ ...headers, Vary: vary }, headers['Vary']) };
}
