import { JSON_API_MEDIA_TYPE, type MediaType, type MediaTypeParameters, parseMediaTypeList } from './media-type.ts';
import { noParameters } from './parameters.ts';
import type { Supported } from './support.ts';
import { readSupportedParameters } from './supported-parameters.ts';

/** What a client accepts best: the parameters of an instance of the media type, or why nothing can be sent. */
export type Acceptance = MediaTypeParameters | { readonly reason: string };

/**
 * The weight of a media range, between 0 and 1 (RFC 9110, section 12.4.2); 0 when it is malformed. Weights without
 * the leading zero or with more than three digits are common (`q=.2` in what older Java sends) and read as what they mean.
 */
function weightOf({ parameters }: MediaType): number {
  const weights = parameters.filter(([name]) => name === 'q');
  if (weights.length > 1) return 0;
  const q = weights[0]?.[1] ?? '1';
  return /^(?:[01]\.?|[01]?\.\d+)$/.test(q) && Number(q) <= 1 ? Number(q) : 0;
}

/** Chooses among the ranges of an `Accept` value when none of them names the media type itself. */
function acceptByWildcard(ranges: readonly MediaType[]): Acceptance {
  const weightFor = (wanted: string): number | undefined => {
    const matching = ranges.filter((it) => it.essence === wanted && it.parameters.every(([name]) => name === 'q'));
    return matching.length === 0 ? undefined : Math.max(...matching.map(weightOf));
  };
  // The more specific range decides (RFC 9110, section 12.5.1).
  if ((weightFor('application/*') ?? weightFor('*/*') ?? 0) > 0) return noParameters;
  return { reason: `Only ${JSON_API_MEDIA_TYPE} can be sent, and Accept does not allow it.` };
}

/** Says once each why the instances of an `Accept` value cannot be met. */
function refuseInstances(reasons: readonly string[]): Acceptance {
  const [first = '', second] = new Set(reasons);
  const detail = second === undefined ? first : `${first}; ${second}`;
  return { reason: `Accept holds no instance of ${JSON_API_MEDIA_TYPE} that can be sent: ${detail}.` };
}

/**
 * Chooses what to send, instance by instance: instances with parameters other than `ext` and `profile` are ignored,
 * those with an extension that is not supported cannot be met, and of the rest the one with the highest weight wins,
 * the first among equals.
 */
function chooseAccepted(ranges: readonly MediaType[], supported: Supported): Acceptance {
  const instances = ranges.filter(({ essence }) => essence === JSON_API_MEDIA_TYPE);
  if (instances.length === 0) return acceptByWildcard(ranges);
  let best: Acceptance | undefined;
  let bestWeight = 0;
  const reasons: string[] = [];
  for (const instance of instances) {
    const parameters = readSupportedParameters(
      instance.parameters.filter(([name]) => name !== 'q'),
      supported,
    );
    const weight = weightOf(instance);
    if ('reason' in parameters) reasons.push(parameters.reason);
    else if (weight === 0) reasons.push('its weight refuses it');
    else if (weight > bestWeight) {
      best = parameters;
      bestWeight = weight;
    }
  }
  return best ?? refuseInstances(reasons);
}

/**
 * Reads an `Accept` value and chooses what to send.
 *
 * @see https://jsonapi.org/format/1.1/#content-negotiation-servers
 */
export function readAccept(accept: string, supported: Supported): Acceptance {
  const ranges = parseMediaTypeList(accept);
  if (ranges === undefined) return { reason: 'Accept is longer than 2,048 characters.' };
  if (ranges.length > 0) return chooseAccepted(ranges, supported);
  // A value without a readable element is no absent one: what it asked for, perhaps an extension, cannot be met.
  return /[^ \t,]/.test(accept) ? { reason: 'Accept holds no media range that can be read.' } : noParameters;
}
