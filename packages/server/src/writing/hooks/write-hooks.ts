import type { Api, CreateInput, StoredRelationshipName, TypeName, UpdateInput } from '@linkage/core';
import type { CreateSubject, DeleteSubject, UpdateSubject } from '../../rules/access-rules.ts';
import type { SubjectRecord } from '../../rules/subject-record.ts';
import type { Action } from '../../sources/port/actions.ts';
import type { Awaitable, LinkageChange, TransactionCall } from '../../sources/port/data-source.ts';
import type { TransactionOf } from '../../sources/port/transaction-of.ts';
import type { ServerReads } from '../server-reads.ts';
import type { ServerAttributes, ServerWrites } from '../server-writes.ts';

/** The members with which hooks write other resources, and write with the transaction of the source. */
export interface HookWrites<in out A extends Api = Api, out Context = unknown, out Transaction = unknown>
  extends ServerReads<A> {
  /** The call of the write. Pass it on to sources; `call.transaction` is what the transactions of this source are. */
  readonly call: TransactionCall<Context, Transaction>;
  /** The result of the option `context`. */
  readonly context: Context;
  /** Writes in the transaction of this write, with the rules of its user. These writes call hooks, too: a hook must not call itself. */
  readonly writes: ServerWrites<A>;
}

/**
 * A change of a relationship: at its own URL, or by a write to the inverse of its links. Relationships in a PATCH of the resource are
 * part of `update`.
 */
export interface UpdateRelationshipWrite<
  in out A extends Api = Api,
  in out Type extends TypeName<A> = TypeName<A>,
  out Context = unknown,
  out Transaction = unknown,
> extends Omit<DeleteSubject<A, Type>, 'call'>,
    HookWrites<A, Context, Transaction> {
  readonly relationship: StoredRelationshipName<A, Type>;
  readonly change: LinkageChange;
  /**
   * The relationship that the request writes, if it is the inverse of the links. `before` can reject the change, but not replace it.
   */
  readonly inverse?: { readonly type: TypeName<A>; readonly id: string; readonly relationship: string };
}

/** A write after its commit: the transaction of its call is over, so only the context remains. */
export type Committed<Write extends { readonly call: { readonly context: unknown } }> = Omit<
  Write,
  'call' | 'writes' | keyof ServerReads
> & {
  readonly context: Write['call']['context'];
};

/**
 * The hooks of one kind of write. They run for every request, also for the operations of Atomic Operations. `before` and
 * `after` are part of the transaction: if one throws, the write is rolled back, and a `JsonApiError` becomes the response.
 * If the source repeats a transaction, they run again.
 */
export interface WriteHook<
  in Write extends { readonly call: { readonly context: unknown } },
  out Input,
  in Written = unknown,
> {
  /**
   * Declares that `before` and `after` write nothing, anywhere. They do not receive `writes`. Consecutive operations of a list then still write with
   * one statement, unless the hook takes `call`: it reads data that must contain the writes before it. With `find`, it reads other resources together.
   */
  readonly onlyReads?: boolean;
  /**
   * Declares that `before` and `after` write nothing but resources that they create with `writes.create`, such as entries of an audit log.
   * Consecutive operations of a list then still write with one statement, and their hooks create these resources with another one. Other methods
   * of `writes` throw.
   */
  readonly onlyCreates?: boolean;
  /** Runs after the validation and the access rules. Can return another input. */
  readonly before?: (write: Write) => Awaitable<Input | undefined>;
  /** Runs after the write. A write that continues in the background does not call it. */
  readonly after?: (write: Write & Written) => Awaitable<void>;
  /**
   * Runs once after the transaction has committed, for example to send mail. The response does not wait for it. Its
   * failures go to `onError`.
   */
  readonly afterCommit?: (write: Committed<Write & Written>) => Awaitable<void>;
}

/** The attributes that clients cannot write, and hooks can add. */
interface HiddenAttributes<A extends Api, Type extends TypeName<A>, Writable> {
  readonly attributes: {
    readonly [Name in Exclude<keyof ServerAttributes<A, Type>, keyof Writable>]?:
      | ServerAttributes<A, Type>[Name]
      | undefined;
  };
}

/** The record that the source returned after a write. */
interface WrittenRecord<A extends Api, Type extends TypeName<A>> {
  readonly written: SubjectRecord<A, Type>;
}

