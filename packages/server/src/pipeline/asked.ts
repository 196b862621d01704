import type { JsonApiRequest } from '../http.ts';
import type { StartedKeys } from '../idempotency/keyed-request.ts';
import type { AppliedPlugIns } from './plug-ins.ts';
import type { ServerOptions } from './server-options.ts';
import type { ServerSetup } from './setup.ts';
import type { Watch } from './watch.ts';

/** What the way of a request takes from the options; rules of access and of caching are in the setup. */
export type HandleOptions = Omit<
  ServerOptions,
  'access' | 'defaultAccess' | 'cacheControl' | 'openInverses' | 'idempotency'
>;

/** A request, the server that it was sent to, and how far it has come. */
export interface Asked {
  readonly setup: ServerSetup;
  readonly options: HandleOptions;
  readonly request: JsonApiRequest;
  readonly watch: Watch;
  /** Undefined without idempotency keys. */
  readonly keys: StartedKeys | undefined;
  /** What applies to the request: until it is negotiated, what always applies. */
  applied: AppliedPlugIns;
}
