import {
  defineQueryParameters,
  type Extension,
  formatMediaType,
  type Negotiated,
  type Profile,
  type QueryParameters,
} from '@linkage/core';
import { createNegotiator, type Negotiator } from '@linkage/core/internal';
import { extensionsByPlace, type ServedPlaces } from '../extensions/extensions-by-place.ts';
import { type SettledEndpoint, settleEndpoints } from '../extensions/find-endpoint.ts';
import type { ExtensionEndpoint, ServerExtension } from '../extensions/server-extension.ts';
import type { ServerProfile } from '../extensions/server-profile.ts';
import type { PageSetup } from '../request/pagination/page-rules.ts';
import type { QuerySetup } from '../request/query-setup.ts';
import { lenientNegotiator } from './lenient-negotiator.ts';
import { readServerEndpoint, readServerExtension, readServerProfile } from './plug-in-options.ts';

/** The extensions and profiles of a server, or those that apply to one request. */
export interface PlugIns {
  readonly extensions: readonly ServerExtension[];
  readonly profiles: readonly ServerProfile[];
  /** The extensions, as negotiation and `parseQuery` need them. */
  readonly definitions: readonly Extension[];
  /** The query parameters that the profiles define. */
  readonly parameters: QueryParameters;
}

/** The checked extensions and profiles of a server. */
export interface ServerPlugIns extends PlugIns {
  readonly profileDefinitions: readonly Profile[];
  readonly endpoints: readonly SettledEndpoint[];
  /** The extensions and profiles of a response before negotiation: the profiles that always apply. */
  readonly base: AppliedPlugIns;
  /** Returns the extensions that requests can apply at a place. */
  readonly extensionsAt: (place: string) => readonly ServerExtension[];
  /** Returns the negotiator of a place. */
  readonly negotiatorAt: (place: string) => Negotiator;
  /** Returns the extensions and profiles that apply to a request, from the result of its negotiation. */
  readonly appliedTo: (negotiated: Negotiated) => AppliedPlugIns;
}

/** The extensions and profiles that apply to one request, and the media type that names them. */
export interface AppliedPlugIns extends PlugIns {
  readonly negotiated: Negotiated;
}

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
export interface GivenPlugIns {
  readonly extensions?: readonly ServerExtension[] | undefined;
  readonly profiles?: readonly (Profile | ServerProfile)[] | undefined;
  readonly endpoints?: readonly ExtensionEndpoint[] | undefined;
  /** The endpoint at the base URL, if there is one. */
  readonly root: readonly SettledEndpoint[];
  readonly lenientMediaTypes?: boolean | undefined;
}

/** Creates the function that returns the negotiator of a place. Places with equal extensions share one. */
function negotiators(
  extensionsAt: ServerPlugIns['extensionsAt'],
  profiles: readonly Profile[],
  lenient: boolean,
): ServerPlugIns['negotiatorAt'] {
  const byList = new Map<readonly ServerExtension[], Negotiator>();
  return (place) => {
    const list = extensionsAt(place);
    const known = byList.get(list);
    if (known !== undefined) return known;
    const strict = createNegotiator({ extensions: list.map(({ extension }) => extension), profiles });
    const negotiator = lenient ? lenientNegotiator(strict) : strict;
    byList.set(list, negotiator);
    return negotiator;
  };
}

/**
 * Checks the extensions and profiles of a server.
 *
 * @throws {TypeError} If two of them have the same URI, namespace, or query parameter, or if the path of an endpoint is
 * already used.
 */
export function settlePlugIns(places: ServedPlaces, given: GivenPlugIns): ServerPlugIns {
  const extensions = (given.extensions ?? []).map(readServerExtension);
  const profiles = (given.profiles ?? []).map(readServerProfile);
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
  const isPlain = extensions.length === 0 && profiles.length === 0;
  const apply = (negotiated: Negotiated): AppliedPlugIns => {
    const applied = withProfiles(negotiated, always);
    const uris = new Set([...applied.extensions, ...applied.requestExtensions]);
    return {
      ...plugInsOf(
        extensions.filter(({ extension }) => uris.has(extension.uri)),
        profiles.filter(({ profile }) => applied.profiles.includes(profile.uri)),
      ),
      negotiated: applied,
    };
  };
  // Core caches the results of negotiation, so the same few values occur again and again.
  const appliedByNegotiation = new WeakMap<Negotiated, AppliedPlugIns>();
  const none = plugInsOf([], []);
  const all = plugInsOf(extensions, profiles);
  const profileDefinitions = profiles.map(({ profile }) => profile);
  // Checks the namespaces of all extensions: two of them can apply at different places.
  createNegotiator({ extensions: all.definitions, profiles: profileDefinitions });
  const parsed = settleEndpoints(places, extensions, (given.endpoints ?? []).map(readServerEndpoint));
  const endpoints = [...parsed, ...given.root];
  const extensionsAt = extensionsByPlace({ ...places, endpoints }, extensions);
  return Object.freeze({
    ...all,
    profileDefinitions,
    extensionsAt,
    negotiatorAt: negotiators(extensionsAt, profileDefinitions, given.lenientMediaTypes === true),
    endpoints,
    base: apply(plain),
    appliedTo(negotiated) {
      if (isPlain) return { ...none, negotiated };
      const applied = appliedByNegotiation.get(negotiated) ?? apply(negotiated);
      appliedByNegotiation.set(negotiated, applied);
      return applied;
    },
  } satisfies ServerPlugIns);
}

/** Returns the setup of a server for one request, with the query parameters and pagination of its profiles. */
export function applyToSetup<
  Setup extends Pick<QuerySetup & PageSetup, 'queryParameters' | 'queryExtensions' | 'pageRules' | 'pageFacts'>,
>(setup: Setup, applied: AppliedPlugIns, context: unknown): Setup {
  const { definitions, profiles, parameters, negotiated } = applied;
  if (context === undefined && definitions.length === 0 && profiles.length === 0) return setup;
  const pageFacts = { profiles: negotiated.profiles, context };
  if (definitions.length === 0 && profiles.length === 0) return { ...setup, pageFacts };
  const queryParameters = defineQueryParameters({ ...setup.queryParameters, ...parameters });
  const strategy = profiles.find(({ pagination }) => pagination !== undefined)?.pagination;
  const { pageRules } = setup;
  return {
    ...setup,
    queryParameters,
    queryExtensions: definitions,
    pageFacts,
    pageRules: strategy === undefined ? pageRules : (types) => pageRules(types, strategy),
  };
}

function assertDistinct(what: string, names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new TypeError(`createServer: the ${what} must be distinct, but two are "${twice}".`);
}
