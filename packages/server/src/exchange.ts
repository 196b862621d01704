import type { ServerPlugIns } from './extensions/plug-ins.ts';
import type { OperationSetup } from './operations/exchange.ts';

/** What a server is made of, settled when it is created. */
export interface ServerSetup extends OperationSetup {
  readonly plugIns: ServerPlugIns;
  /** What the application adds to `Vary`; empty if nothing. */
  readonly vary: string;
}
