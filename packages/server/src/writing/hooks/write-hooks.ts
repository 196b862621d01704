import type { Api, StoredRelationshipName, TypeName } from '@linkage/core';
import type { CreateSubject, DeleteSubject, UpdateSubject } from '../../rules/access-rules.ts';
import type { Awaitable, LinkageChange, SourceRecord } from '../../sources/data-source.ts';

/**
 * A change of a relationship: at its own URL, or by a write to the other side of its links. Relationships in a PATCH of the resource are
 * part of `update`.
 */
export interface RelateWrite<A extends Api = Api, Type extends TypeName<A> = TypeName<A>, Context = unknown>
  extends DeleteSubject<A, Type, Context> {
  readonly relationship: StoredRelationshipName<A, Type>;
  readonly change: LinkageChange;
  /**
   * The relationship that the request writes, if it is the other side of the links. `before` can reject the change, but not replace it.
   */
  readonly otherSide?: { readonly type: TypeName<A>; readonly id: string; readonly relationship: string };
}

/** A write after its commit: the transaction of its call is over, so only the context remains. */
export type Committed<Write extends { readonly call: { readonly context: unknown } }> = Omit<Write, 'call'> & {
  readonly context: Write['call']['context'];
};

/**
 * The hooks of one kind of write. They run for every request, also for the operations of Atomic Operations. `before` and
 * `after` are part of the transaction: if one throws, the write is rolled back, and a `JsonApiError` becomes the response.
 * If the source repeats a transaction, they run again.
 */
export interface WriteHook<Write extends { readonly call: { readonly context: unknown } }, Input, Written = unknown> {
  /** Runs after the validation and the access rules. Can return another input. */
  before?(write: Write): Awaitable<Input | undefined>;
  /** Runs after the write. A write that continues in the background does not call it. */
  after?(write: Write & Written): Awaitable<void>;
  /**
   * Runs once after the transaction has committed, for example to send mail. The response does not wait for it. Its
   * failures go to `onError`.
   */
  afterCommit?(write: Committed<Write & Written>): Awaitable<void>;
}

/** The record that the source returned after a write. */
interface WrittenRecord<A extends Api, Type extends TypeName<A>> {
  readonly written: SourceRecord<A, Type>;
}

/**
 * The hooks of one resource type. Hooks of `update`, `delete`, and `relate` receive the current record. `relate` also runs if a write to
 * another resource changes links of this one, unless `openInverses` contains the relationship.
 */
export interface TypeHooks<A extends Api = Api, Type extends TypeName<A> = TypeName<A>, Context = unknown> {
  readonly create?:
    | WriteHook<CreateSubject<A, Type, Context>, CreateSubject<A, Type>['input'], WrittenRecord<A, Type>>
    | undefined;
  readonly update?:
    | WriteHook<UpdateSubject<A, Type, Context>, UpdateSubject<A, Type>['changes'], WrittenRecord<A, Type>>
    | undefined;
  readonly delete?: WriteHook<DeleteSubject<A, Type, Context>, undefined> | undefined;
  readonly relate?: WriteHook<RelateWrite<A, Type, Context>, LinkageChange> | undefined;
}

/** The hooks of an API by resource type. */
export type WriteHooks<A extends Api = Api, Context = unknown> = {
  readonly [Type in TypeName<A>]?: TypeHooks<A, Type, Context>;
};
