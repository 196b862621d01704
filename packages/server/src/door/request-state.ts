import type { JsonApiRequest } from '../http.ts';
import type { AppliedPlugIns } from './plug-ins.ts';
import type { RequestMonitor } from './request-monitor.ts';
import type { ServerOptions } from './server-options.ts';
import type { ServerSetup } from './setup.ts';

/** The server options that every request uses. The setup contains the rules for access and caching. */
export type HandleOptions = Omit<
  ServerOptions,
  | 'access'
  | 'defaultAccess'
  | 'cacheControl'
  | 'openInverses'
  | 'hooks'
  | 'endpoints'
  | 'lenientMediaTypes'
  | 'typeParameters'
  | 'documents'
  | 'resources'
  | 'defaultIncludes'
  | 'root'
  | 'stream'
  | 'idempotency'
>;

/** A request, its server, and its progress through the pipeline. */
export interface RequestState {
  readonly setup: ServerSetup;
  readonly options: HandleOptions;
  readonly request: JsonApiRequest;
  readonly monitor: RequestMonitor;
  /** The result of `context(request)`, once it is known. */
  context: unknown;
  /** The extensions and profiles that apply to the request. Before negotiation: those that always apply. */
  applied: AppliedPlugIns;
}
