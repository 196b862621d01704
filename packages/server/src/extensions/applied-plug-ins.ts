import type { Extension, JsonApiObject, Negotiated, Profile, QueryParameters } from '@linkage/core';
import type { PaginationStrategy } from '@linkage/core/http';
import type { Negotiator } from '@linkage/core/internal';
import type { AppliedToQuery } from '../request/context.ts';
import type { SettledEndpoint } from './find-endpoint.ts';
import type { ServerExtension } from './server-extension.ts';
import type { ServerProfile } from './server-profile.ts';

/** The extensions and profiles of a server, or those that apply to one request. */
export interface PlugIns {
  readonly extensions: readonly ServerExtension[];
  readonly profiles: readonly ServerProfile[];
  readonly definitions: readonly Extension[];
  /** The query parameters that the profiles define. */
  readonly parameters: QueryParameters;
}

/** The checked extensions and profiles of a server. */
export interface ServerPlugIns extends PlugIns {
  readonly profileDefinitions: readonly Profile[];
  readonly endpoints: readonly SettledEndpoint[];
  /** The endpoints by the number of segments of their paths. */
  readonly endpointsOfLength: ReadonlyMap<number, readonly SettledEndpoint[]>;
  /** The extensions and profiles of a response before negotiation: the profiles that always apply. */
  readonly base: AppliedPlugIns;
  /** Returns the extensions that requests can apply at a place. */
  readonly extensionsAt: (place: string) => readonly ServerExtension[];
  /** Returns the negotiator of a place. */
  readonly negotiatorAt: (place: string) => Negotiator;
  /** Returns the extensions and profiles that apply to a request, from the result of its negotiation. */
  readonly appliedTo: (negotiated: Negotiated) => AppliedPlugIns;
}

/** The extensions and profiles that apply to one request, and what follows from them. */
export interface AppliedPlugIns extends PlugIns, AppliedToQuery {
  /** The `jsonapi` object of the response. */
  readonly jsonapi: JsonApiObject;
  /** Whether an extension or a profile adds members to documents. */
  readonly addsMembers: boolean;
  /** The pagination of the profiles, if they have one. */
  readonly strategy: PaginationStrategy | undefined;
}
