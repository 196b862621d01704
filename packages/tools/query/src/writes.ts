import type {
  ActionAnswer,
  ActionInput,
  Answer,
  AtomicClient,
  Changes,
  Client,
  Created,
  Known,
  LinkageUpdate,
  NameOfAction,
  NewResource,
  QueriedResource,
  Transaction,
  TransactionResults,
  WritableLinkName,
  WriteOptions,
} from '@linkage/client';
import type { Api, ResourceObject, TypeName } from '@linkage/core';
import { isObject, ownMembers } from '@linkage/core/internal';
import type { Identity } from './held-resources.ts';
import { cacheOf, type KeptKey, keyOfMutation, type MutationContext } from './mutation-key.ts';
import type { Keyed, MutationOptions, OptimisticOptions, ResourceMutationOptions } from './mutation-options.ts';
import { checkClient } from './read-key.ts';
import { type ChangeTarget, fieldsIn, type Given, type Operation, runWrite, type Untyped } from './run-write.ts';

/** Options for `useMutation`. The function also applies the change to the queries of the cache, so the callbacks are yours. */
export interface WriteMutation<Variables, Data> {
  readonly mutationKey: readonly string[];
  readonly mutationFn: (variables: Variables, context?: MutationContext) => Promise<Data>;
  /** With `idempotencyKey`, returns the key of the mutation, which is kept with a paused one. With `optimistic`, shows the change. */
  readonly onMutate?: (variables: Variables, context?: MutationContext) => Promise<KeptKey | undefined>;
}

type None = Record<never, never>;

/** The writes of a client as options of mutations. */
export interface Writes<A extends Api> {
  create<Type extends TypeName<A>, const Options extends ResourceMutationOptions<A, Type> = None>(
    type: Type,
    options?: Options & Known<Options, ResourceMutationOptions<A, Type>>,
  ): WriteMutation<NewResource<A, Type> & Keyed, Answer<Created<A, Type, Options>>>;
  update<Type extends TypeName<A>, const Options extends ResourceMutationOptions<A, Type> & OptimisticOptions = None>(
    type: Type,
    options?: Options & Known<Options, ResourceMutationOptions<A, Type> & OptimisticOptions>,
  ): WriteMutation<ChangeTarget & Keyed & Changes<A, Type>, Answer<QueriedResource<A, Type, Options> | undefined>>;
  delete<Type extends TypeName<A>>(
    type: Type,
    options?: OptimisticOptions,
  ): WriteMutation<ChangeTarget & Keyed, Answer<undefined>>;
  updateRelationship<Type extends TypeName<A>, Name extends WritableLinkName<A, Type>>(
    type: Type,
    relationship: Name,
    options?: OptimisticOptions,
  ): WriteMutation<ChangeTarget & Keyed & LinkageUpdate<A, Type, Name>, Answer<unknown>>;
  /** Runs an action. It can change anything, so all queries are read again. */
  action<Type extends TypeName<A>, Name extends NameOfAction<A, Type>>(
    type: Type,
    name: Name,
    options?: MutationOptions,
  ): WriteMutation<
    ActionInput<A, Type, Name> & Keyed & Pick<ChangeTarget, 'ifMatch'>,
    ActionAnswer<A, Type, Name, QueriedResource<A, Type, None>>
  >;
}

/** The writes of a client that can send transactions. */
export interface AtomicWrites<A extends Api> extends Writes<A> {
  /** Sends a transaction, whose operations depend on the variables. All queries are read again. The name identifies a paused mutation. */
  atomic<Variables extends object, const Operations extends object>(
    name: string,
    run: (transaction: Transaction<A>, variables: Variables) => Operations,
    options?: MutationOptions,
  ): WriteMutation<Variables & Keyed, TransactionResults<Operations>>;
}

/** The client as the implementation calls it. */
interface UntypedClient {
  readonly baseUrl: string;
  create(type: string, input: Untyped, options: WriteOptions): Promise<Answer<unknown>>;
  update(type: string, id: string, changes: Untyped, options: WriteOptions): Promise<Answer<unknown>>;
  delete(type: string, id: string, options: WriteOptions): Promise<Answer<unknown>>;
  updateRelationship(
    type: string,
    id: string,
    name: string,
    change: Untyped,
    options: WriteOptions,
  ): Promise<Answer<unknown>>;
  action(type: string, name: string, request: Untyped, options: WriteOptions): Promise<Answer<unknown>>;
  atomic(run: (transaction: unknown) => object, options: WriteOptions): Promise<Answer<unknown>>;
}

