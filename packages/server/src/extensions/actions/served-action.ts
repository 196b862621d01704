import type { ActionDefinition } from '@linkage/core/internal';
import type { Awaitable } from '../../sources/data-source.ts';

/** An action of a type, with its function. */
export interface ServedAction extends ActionDefinition {
  readonly type: string;
  /** The function of the application. */
  readonly run: (request: object) => Awaitable<unknown>;
}
