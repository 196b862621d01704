import { JsonApiError, type ResourceType } from '@linkage/core';
import type { Awaitable, Steps } from '@linkage/core/internal';
import type { FoundResource } from '../reading/conditional/find-before-write.ts';
import type { OperationContext } from '../reading/conditional/operation-context.ts';
import type { Route } from '../request/route.ts';
import type { RuledRequest } from '../rules/context.ts';
import type { PermitSides } from '../rules/permit-sides.ts';
import type { Permit, VisibleSource } from '../rules/permitted.ts';
import type { GuardedSource } from '../rules/request-access.ts';
import type { WriteFacts } from '../rules/write-facts.ts';
import { replacements } from '../sources/links/linkage-change.ts';
import type { Action } from '../sources/port/actions.ts';
import type { AnySource, OfferedSource } from '../sources/port/any-source.ts';
import type { LinkageChange, SourceCall, SourceRecord } from '../sources/port/data-source.ts';
import { type Accepted, isAccepted } from '../sources/port/source-answers.ts';
import type { AnyHook, WritingOperation } from './context.ts';

type Given<Name extends keyof AnySource, Place extends 0 | 1> = Parameters<
  Extract<NonNullable<AnySource[Name]>, (...given: never) => unknown>
>[Place];

/** The argument of each action for the source, beside the id and the name of a relationship. */
export interface GivenTo {
  readonly create: Given<'create', 0>;
  readonly update: Given<'update', 1>;
  readonly delete: undefined;
  readonly updateRelationship: LinkageChange;
}

/** The hooks of the resources whose links a write changes. */
export interface SideHooks {
  /** The input of the source from which they follow. */
  readonly given: GivenTo[Action];
  readonly isEmpty: boolean;
  /** Whether one of them can reject the write. */
  readonly canReject: boolean;
  /** Calls `before`, once the id of the written resource is known. */
  readonly before: (id: string) => Steps<void>;
  /** Calls `after`, and remembers `afterCommit`. */
  readonly after: () => Steps<void>;
}

/** One write in one attempt of its transaction: what it changes, and what its steps have found. */
export class Change<Name extends Action = Action> {
  /** The operation, within the transaction. */
  readonly operation: WritingOperation;
  readonly action: Name;
  /** The type with all fields. */
  readonly type: ResourceType;
  /** Undefined until the source has chosen the id of a new resource. */
  id: string | undefined;
  /** The input of the source. Rules and hooks can replace it. */
  given: GivenTo[Name];
  /** The relationship that the write changes, if it changes only one. */
  readonly relationship: string | undefined;
  /** Whether the write sets links of a new resource to itself, as part of its creation. */
  readonly isOfNew: boolean;
  /** With access rules: the source without them, and the access of the user. */
  guarded: GuardedSource | undefined;
  /** The source without access rules. */
  readonly source: OfferedSource;
  /** Whether the source alone checks the linkage of the request. */
  leavesLinks = false;
  /** Whether a hook has replaced the relationships of the request, whose resources were found. */
  hasOwnLinks = false;
  /** The resource before the write, if it was found. */
  found: FoundResource | undefined = undefined;
  /** The facts that were read for later steps. Undefined if nothing was read, or code of the application can have changed it. */
  facts: WriteFacts | undefined = undefined;
  /** The record before the write, with all fields, if hooks receive it. */
  record: object | undefined = undefined;
  /** The answer of the rules, after they were called. */
  permit: Permit | undefined = undefined;
  /** The attributes of the request that the user must be able to read after the write. */
  shownAfter: readonly string[] = [];
  /** The inverse relationships of the changed relationships, if they can reject the write. */
  sides: PermitSides | undefined = undefined;
  /** The hooks of other resources whose links change. */
  sideHooks: SideHooks | undefined = undefined;
  /**
   * The record after the write, with all fields, of which the user can read the resource. Undefined if it must be read: the source does
   * not declare that it returns it, or code of the application can have changed it.
   */
  current: SourceRecord | undefined = undefined;
  /** The result of the source, after it has written. Undefined if the write continues in the background. */
  written: SourceRecord | true | undefined = undefined;
  /** The job of a write that continues in the background. */
  accepted: Accepted | undefined = undefined;
  /** Whether the hook, which only creates, has created a resource. */
  hasCreated = false;
  /** Set if the write can run again: whether calls of `afterWrite` for it failed that shared a statement. */
  sharing: { hasOverreached: boolean } | undefined = undefined;
  /** The hook of the write. */
  readonly hook: AnyHook | undefined;

  constructor(
    operation: WritingOperation,
    action: Name,
    given: GivenTo[Name],
    id: string | undefined,
    relationship?: string,
    isOfNew = false,
  ) {
    const { request, route, source } = operation;
    this.operation = operation;
    this.action = action;
    this.type = request.server.api.types.get(route.type.name) as ResourceType;
    this.id = id;
    this.given = given;
    this.relationship = relationship;
    this.isOfNew = isOfNew;
    this.guarded = request.rules === undefined ? undefined : request.rules.guarded(this.type.name);
    this.source = this.guarded?.source ?? source;
    this.hook = request.server.hooks?.get(this.type.name)?.[isOfNew ? 'side' : action];
  }

  /** Sets what later steps know. */
  know(facts: WriteFacts | undefined): void {
    this.facts = facts;
    if (this.guarded !== undefined) this.guarded = { ...this.guarded, facts };
  }

  /** Takes the result of the source: forgets what the write has changed, and keeps the record that the source declares to be complete. */
  take(result: SourceRecord | Accepted | true | undefined): void {
    const { facts, guarded, source } = this;
    if (facts !== undefined) this.know(guarded && facts.afterWrite(guarded.access, this.type.name));
    if (isAccepted(result)) this.accepted = result;
    else this.written = result;
    if (this.written !== true && source.can.returnsWritten && source.find !== undefined) this.current = this.written;
  }

  /** Whether the links of the request can be the reason of an error: nothing before it has asked for their resources. */
  canBeOfLinks(reason: unknown): boolean {
    // A fault of the source says nothing about the request, but one of a rule can follow from a resource that does not exist.
    return this.found !== undefined && (this.permit === undefined || JsonApiError.is(reason));
  }

  /** Whether the change performs an action. */
  is<Other extends Action>(action: Other): this is Change<Other> {
    return (this.action as Action) === action;
  }

  /** The changes of the relationships that the request names. */
  relationshipChanges(): readonly (readonly [name: string, change: LinkageChange])[] {
    if (this.is('updateRelationship')) return [[this.relationship as string, this.given]];
    return this.is('delete') ? [] : replacements((this.given as GivenTo['create']).relationships);
  }
}

/** Runs a write in a transaction if its source supports transactions. The source can run it again, in a new transaction. */
export function inTransaction<Kind extends Route['kind'], Request extends RuledRequest, Result>(
  operation: OperationContext<Kind, Request> & { readonly source: VisibleSource },
  run: (inside: OperationContext<Kind, Request>) => Awaitable<Result>,
): Awaitable<Result> {
  const { source, call } = operation;
  const attempt = (inner: SourceCall): Awaitable<Result> => run(operation.with({ call: inner }));
  if (source.transaction === undefined) return attempt(call);
  // The gateway accepts work that answers at once.
  return source.transaction(attempt as (inner: SourceCall) => Promise<Result>, call);
}