type UntypedMutation = WriteMutation<ChangeTarget & Untyped, Answer<unknown>>;

/** Returns the resource object of the response of a write. */
function sentResource(answer: Answer<unknown> | undefined): ResourceObject | undefined {
  const data = ownMembers(answer?.document).data;
  return isObject(data) ? (data as never) : undefined;
}

/** Returns the identifiers in a change of linkage, which can contain resources that the application has read. */
function identifiersIn(variables: object): readonly Identity[] {
  const { add, remove, replace } = ownMembers(variables);
  return [add, remove, replace].flat().filter(isObject) as unknown as readonly Identity[];
}

/**
 * Creates options of mutations from a client. After a success, they apply the change to the queries of `createReads`.
 *
 * @throws {TypeError} If the client is not an object with `baseUrl`.
 * @example
 * const writes = createWrites(client);
 * const rename = useMutation(writes.update('articles'));
 * rename.mutate({ id: '1', attributes: { title: 'New' } });
 */
export function createWrites<A extends Api>(client: AtomicClient<A>): AtomicWrites<A>;
export function createWrites<A extends Api>(client: Client<A>): Writes<A>;
export function createWrites<A extends Api>(client: Client<A>): Writes<A> {
  checkClient('createWrites', client);
  const calls = client as unknown as UntypedClient;
  function mutationOf(
    options: Given | undefined,
    key: Operation['key'],
    call: Operation['call'],
    changeOf: Operation['changeOf'] = () => ({ kind: 'any' }),
  ): UntypedMutation {
    const given = { __proto__: null, idempotencyKey: client.idempotencyKeys || undefined, ...options } as Given;
    const { idempotencyKey, optimistic } = given;
    return {
      mutationKey: [client.baseUrl, ...(key as readonly string[])],
      mutationFn: (variables, context) => runWrite(client, { key, call, changeOf }, variables, context, given),
      ...((idempotencyKey || optimistic) && {
        async onMutate(variables, context) {
          const cache = cacheOf(context);
          if (cache) await optimistic?.(cache, client, key, variables, context as object);
          return idempotencyKey && { idempotencyKey: keyOfMutation(variables, context) };
        },
      }),
    };
  }
  const writes = {
    create: (type: string, options?: Given) =>
      mutationOf(
        options,
        [type, 'create'],
        ({ input }, more) => calls.create(type, input, more),
        (answer) => ({ kind: 'create', resource: sentResource(answer) ?? { type } }),
      ),
    update: (type: string, options?: Given) =>
      mutationOf(
        options,
        [type, 'update'],
        ({ id, changes }, more) => calls.update(type, id, changes, more),
        (answer, variables) => ({
          kind: 'update',
          resource: sentResource(answer) ?? { type, id: variables.id },
          relationships: Object.keys(fieldsIn(variables, 'relationships')),
          etag: answer?.etag,
        }),
      ),
    delete: (type: string, options?: Given) =>
      mutationOf(
        options,
        [type, 'delete'],
        ({ id }, more) => calls.delete(type, id, more),
        (_, variables) => ({ kind: 'delete', resource: { type, id: variables.id } }),
      ),
    updateRelationship: (type: string, relationship: string, options?: Given) =>
      mutationOf(
        options,
        [type, 'updateRelationship', relationship],
        ({ id, changes }, more) => calls.updateRelationship(type, id, relationship, changes, more),
        (_, variables) => ({
          kind: 'updateRelationship',
          resource: { type, id: variables.id },
          relationship,
          members: identifiersIn(variables),
        }),
      ),
    action: (type: string, name: string, options?: Given) =>
      mutationOf(options, [type, 'action', name], ({ input }, more) => calls.action(type, name, input, more)),
    atomic: (name: string, run: (transaction: unknown, variables: Untyped) => object, options?: Given) =>
      mutationOf(options, ['', 'atomic', name], ({ input }, more) =>
        calls.atomic((transaction) => run(transaction, input), more),
      ),
  };
  return Object.freeze(writes) as unknown as Writes<A>;
}
