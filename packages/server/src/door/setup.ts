import type { IdempotencyKeys } from '../operations/idempotency/keyed-request.ts';
import type { OperationSetup } from '../operations/operation-context.ts';
import type { Admission } from '../request/overload/admission.ts';
import type { ServerPlugIns } from './plug-ins.ts';

/** The parts of a server, created with the server. */
export interface ServerSetup extends OperationSetup {
  readonly plugIns: ServerPlugIns;
  /** Undefined if the server does not limit the number of requests. */
  readonly admission: Admission | undefined;
  /** Undefined if the server has no idempotency keys. */
  readonly idempotency: IdempotencyKeys | undefined;
  /** Whether writes call hooks of the application. */
  readonly hasHooks: boolean;
  /** The names that the application adds to `Vary`. Empty if there are none. */
  readonly vary: string;
}
