import { JSON_API_MEDIA_TYPE, type MediaType } from './media-type.ts';
import { readParameters } from './parameters.ts';

/** What a client accepts best: an instance of the media type, or nothing that can be sent. */
export type Acceptance =
  | { readonly acceptable: true; readonly extensions: readonly string[]; readonly profiles: readonly string[] }
  | { readonly acceptable: false; readonly reason: string };

/**
 * The weight of a media range, between 0 and 1 (RFC 9110, section 12.4.2); 0 when it is malformed. Weights without
 * the leading zero or with more than three digits are common (`q=.2` in what older Java sends) and read as what they mean.
 */
function weightOf(range: MediaType): number {
  const q = range.parameters.find(([name]) => name === 'q')?.[1];
  if (q === undefined) return 1;
  return /^(?:[01]\.?|[01]?\.\d+)$/.test(q) && Number(q) <= 1 ? Number(q) : 0;
}

const anything: Acceptance = { acceptable: true, extensions: [], profiles: [] };

/** Chooses among the ranges of an `Accept` value when none of them names the media type itself. */
function acceptByWildcard(ranges: readonly MediaType[]): Acceptance {
  const wildcards = ranges.filter(({ parameters }) => parameters.every(([name]) => name === 'q'));
  const range =
    wildcards.find(({ essence }) => essence === 'application/*') ?? wildcards.find(({ essence }) => essence === '*/*');
  if (range !== undefined && weightOf(range) > 0) return anything;
  return { acceptable: false, reason: `Only ${JSON_API_MEDIA_TYPE} can be sent, and Accept does not allow it.` };
}

/**
 * Chooses what to send, instance by instance: instances with parameters other than `ext` and `profile` are ignored,
 * those with an extension that is not supported cannot be met, and of the rest the one with the highest weight wins,
 * the first among equals.
 *
 * @see https://jsonapi.org/format/1.1/#content-negotiation-servers
 */
export function chooseAccepted(ranges: readonly MediaType[], supported: ReadonlySet<string>): Acceptance {
  if (ranges.length === 0) return anything;
  const instances = ranges.filter(({ essence }) => essence === JSON_API_MEDIA_TYPE);
  if (instances.length === 0) return acceptByWildcard(ranges);
  let best: Acceptance | undefined;
  let bestWeight = 0;
  let unsupported: string | undefined;
  for (const instance of instances) {
    const parameters = readParameters(instance.parameters.filter(([name]) => name !== 'q'));
    if ('reason' in parameters) continue;
    const missing = parameters.extensions.find((uri) => !supported.has(uri));
    if (missing !== undefined) {
      unsupported ??= missing;
      continue;
    }
    const weight = weightOf(instance);
    if (weight > bestWeight) {
      best = { acceptable: true, ...parameters };
      bestWeight = weight;
    }
  }
  if (best !== undefined) return best;
  return {
    acceptable: false,
    reason:
      unsupported === undefined
        ? `Every instance of ${JSON_API_MEDIA_TYPE} in Accept has a parameter other than ext and profile, or is refused by its weight.`
        : 'Every usable instance in Accept asks for an extension that this server does not support.',
  };
}