/**
 * The hooks of one resource type. Hooks of `update`, `delete`, and `updateRelationship` receive the current record. `updateRelationship` also runs if a write to
 * another resource changes links of this one, unless `uncheckedInverses` contains the relationship.
 */
export interface TypeHooks<
  in out A extends Api = Api,
  in out Type extends TypeName<A> = TypeName<A>,
  in Context = unknown,
  in Transaction = unknown,
> {
  readonly create?:
    | WriteHook<
        CreateSubject<A, Type, Context> & HookWrites<A, Context, Transaction>,
        CreateSubject<A, Type>['input'] & HiddenAttributes<A, Type, CreateInput<A, Type>['attributes']>,
        WrittenRecord<A, Type>
      >
    | undefined;
  readonly update?:
    | WriteHook<
        UpdateSubject<A, Type, Context> & HookWrites<A, Context, Transaction>,
        UpdateSubject<A, Type>['input'] & HiddenAttributes<A, Type, UpdateInput<A, Type>['attributes']>,
        WrittenRecord<A, Type>
      >
    | undefined;
  readonly delete?:
    | WriteHook<DeleteSubject<A, Type, Context> & HookWrites<A, Context, Transaction>, undefined>
    | undefined;
  readonly updateRelationship?:
    | WriteHook<UpdateRelationshipWrite<A, Type, Context, Transaction>, LinkageChange>
    | undefined;
}

/** The hooks of an API by resource type. `Given` is the type of the sources, from which that of their transactions follows. */
export type WriteHooks<A extends Api = Api, Context = unknown, Given = unknown> = {
  readonly [Type in TypeName<A>]?: TypeHooks<A, Type, Context, TransactionOf<Given, Type>>;
};

/** The members that one kind of write has. */
type OneWrite<A extends Api, Type extends TypeName<A>, Context, Given, Name extends Action, Facts> = Facts & {
  readonly type: Type;
  readonly action: Name;
} & HookWrites<A, Context, TransactionOf<Given, Type>>;

/** A write of an API whose types the compiler does not know. */
interface UnknownWrite<Context> extends HookWrites<Api, Context> {
  readonly type: string;
  readonly action: Action;
  readonly id?: string;
  readonly record?: object;
  readonly input?: object;
  readonly relationship?: string;
  readonly change?: LinkageChange;
}

/** Any write of an API: `type` and `action` say which other members it has. */
export type AnyWrite<A extends Api = Api, Context = unknown, Given = unknown> =
  string extends TypeName<A>
    ? UnknownWrite<Context>
    : {
        [Type in TypeName<A>]:
          | OneWrite<A, Type, Context, Given, 'create', CreateSubject<A, Type, Context>>
          | OneWrite<A, Type, Context, Given, 'update', UpdateSubject<A, Type, Context>>
          | OneWrite<A, Type, Context, Given, 'delete', DeleteSubject<A, Type, Context>>
          | OneWrite<
              A,
              Type,
              Context,
              Given,
              'updateRelationship',
              UpdateRelationshipWrite<A, Type, Context, TransactionOf<Given, Type>>
            >;
      }[TypeName<A>];

/** The changes of a write, by field: its value or linkage before and after it, or the links that it added or removed. Without values if `read: false`. */
export type FieldChanges = {
  readonly [field: string]:
    | { readonly from?: unknown; readonly to?: unknown }
    | Exclude<LinkageChange, { replace: unknown }>;
};

/** A write that the source has performed, in its transaction: see the option `afterWrite`. */
export interface CompletedWrite<A extends Api = Api, Context = unknown> {
  readonly type: TypeName<A>;
  readonly action: Action;
  readonly id: string;
  readonly changes: FieldChanges;
  /** The deleted resource, if its deletion has deleted this one, too, or has removed links of this one. */
  readonly causedBy?: { readonly type: TypeName<A>; readonly id: string };
  /** Of a deletion: the types of which it can have deleted or changed resources that could not be read, or were too many. */
  readonly untold?: readonly TypeName<A>[];
  /** The result of the option `context`. */
  readonly context: Context;
  /** Creates other resources in the transaction of the write. Other methods throw. */
  readonly writes: ServerWrites<A>;
}

/** A hook of all writes: see the option `afterWrite`. */
export type AfterWrite<A extends Api = Api, Context = unknown> = (write: CompletedWrite<A, Context>) => Awaitable<void>;

/** A hook of all writes: see the option `beforeWrite`. */
export type BeforeWrite<Write = AnyWrite> = (write: Write) => Awaitable<object | undefined>;
