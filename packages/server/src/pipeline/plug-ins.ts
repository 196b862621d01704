import {
  type Api,
  defineQueryParameters,
  type Extension,
  formatMediaType,
  type Negotiated,
  type Profile,
  type QueryParameters,
  type UrlScheme,
} from '@linkage/core';
import { createNegotiator, type Negotiator } from '@linkage/core/internal';
import { type SettledEndpoint, settleEndpoints } from '../extensions/find-endpoint.ts';
import type { ServerExtension } from '../extensions/server-extension.ts';
import type { PageSetup } from '../pagination/page-rules.ts';
import type { ServerProfile } from '../profiles/server-profile.ts';
import type { QuerySetup } from '../request/query-setup.ts';
import { readServerExtension, readServerProfile } from './plug-in-options.ts';

/** The extensions and profiles of a server, or those of them that apply to one request. */
export interface PlugIns {
  readonly extensions: readonly ServerExtension[];
  readonly profiles: readonly ServerProfile[];
  /** What negotiation and `parseQuery` need to know of the extensions. */
  readonly definitions: readonly Extension[];
  /** The query parameters that the profiles define. */
  readonly parameters: QueryParameters;
}

/** What a server was told of extensions and profiles, checked. */
export interface ServerPlugIns extends PlugIns {
  readonly profileDefinitions: readonly Profile[];
  readonly endpoints: readonly SettledEndpoint[];
  /** What a response is like before anything was negotiated: the profiles that are always applied are named. */
  readonly base: AppliedPlugIns;
  readonly negotiate: Negotiator;
  /** What applies to a request, by what negotiation came to. */
  readonly appliedTo: (negotiated: Negotiated) => AppliedPlugIns;
}

/** What applies to one request, and the media type that says so. */
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

/**
 * Settles the extensions and profiles of a server.
 *
 * @throws {TypeError} If two of them have one URI or one query parameter, or if an endpoint has a path that is taken.
 */
export function settlePlugIns(
  places: { readonly api: Api; readonly urls: UrlScheme },
  givenExtensions: readonly ServerExtension[] = [],
  givenProfiles: readonly (Profile | ServerProfile)[] = [],
): ServerPlugIns {
  const extensions = givenExtensions.map(readServerExtension);
  const profiles = givenProfiles.map(readServerProfile);
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
  // Core keeps what it has negotiated, so the same few values come again and again.
  const known = new WeakMap<Negotiated, AppliedPlugIns>();
  const none = plugInsOf([], []);
  const all = plugInsOf(extensions, profiles);
  const profileDefinitions = profiles.map(({ profile }) => profile);
  return Object.freeze({
    ...all,
    profileDefinitions,
    negotiate: createNegotiator({ extensions: all.definitions, profiles: profileDefinitions }),
    endpoints: settleEndpoints(places, extensions),
    base: apply(plain),
    appliedTo(negotiated) {
      if (isPlain) return { ...none, negotiated };
      const applied = known.get(negotiated) ?? apply(negotiated);
      known.set(negotiated, applied);
      return applied;
    },
  } satisfies ServerPlugIns);
}

/** The setup of a server for one request: what applies to the request brings query parameters, and pages. */
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
