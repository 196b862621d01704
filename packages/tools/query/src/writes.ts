import type {
  Answer,
  Changes,
  Client,
  Created,
  LinkageChange,
  NewResource,
  WritableLinkName,
  WriteOptions,
} from '@linkage/client';
import type { Api, DeserializedResource, ResourceObject, TypeName } from '@linkage/core';
import { checkKind, isObject, ownMembers } from '@linkage/core/internal';
import type { Identity } from './held-resources.ts';
import { type KeptKey, keyOfMutation, type MutationContext } from './mutation-key.ts';
import { fieldsIn, type Operation, runWrite, type Target, type Untyped } from './run-write.ts';

/** Options for `useMutation`. The function also applies the change to the queries of the cache, so the callbacks are yours. */
export interface WriteMutation<Variables, Data> {
  readonly mutationKey: readonly string[];
  readonly mutationFn: (variables: Variables, context?: MutationContext) => Promise<Data>;
  /** With the option `idempotencyKey: true`: the key of the mutation, which is kept with a paused one. */
  readonly onMutate?: (variables: Variables, context?: MutationContext) => KeptKey;
}

/** Options of all calls of a mutation. */
export interface MutationOptions {
  /** Whether each mutation has an idempotency key. Requests that repeat it, also after a pause, have the same one. */
  readonly idempotencyKey?: true | undefined;
}

/** A key of one mutation, in its variables. */
export interface Keyed {
  readonly idempotencyKey?: string | undefined;
}

/** The writes of a client as options of mutations. */
export interface Writes<A extends Api> {
  create<Type extends TypeName<A>>(
    type: Type,
    options?: MutationOptions,
  ): WriteMutation<NewResource<A, Type> & Keyed, Answer<Created<A, Type>>>;
  update<Type extends TypeName<A>>(
    type: Type,
    options?: MutationOptions,
  ): WriteMutation<Target & Keyed & Changes<A, Type>, Answer<DeserializedResource<A, Type> | undefined>>;
  delete<Type extends TypeName<A>>(
    type: Type,
    options?: MutationOptions,
  ): WriteMutation<Target & Keyed, Answer<undefined>>;
  relate<Type extends TypeName<A>, Name extends WritableLinkName<A, Type>>(
    type: Type,
    relationship: Name,
    options?: MutationOptions,
  ): WriteMutation<Target & Keyed & LinkageChange<A, Type, Name>, Answer<unknown>>;
}

/** The client as the implementation calls it. */
interface UntypedClient {
  readonly baseUrl: string;
  create(type: string, input: Untyped, options: WriteOptions): Promise<Answer<unknown>>;
  update(type: string, id: string, changes: Untyped, options: WriteOptions): Promise<Answer<unknown>>;
  delete(type: string, id: string, options: WriteOptions): Promise<Answer<unknown>>;
  relate(type: string, id: string, name: string, change: Untyped, options: WriteOptions): Promise<Answer<unknown>>;
}

type UntypedMutation = WriteMutation<Target & Untyped, Answer<unknown>>;

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
export function createWrites<A extends Api>(client: Client<A>): Writes<A> {
  checkKind('createWrites', 'client', 'object', client);
  checkKind('createWrites: client', 'baseUrl', 'string', client.baseUrl);
  const calls = client as unknown as UntypedClient;
  function mutationOf(options: MutationOptions | undefined, operation: Operation): UntypedMutation {
    const hasKey = options?.idempotencyKey ?? (client.idempotencyKeys || undefined);
    return {
      mutationKey: [client.baseUrl, ...(operation.key as readonly string[])],
      mutationFn: (variables, context) => runWrite(client, operation, variables, context, hasKey),
      ...(hasKey && {
        onMutate: (variables, context) => ({ idempotencyKey: keyOfMutation(variables, context) }),
      }),
    };
  }
  const writes = {
    create: (type: string, options?: MutationOptions) =>
      mutationOf(options, {
        key: [type, 'create'],
        call: ({ input }, more) => calls.create(type, input, more),
        changeOf: (answer) => ({ kind: 'create', resource: sentResource(answer) ?? { type } }),
      }),
    update: (type: string, options?: MutationOptions) =>
      mutationOf(options, {
        key: [type, 'update'],
        call: ({ id, changes }, more) => calls.update(type, id, changes, more),
        changeOf: (answer, variables) => ({
          kind: 'update',
          resource: sentResource(answer) ?? { type, id: variables.id },
          relationships: Object.keys(fieldsIn(variables, 'relationships')),
          etag: answer?.etag,
        }),
      }),
    delete: (type: string, options?: MutationOptions) =>
      mutationOf(options, {
        key: [type, 'delete'],
        call: ({ id }, more) => calls.delete(type, id, more),
        changeOf: (_, { id }) => ({ kind: 'delete', resource: { type, id } }),
      }),
    relate: (type: string, relationship: string, options?: MutationOptions) =>
      mutationOf(options, {
        key: [type, 'relate', relationship],
        call: ({ id, changes }, more) => calls.relate(type, id, relationship, changes, more),
        changeOf: (_, variables) => ({
          kind: 'relate',
          resource: { type, id: variables.id },
          relationship,
          members: identifiersIn(variables),
        }),
      }),
  };
  return Object.freeze(writes) as unknown as Writes<A>;
}
