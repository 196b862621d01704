import type { DescribedServer } from '../extensions/describe/described.ts';
import type { Admission } from '../request/overload/admission.ts';
import type { Route } from '../request/route.ts';
import type { PreparedUrl } from './prepared-operations.ts';
import type { ReadServerOptions } from './server-options.ts';

/** The values that all requests of a server share: its options, and everything that follows from them. Created once, and frozen. */
export interface ServerSetup extends DescribedServer {
  readonly options: ReadServerOptions;
  /** Returns what is prepared for the URL of a route. */
  readonly prepared: (route: Route) => PreparedUrl;
  /** Whether the application observes requests, so that calls are counted and traced. */
  readonly isObserved: boolean;
  /** Whether hooks, access rules, or endpoints of the application can run in transactions. */
  readonly runsApplication: boolean;
  /** The names that the application adds to `Vary`. Empty if there are none. */
  readonly vary: string;
  /** Undefined if the server does not limit the number of requests. */
  readonly admission: Admission | undefined;
}
