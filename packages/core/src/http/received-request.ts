import { describeValue } from '../internal/describe-value.ts';
import { isObject, memberOf, pickMembers } from '../internal/members.ts';
import type { Extension } from '../media-type/extension.ts';
import { negotiate } from '../media-type/negotiate.ts';
import type { Negotiated } from '../media-type/negotiated.ts';
import { parseQueryOf } from '../query/parse-query.ts';
import type { UrlKind } from '../query/query-family.ts';
import type { Api } from '../schema/api.ts';
import type { JsonApiObject } from '../spec/document/jsonapi-object.ts';
import { type ReceivedHeaders, type RequestHead, readHead } from './headers.ts';
import { type HttpOptions, type ReadHttpOptions, readHttpOptions } from './http-options.ts';
import { jsonapiObject } from './jsonapi.ts';
import { type Preconditions, readPreconditions } from './preconditions.ts';

/** A request of any framework: of Express, Fastify, or Koa, the `raw` request of Hono, or a `Request` of Fetch. */
export interface HttpRequest {
  readonly method?: string | undefined;
  /** The URL, or its path and query. Only the query is read. */
  readonly url?: string | undefined;
  readonly headers: ReceivedHeaders | { get(name: string): string | null };
  /**
   * The document: its bytes, its text, or the value parsed from it. Only requests that write a document need it. Only with bytes, documents
   * that are not UTF-8 are rejected: who decodes them replaces the wrong bytes.
   */
  readonly body?: unknown;
}

/** Reads the members of a request: its own, or those of its class, but not those of `Object.prototype`. */
export function readMembers(request: HttpRequest): HttpRequest {
  return pickMembers(request, ['method', 'url', 'headers', 'body']) as HttpRequest;
}

/** A response as plain values, for any framework. */
export interface HttpResponse {
  readonly status: number;
  /** Headers, without duplicates. */
  readonly headers: Readonly<Record<string, string>>;
  /** The document as text; absent if the response has none. */
  readonly body?: string | undefined;
}

/** The values that the functions that read a request share, for its response. */
export interface ReadRequest {
  readonly method: string;
  /** The result of content negotiation. */
  readonly negotiated: Negotiated;
  /** The `jsonapi` member of the response, as an option of `serialize`. */
  readonly jsonapi: JsonApiObject;
  /** The extensions that apply to the response, as an option of `serialize`. */
  readonly extensions: readonly Extension[];
  /** `If-Match` and `If-None-Match`: `documentResponse` and `checkPreconditions` decide by them. */
  readonly preconditions: Preconditions;
}

/** A request whose headers are read. */
export interface ReceivedRequest {
  /** The members that do not depend on the kind of URL. */
  readonly common: ReadRequest;
  readonly options: ReadHttpOptions;
  readonly parameters: URLSearchParams;
  /** Undefined if the request does not contain a document. */
  readonly body: unknown;
  /** Reads the query of a kind of URL. */
  queryOf(kind: UrlKind | undefined, api: Api, types: readonly string[]): object;
}

/** Reads the headers for negotiation and preconditions: of a plain object, or of `Headers`. */
export function headOf(where: string, headers: HttpRequest['headers']): RequestHead {
  if (!isObject(headers))
    throw new TypeError(`${where}: \`headers\` must be an object, but it is ${describeValue(headers)}.`);
  const get = memberOf(headers, 'get');
  if (typeof get !== 'function') return readHead(headers as Parameters<typeof readHead>[0]);
  const names = ['accept', 'content-type', 'if-match', 'if-none-match'];
  return readHead(Object.fromEntries(names.map((name) => [name, get.call(headers, name) ?? undefined])));
}

/** Returns the document of a request: undefined if it is absent or empty. */
export function documentIn(where: string, { body: given }: HttpRequest): unknown {
  const body = given instanceof ArrayBuffer ? new Uint8Array(given) : given;
  if (body === undefined || body === null || body === '') return undefined;
  if (body instanceof Uint8Array) return body.byteLength === 0 ? undefined : body;
  const { getReader, pipe }: { readonly getReader?: unknown; readonly pipe?: unknown } = Object(body);
  if (typeof getReader !== 'function' && typeof pipe !== 'function') return body;
  throw new TypeError(
    `${where}: \`body\` must be a string, bytes, or a parsed value, but it is a stream: pass what \`await request.arrayBuffer()\` returns.`,
  );
}

function parametersOf(url: string): URLSearchParams {
  const [withoutFragment = ''] = url.split('#', 1);
  const mark = withoutFragment.indexOf('?');
  return new URLSearchParams(mark === -1 ? '' : withoutFragment.slice(mark + 1));
}

/** The methods of requests whose documents have no meaning, so that they are not read. */
const withoutDocument: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Reads the headers of a request, and negotiates its media types.
 *
 * @param where The public function, for error messages.
 * @param methods The methods of the requests that the function reads.
 * @param required The extension to which the URL belongs.
 * @throws {JsonApiError} 415 for `Content-Type`, 406 for `Accept`, and 400 for malformed preconditions.
 * @throws {TypeError} If the request is not one that the function reads, or an option is wrong.
 */
export function receive(
  where: string,
  received: HttpRequest,
  given: HttpOptions | undefined,
  methods: readonly string[],
  required?: Extension,
): ReceivedRequest {
  const request = readMembers(received);
  const { method = '', url } = request;
  if (!methods.includes(method))
    throw new TypeError(`${where}: \`method\` must be ${methods.join(' or ')}, but it is ${describeValue(method)}.`);
  if (typeof url !== 'string') throw new TypeError(`${where}: \`url\` must be a string.`);
  const options = readHttpOptions(where, given);
  const { extensions: declared = [], profiles = [] } = options;
  const extensions =
    required === undefined ? declared : [required, ...declared.filter(({ uri }) => uri !== required.uri)];
  const head = headOf(where, request.headers);
  const body = withoutDocument.has(method) ? undefined : documentIn(where, request);
  const { accept, contentType } = head;
  const negotiated = negotiate({ accept, contentType, body: body !== undefined }, { extensions, profiles });
  const applied = ({ uri }: Extension): boolean => negotiated.extensions.includes(uri);
  const common = {
    method,
    negotiated,
    jsonapi: jsonapiObject(negotiated),
    extensions: extensions.filter(applied),
    preconditions: readPreconditions(head),
  };
  const parameters = parametersOf(url);
  return {
    ...{ common, options, parameters, body },
    queryOf: (kind, api, types) =>
      parseQueryOf(where, kind, api, types, parameters, {
        limits: options.queryLimits,
        parameters: options.parameters,
        // An extension of the request document applies to the response, too.
        extensions: common.extensions,
        filterLanguage: options.filterLanguage,
      }),
  };
}
