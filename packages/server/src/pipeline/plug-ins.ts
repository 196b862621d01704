import {
  defineQueryParameters,
  formatMediaType,
  type Negotiated,
  type Profile,
  type QueryParameters,
} from '@linkage/core';
import { createNegotiator, jsonapiObject, oncePer } from '@linkage/core/internal';
import type { AppliedPlugIns, PlugIns, ServerPlugIns } from '../extensions/applied-plug-ins.ts';
import { extensionsByPlace, type ServedPlaces } from '../extensions/extensions-by-place.ts';
import { type SettledEndpoint, settleEndpoints } from '../extensions/find-endpoint.ts';
import type { ServerExtension } from '../extensions/server-extension.ts';
import type { ServerProfile } from '../extensions/server-profile.ts';

import { memberHooks } from '../response/members/plug-in-hooks.ts';
import { lenientNegotiator } from './lenient-negotiator.ts';
import { readServerEndpoint } from './plug-in-options.ts';
import type { ReadServerOptions } from './server-options.ts';

function plugInsOf(extensions: readonly ServerExtension[], profiles: readonly ServerProfile[]): PlugIns {
  return {
    extensions,
    profiles,
    definitions: extensions.map(({ extension }) => extension),
    parameters: Object.freeze(Object.assign({}, ...profiles.map(({ parameters }) => parameters))),
  };
}

function withProfiles(negotiated: Negotiated, always: readonly string[]): Negotiated {
  const { extensions, profiles } = negotiated;
  if (always.every((uri) => profiles.includes(uri))) return negotiated;
  const all = Object.freeze([...new Set([...profiles, ...always])]);
  return Object.freeze({
    ...negotiated,
    profiles: all,
    contentType: formatMediaType({ extensions: [...extensions], profiles: [...all] }),
  });
}

const plain: Negotiated = Object.freeze({
  requestExtensions: Object.freeze([]),
  requestProfiles: Object.freeze([]),
  extensions: Object.freeze([]),
  profiles: Object.freeze([]),
  contentType: formatMediaType(),
  vary: 'Accept',
});

/** The options of a server that name extensions, profiles, and endpoints. */
export interface GivenPlugIns
  extends Pick<ReadServerOptions, 'collections' | 'endpoints' | 'extensions' | 'lenientMediaTypes'> {
  readonly profiles: readonly ServerProfile[];
  /** The endpoints of the server itself: that of the base URL, and those of actions. */
  readonly added: readonly SettledEndpoint[];
  /** The query parameters of the application for all types. */
  readonly queryParameters: QueryParameters;
}

/** Creates the function that returns the negotiator of a place. Places with equal extensions share one. */
function negotiators(
  extensionsAt: ServerPlugIns['extensionsAt'],
  profiles: readonly Profile[],
  lenient: boolean,
): ServerPlugIns['negotiatorAt'] {
  const negotiatorOf = oncePer((list: readonly ServerExtension[]) => {
    const strict = createNegotiator({ extensions: list.map(({ extension }) => extension), profiles });
    return lenient ? lenientNegotiator(strict) : strict;
  });
  return (place) => negotiatorOf(extensionsAt(place));
}

/**
 * Checks the extensions and profiles of a server.
 *
 * @throws {TypeError} If two of them have the same URI, namespace, or query parameter, or if the path of an endpoint is
 * already used.
 */
export function settlePlugIns(places: ServedPlaces, given: GivenPlugIns): ServerPlugIns {
  const { extensions, profiles } = given;
  assertDistinct(
    'extensions',
    extensions.map(({ extension }) => extension.uri),
  );
  assertDistinct(
    'profiles',
    profiles.map(({ profile }) => profile.uri),
  );
  assertDistinct(
    'query parameters of profiles',
    profiles.flatMap(({ parameters }) => Object.keys(parameters ?? {})),
  );
  const always = profiles.filter(({ applied }) => applied === 'always').map(({ profile }) => profile.uri);
  const apply = (negotiated: Negotiated): AppliedPlugIns => {
    const applied = withProfiles(negotiated, always);
    const uris = new Set([...applied.extensions, ...applied.requestExtensions]);
    const parts = plugInsOf(
      extensions.filter(({ extension }) => uris.has(extension.uri)),
      profiles.filter(({ profile }) => applied.profiles.includes(profile.uri)),
    );
    const { queryParameters } = given;
    const hasParameters = Object.keys(parts.parameters).length > 0;
    const hooks = memberHooks({ ...parts, negotiated: applied });
    return {
      ...parts,
      negotiated: applied,
      jsonapi: jsonapiObject(applied),
      addsMembers: hooks.extensions.length > 0 || hooks.profiles.length > 0,
      queryParameters: hasParameters
        ? defineQueryParameters({ ...queryParameters, ...parts.parameters })
        : queryParameters,
      strategy: parts.profiles.find(({ pagination }) => pagination !== undefined)?.pagination,
      aggregates: parts.profiles.find((it) => it.aggregates !== undefined)?.aggregates,
      relatedQueries: parts.profiles.find((it) => it.relatedQueries !== undefined)?.relatedQueries,
    };
  };
  // Core caches the results of negotiation, so the same few values occur again and again.
  const appliedTo = oncePer(apply);
  const all = plugInsOf(extensions, profiles);
  const profileDefinitions = profiles.map(({ profile }) => profile);
  // Checks the namespaces of all extensions: two of them can apply at different places.
  createNegotiator({ extensions: all.definitions, profiles: profileDefinitions });
  const parsed = settleEndpoints(places, extensions, given.endpoints.map(readServerEndpoint));
  const endpoints = [...parsed, ...given.added];
  assertDistinct(
    'methods and paths of endpoints',
    endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`),
  );
  const extensionsAt = extensionsByPlace({ ...places, endpoints, collections: given.collections }, extensions);
  return Object.freeze({
    ...all,
    profileDefinitions,
    extensionsAt,
    negotiatorAt: negotiators(extensionsAt, profileDefinitions, given.lenientMediaTypes),
    endpoints,
    endpointsOfLength: Map.groupBy(endpoints, ({ segments }) => segments.length),
    base: apply(plain),
    appliedTo,
  } satisfies ServerPlugIns);
}

function assertDistinct(what: string, names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new TypeError(`createServer: the ${what} must be distinct, but two are "${twice}".`);
}
