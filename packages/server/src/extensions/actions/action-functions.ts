import type { ActionName, Api, TypeName } from '@linkage/core';
import type { ActionOptionsOf, ActionValue, TargetOfAction } from '@linkage/core/internal';
import type { ResourceSubject } from '../../rules/act-subject.ts';
import type { Awaitable, TransactionCall } from '../../sources/port/data-source.ts';
import type { TransactionOf } from '../../sources/port/transaction-of.ts';
import type { ServerReads } from '../../writing/server-reads.ts';
import type { ServerWrites } from '../../writing/server-writes.ts';
import type { OperationTarget } from '../operation-request.ts';
import type { EndpointRequest } from '../server-extension.ts';

/** The resources that match the filter of the request, in the order of the collection. */
export interface FilterSubject<A extends Api, Type extends TypeName<A>> {
  readonly resources: readonly ResourceSubject<A, Type>[];
}

type SubjectOf<A extends Api, Type extends TypeName<A>, On> = On extends 'collection'
  ? unknown
  : On extends 'filter'
    ? FilterSubject<A, Type>
    : ResourceSubject<A, Type>;

/** The values that every function of an action receives. */
interface ActionRequestParts<A extends Api, Input, Context, Transaction> extends ServerReads<A> {
  /** The output of the schema of the input; undefined without a schema. */
  readonly input: Input;
  /** The call, to read other data in the transaction of the action. */
  readonly call: TransactionCall<Context, Transaction>;
  /** The result of the option `context`. */
  readonly context: Context;
  /** Writes in the transaction of the action, with the rules of its user, and with hooks. They can set fields that clients cannot write. */
  readonly writes: ServerWrites<A>;
  /** Executes an operation of the specification, as `execute` of an endpoint does. */
  readonly execute: EndpointRequest<Context, OperationTarget<A>>['execute'];
}

/** The values that the function of one action receives. */
export type ActionRequest<
  A extends Api = Api,
  Type extends TypeName<A> = TypeName<A>,
  Name extends string = string,
  Context = unknown,
  Transaction = unknown,
> =
  string extends TypeName<A>
    ? Partial<ResourceSubject<A, Type> & FilterSubject<A, Type>> & ActionRequestParts<A, unknown, Context, Transaction>
    : SubjectOf<A, Type, TargetOfAction<ActionOptionsOf<A, Type, Name>>> &
        ActionRequestParts<A, ActionValue<ActionOptionsOf<A, Type, Name>, 'input', 'output'>, Context, Transaction>;

/** The result of the function of an action: the output as documents contain it. Without a schema of the output, the server ignores it. */
type ActionResult<A extends Api, Type extends TypeName<A>, Name extends string> =
  string extends TypeName<A>
    ? unknown
    : undefined extends ActionValue<ActionOptionsOf<A, Type, Name>, 'output', 'input'>
      ? unknown
      : ActionValue<ActionOptionsOf<A, Type, Name>, 'output', 'input'>;

/** The functions of a type without actions. Without the sentence, the compiler would accept any. */
interface NoActions {
  readonly [name: string]: 'The declaration of this type does not contain an action with this name.';
}

/**
 * The functions of the actions of an API, by resource type and name. `Given` is the type of the sources, from which that of their transactions
 * follows.
 */
export type ActionFunctions<A extends Api = Api, Context = unknown, Given = unknown> = {
  readonly [Type in TypeName<A>]?: [ActionName<A, Type>] extends [never]
    ? NoActions
    : {
        readonly [Name in ActionName<A, Type>]: (
          request: ActionRequest<A, Type, Name, Context, TransactionOf<Given, Type>>,
        ) => Awaitable<ActionResult<A, Type, Name>>;
      };
};
