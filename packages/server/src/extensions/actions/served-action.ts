import type { ActionDefinition } from '@linkage/core/internal';
import type { VisibleResource } from '../../rules/permitted.ts';
import type { Awaitable } from '../../sources/port/data-source.ts';

/** An action of a type, with its function. */
export interface ServedAction extends ActionDefinition {
  readonly type: string;
  /** Calls the function of the application with what the action is about, and with the other members of its request. */
  readonly run: (
    about: VisibleResource | { readonly resources: readonly VisibleResource[] } | undefined,
    parts: object,
  ) => Awaitable<unknown>;
}
