import { problemOf } from '../error/create-error-object.ts';
import { negotiationCodes } from '../error/error-code.ts';
import { JsonApiError } from '../error/json-api-error.ts';
import { remember } from '../internal/bounded-cache.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import { readAccept } from './accept.ts';
import { createNegotiated, type Negotiated } from './negotiated.ts';
import { noParameters } from './parameters.ts';
import { readRequestContentType } from './request-content-type.ts';
import { findSupported, type NegotiationSupport, type Supported } from './support.ts';

/** The header fields that negotiation looks at; absent, or null as fetch has it, when the request lacks them. */
export interface NegotiationHeaders {
  readonly accept?: string | null | undefined;
  readonly contentType?: string | null | undefined;
  /** Header fields are named one by one, so that those of a request are not passed in whole and overlooked. */
  readonly 'content-type'?: never;
  /** Whether the request carries a payload. Default: whether it has a Content-Type. */
  readonly payload?: boolean | undefined;
}

const headerFields: OptionTable = optionTable(
  { accept: 'any', contentType: 'any', payload: 'boolean' },
  'header field',
);
const supportOptions: OptionTable = optionTable({ extensions: 'array', profiles: 'array', version: ['1.1', '1.0'] });

/** What is answered to a request whose document uses neither extensions nor profiles. */
function answerPlain(accept: string, supported: Supported): Negotiated {
  const known = supported.accepts.get(accept);
  if (known !== undefined) return known;
  const accepted = readAccept(accept, supported);
  if ('reason' in accepted) {
    throw new JsonApiError(problemOf(negotiationCodes, 'ACCEPT_UNSATISFIABLE', accepted.reason, { header: 'Accept' }), {
      headers: { Vary: 'Accept' },
    });
  }
  const negotiated = createNegotiated(noParameters, accepted);
  remember(supported.accepts, accept, negotiated);
  return negotiated;
}

/**
 * Settles the media types of a request and its response. What it returns is frozen and shared between requests.
 *
 * @throws {JsonApiError} 415 naming Content-Type, or 406 naming Accept; the detail says what is supported.
 * @throws {TypeError} Two extensions have one namespace, or version 1.0 is to have extensions or profiles.
 * @see https://jsonapi.org/format/1.1/#content-negotiation
 */
export function negotiate(headers: NegotiationHeaders, support: NegotiationSupport = {}): Negotiated {
  const given = readOptions('negotiate: headers', headers, headerFields);
  const { accept, contentType, payload = contentType !== undefined && contentType !== null } = given;
  const supported = findSupported(readOptions('negotiate: support', support, supportOptions));
  return settle(accept, contentType, payload, supported);
}

/** Negotiates like `negotiate`, for a server that always supports the same. */
export type Negotiator = (accept: string | undefined, contentType: string | undefined, payload: boolean) => Negotiated;

/**
 * Creates a function that negotiates with what a server supports, which is checked once.
 *
 * @throws {TypeError} Two extensions have one namespace, or version 1.0 is to have extensions or profiles.
 */
export function createNegotiator(support: NegotiationSupport): Negotiator {
  const supported = findSupported(readOptions('createNegotiator', support, supportOptions));
  return (accept, contentType, payload) => settle(accept, contentType, payload, supported);
}

function settle(
  accept: string | null | undefined,
  contentType: string | null | undefined,
  payload: boolean,
  supported: Supported,
): Negotiated {
  const request = readRequestContentType(contentType, payload, supported);
  // An absent Accept and an empty one allow anything.
  const wanted = accept ?? '';
  const response = answerPlain(wanted, supported);
  if (request.extensions.length === 0 && request.profiles.length === 0) return response;
  // A Content-Type that could be read has no line feed, so that no two pairs are alike.
  const pair = `${contentType}\n${wanted}`;
  const known = supported.pairs.get(pair);
  if (known !== undefined) return known;
  const extensions = [...request.extensions, ...response.extensions];
  const negotiated = createNegotiated(request, { extensions, profiles: response.profiles });
  remember(supported.pairs, pair, negotiated);
  return negotiated;
}
