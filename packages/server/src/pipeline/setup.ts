import type { IdempotencyKeys } from '../idempotency/keyed-request.ts';
import type { OperationSetup } from '../operations/exchange.ts';
import type { ServerPlugIns } from './plug-ins.ts';

/** What a server is made of, settled when it is created. */
export interface ServerSetup extends OperationSetup {
  readonly plugIns: ServerPlugIns;
  /** Undefined without idempotency keys. */
  readonly idempotency: IdempotencyKeys | undefined;
  /** What the application adds to `Vary`; empty if nothing. */
  readonly vary: string;
}
