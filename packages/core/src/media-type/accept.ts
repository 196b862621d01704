import { mediaTypeReasons } from '../error/chapters/shared-messages.ts';
import { type MessagePart, messagePart } from '../error/message-part.ts';
import { hasOwn } from '../internal/members.ts';
import {
  type MediaType,
  type MediaTypeParameters,
  JSON_API_MEDIA_TYPE as mediaType,
  parseMediaTypeList,
} from './media-type.ts';
import { negotiationError } from './negotiation-error.ts';
import { noParameters } from './parameters.ts';
import type { Supported } from './support.ts';
import { readSupportedParameters } from './supported-parameters.ts';

/**
 * Returns the weight of a media range, between 0 and 1 (RFC 9110, section 12.4.2), or 0 if it is malformed. Accepts
 * weights without a leading zero or with more than three digits, because older Java clients send them (`q=.2`).
 */
function weightOf({ parameters }: MediaType): number {
  const [[, weight = '1'] = [], ...repeated] = parameters.filter(([name]) => name === 'q');
  const isValid = repeated.length === 0 && /^(?:[01]\.?|[01]?\.\d+)$/.test(weight) && Number(weight) <= 1;
  return isValid ? Number(weight) : 0;
}

/** Chooses among the ranges of an `Accept` value if none of them is an instance of the media type. */
function acceptByWildcard(ranges: readonly MediaType[]): MediaTypeParameters {
  const weightFor = (wanted: string): number | undefined => {
    const matching = ranges.filter(
      (range) => range.essence === wanted && range.parameters.every(([name]) => name === 'q'),
    );
    return matching.length === 0 ? undefined : Math.max(...matching.map(weightOf));
  };
  // The more specific range takes precedence (RFC 9110, section 12.5.1).
  if ((weightFor('application/*') ?? weightFor('*/*') ?? 0) > 0) return noParameters;
  throw negotiationError('Accept', 'ACCEPT_UNSATISFIABLE.other', { mediaType });
}

/** Returns at most two distinct reasons why the server cannot satisfy any instance of an `Accept` value. */
function reasonOf(reasons: ReadonlyMap<string, MessagePart>): MessagePart {
  const [reason, reason2] = [...reasons.values()] as [MessagePart, MessagePart | undefined];
  return reason2 === undefined ? reason : messagePart(mediaTypeReasons, 'reason.both', { reason, reason2 });
}

/**
 * Chooses an instance of the media type. Ignores instances with parameters other than `ext` and `profile`, and cannot
 * satisfy instances with an unsupported extension. Of the others, returns the first instance with the highest weight.
 */
function chooseAccepted(ranges: readonly MediaType[], supported: Supported): MediaTypeParameters {
  const instances = ranges.filter(({ essence }) => essence === mediaType);
  if (instances.length === 0) return acceptByWildcard(ranges);
  let best: MediaTypeParameters | undefined;
  let bestWeight = 0;
  const reasons = new Map<string, MessagePart>();
  for (const instance of instances) {
    const parameters = readSupportedParameters(
      instance.parameters.filter(([name]) => name !== 'q'),
      supported,
    );
    const weight = weightOf(instance);
    if (hasOwn(parameters, 'reason')) reasons.set(parameters.reason.text, parameters.reason);
    else if (weight === 0) reasons.set('', messagePart(mediaTypeReasons, 'reason.weight', {}));
    else if (weight > bestWeight) {
      best = parameters;
      bestWeight = weight;
    }
  }
  if (best !== undefined) return best;
  throw negotiationError('Accept', 'ACCEPT_UNSATISFIABLE.parameters', { mediaType, reason: reasonOf(reasons) });
}

/**
 * Parses an `Accept` value and chooses the response's parameters.
 *
 * @throws {JsonApiError} 406 if the server cannot respond.
 * @see https://jsonapi.org/format/1.1/#content-negotiation-servers
 */
export function readAccept(accept: string, supported: Supported): MediaTypeParameters {
  const ranges = parseMediaTypeList(accept);
  if (ranges === undefined) throw negotiationError('Accept', 'ACCEPT_UNSATISFIABLE.tooLong', {});
  if (ranges.length > 0) return chooseAccepted(ranges, supported);
  // A value without a valid element is not an absent value: it can request something, for example an extension.
  if (/[^ \t,]/.test(accept)) throw negotiationError('Accept', 'ACCEPT_UNSATISFIABLE.noRange', {});
  return noParameters;
}
