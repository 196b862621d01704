import type { Steps } from '@linkage/core/internal';
import type { OperationContext, OperationKind } from '../reading/conditional/operation-context.ts';
import type { Route } from '../request/route.ts';
import type { RuledRequest, RuledServer } from '../rules/context.ts';
import type { CallDeadline } from '../sources/gateway/call-watch.ts';
import type { SharedLinks } from '../sources/links/shared-links.ts';
import type { Action } from '../sources/port/actions.ts';
import type { Awaitable } from '../sources/port/data-source.ts';

/** The option `afterWrite`: reads what it will tell of a write, and calls it after the write. */
export interface Told {
  readonly before: (change: never) => Steps<void>;
  readonly after: (change: never, run: never) => Steps<void>;
}

/** A hook without the types of its write. */
export interface AnyHook {
  readonly onlyReads?: boolean;
  readonly onlyCreates?: boolean;
  readonly told?: Told | undefined;
  /** Whether `before` is, or begins with, the option `beforeWrite`. */
  readonly isOfAll?: boolean;
  readonly before?: (write: object) => Awaitable<object | undefined>;
  readonly after?: (write: object) => Awaitable<void>;
  readonly afterCommit?: (write: object) => Awaitable<void>;
}

/**
 * The hooks of a type without the types of their writes. `side` is the hook `updateRelationship` for changes of links that follow from writes of other
 * resources.
 */
export type AnyHooks = { readonly [Name in Action | 'side']?: AnyHook | undefined };

/** The values of a server that writes require. */
export interface WritingServer extends RuledServer {
  /** The relationships that can contradict each other in a request for one resource, by type. */
  readonly sharedLinks: ReadonlyMap<string, readonly SharedLinks[]>;
  /** The hooks of the application by resource type. Undefined if there are none. */
  readonly hooks: ReadonlyMap<string, AnyHooks> | undefined;
}

/** A request that writes. */
export interface WritingRequest extends RuledRequest {
  readonly server: WritingServer;
  readonly monitor: CallDeadline & {
    /** Runs a hook of a write within the time limit of source calls, and with a span of its own. */
    runHook(type: string, name: string, where: string, run: () => Awaitable<unknown>): Awaitable<unknown>;
  };
  /** The request without access rules, for work that the application itself does for its user. */
  withoutRules(): WritingRequest;
}

export type WritingOperation<Kind extends OperationKind = Route['kind']> = OperationContext<Kind, WritingRequest>;
