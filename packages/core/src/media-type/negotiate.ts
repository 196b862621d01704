import { remember } from '../internal/bounded-cache.ts';
import { isObject } from '../internal/members.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import { readAccept } from './accept.ts';
import { JSON_API_MEDIA_TYPE } from './media-type.ts';
import { createNegotiated, type Negotiated } from './negotiated.ts';
import { noParameters } from './parameters.ts';
import { readRequestContentType } from './request-content-type.ts';
import { findSupported, type NegotiationSupport, type Supported } from './support.ts';

/** The headers for negotiation. A header that the request lacks is undefined, or null as in Fetch. */
export interface NegotiationHeaders {
  readonly accept?: string | null | undefined;
  readonly contentType?: string | null | undefined;
  /** Not accepted: pass the value of each header by its own option, so that no header is overlooked. */
  readonly 'content-type'?: never;
  /** Whether the request contains a document. Default: whether it has a `Content-Type`. */
  readonly body?: boolean | undefined;
}

const headerOptions: OptionTable = optionTable({ accept: 'any', contentType: 'any', body: 'boolean' }, 'header');
const supportOptions: OptionTable = optionTable({ extensions: 'array', profiles: 'array', version: ['1.1', '1.0'] });

const everyObject: NegotiationHeaders & NegotiationSupport = Object.prototype;

// The rest of a negotiation takes less time than `readOptions`: a call without `Accept` takes 50 ns instead of 230 ns. So literals
// with known members are used as they are. For all others, `readOptions` decides, and throws the errors.

/** Whether an object has members of a table only, and every object has none of them. */
function isLiteralOf({ kinds }: OptionTable, given: unknown): boolean {
  const { accept, contentType, body, extensions, profiles, version } = everyObject;
  if ((accept ?? contentType ?? body ?? extensions ?? profiles ?? version) !== undefined) return false;
  if (!isObject(given)) return false;
  for (const name in given) if (!kinds.has(name)) return false;
  return true;
}

function readHeaders(headers: NegotiationHeaders): NegotiationHeaders {
  // `Headers` of fetch: its fields are not members, so each would be absent.
  if (typeof (headers as { readonly get?: unknown } | null)?.get === 'function')
    throw new TypeError('negotiate: pass `accept` and `contentType` by `headers.get`.');
  const isLiteral = isLiteralOf(headerOptions, headers) && typeof (headers.body ?? true) === 'boolean';
  return isLiteral ? headers : readOptions('negotiate: headers', headers, headerOptions);
}

const isList = (it: unknown): boolean => it === undefined || Array.isArray(it);

function readSupport(support: NegotiationSupport): NegotiationSupport {
  const isLiteral =
    isLiteralOf(supportOptions, support) &&
    isList(support.extensions) &&
    isList(support.profiles) &&
    support.version === undefined;
  return isLiteral ? support : readOptions('negotiate: support', support, supportOptions);
}

/**
 * Negotiates the media types of a request and its response. The result is frozen and shared between requests.
 *
 * @throws {JsonApiError} 415 for `Content-Type`, or 406 for `Accept`; the detail declares what the server supports.
 * @throws {TypeError} If two extensions have the same namespace, or if version 1.0 is combined with extensions or
 * profiles.
 * @see https://jsonapi.org/format/1.1/#content-negotiation
 */
export function negotiate(headers: NegotiationHeaders, support: NegotiationSupport = {}): Negotiated {
  const { accept, contentType, body = contentType !== undefined && contentType !== null } = readHeaders(headers);
  return settle(findSupported(readSupport(support)), accept, contentType, body);
}

/** Like `negotiate`, for a fixed set of extensions and profiles. */
export type Negotiator = (accept: string | undefined, contentType: string | undefined, body: boolean) => Negotiated;

/**
 * Creates a negotiator for the extensions and profiles of a server. Checks them only once.
 *
 * @throws {TypeError} If two extensions have the same namespace, or if version 1.0 is combined with extensions or
 * profiles.
 */
export function createNegotiator(support: NegotiationSupport): Negotiator {
  const supported = findSupported(readOptions('createNegotiator', support, supportOptions));
  return settle.bind(undefined, supported);
}

function settle(
  supported: Supported,
  accept: string | null | undefined,
  contentType: string | null | undefined,
  body: boolean,
): Negotiated {
  // Without a document, only `Accept` counts.
  const isAbsent = !body && (contentType === undefined || contentType === null);
  const request = isAbsent ? noParameters : readRequestContentType(contentType, body, supported);
  // An absent `Accept` and an empty one allow any media type.
  const wanted = accept ?? '';
  const isAlone = wanted === JSON_API_MEDIA_TYPE;
  let response = isAlone ? supported.alone : supported.accepts.get(wanted);
  if (response === undefined) {
    response = createNegotiated(noParameters, readAccept(wanted, supported));
    if (isAlone) supported.alone = response;
    else remember(supported.accepts, wanted, response);
  }
  if (request.extensions.length === 0 && request.profiles.length === 0) return response;
  // A valid `Content-Type` does not contain a line feed, so different pairs have different keys.
  const pair = `${contentType}\n${wanted}`;
  const known = supported.pairs.get(pair);
  if (known !== undefined) return known;
  const extensions = [...request.extensions, ...response.extensions];
  const negotiated = createNegotiated(request, { extensions, profiles: response.profiles });
  remember(supported.pairs, pair, negotiated);
  return negotiated;
}
