import type {
  Answer,
  Changes,
  Client,
  Created,
  LinkageChange,
  LinkName,
  NewResource,
  WriteOptions,
} from '@linkage/client';
import type { Api, DeserializedResource, ResourceObject, TypeName } from '@linkage/core';
import { checkKind, isObject, ownMember, ownMembers, pickMembers } from '@linkage/core/internal';
import type { MutationFunctionContext } from '@tanstack/query-core';
import { applyChange, type ResourceChange } from './apply-change.ts';
import type { Identity } from './held-resources.ts';

/** Options for `useMutation`. */
export interface WriteMutation<Variables, Data> {
  readonly mutationKey: readonly [baseUrl: string, type: string, operation: string];
  readonly mutationFn: (variables: Variables) => Promise<Data>;
  /** Applies the change to the queries of the cache. */
  readonly onSuccess: (
    data: Data,
    variables: Variables,
    onMutateResult: unknown,
    context: Pick<MutationFunctionContext, 'client'>,
  ) => Promise<void>;
}

/** The resource that a mutation changes. */
export interface Target {
  readonly id: string;
  /** The entity tag that the resource must still have. */
  readonly ifMatch?: string | undefined;
}

/** Options of all calls of a mutation. */
export type MutationOptions = Pick<WriteOptions, 'idempotencyKey'>;

/** The writes of a client as options of mutations. */
export interface Writes<A extends Api> {
  create<Type extends TypeName<A>>(
    type: Type,
    options?: MutationOptions,
  ): WriteMutation<NewResource<A, Type>, Answer<Created<A, Type>>>;
  update<Type extends TypeName<A>>(
    type: Type,
    options?: MutationOptions,
  ): WriteMutation<Target & Changes<A, Type>, Answer<DeserializedResource<A, Type> | undefined>>;
  delete<Type extends TypeName<A>>(type: Type, options?: MutationOptions): WriteMutation<Target, Answer<undefined>>;
  relate<Type extends TypeName<A>, Name extends LinkName<A, Type>>(
    type: Type,
    relationship: Name,
    options?: MutationOptions,
  ): WriteMutation<Target & LinkageChange<A, Type, Name>, Answer<unknown>>;
}

type Untyped = Readonly<Record<string, unknown>>;

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
function sentResource({ document }: Answer<unknown>): ResourceObject | undefined {
  const data = ownMembers(document).data;
  return isObject(data) ? (data as never) : undefined;
}

/** Returns a member of variables that contains names and values: `attributes` or `relationships`. */
function fieldsIn(variables: object, name: string): Untyped {
  return (ownMember(variables, name) ?? {}) as Untyped;
}

/** Returns the resource object that an update of only these changes leaves behind. */
function changedResource(type: string, variables: Target): ResourceObject {
  const linkage = Object.entries(fieldsIn(variables, 'relationships')).flatMap(([name, data]) =>
    data === undefined ? [] : [[name, { data }]],
  );
  const [attributes, relationships] = [fieldsIn(variables, 'attributes'), Object.fromEntries(linkage)];
  return { type, id: variables.id, attributes, relationships };
}

function changedIdentities(variables: object): readonly Identity[] {
  const { add, remove, replace } = ownMembers(variables);
  return [add, remove, replace].flat().filter(isObject) as unknown as readonly Identity[];
}

interface SplitVariables extends Target {
  readonly changes: Untyped;
  /** The variables as they were given. */
  readonly input: Untyped;
}

/** Separates the target in variables from the changes. */
function splitVariables(variables: Target & Untyped): SplitVariables {
  const { id: _id, ifMatch: _ifMatch, ...changes } = variables;
  return { ...(pickMembers(variables, ['id', 'ifMatch']) as Target), changes, input: variables };
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
  function mutationOf(
    operation: string,
    type: string,
    call: (variables: SplitVariables) => Promise<Answer<unknown>>,
    changeOf: (answer: Answer<unknown>, variables: Target & Untyped) => ResourceChange,
  ): UntypedMutation {
    return {
      mutationKey: [client.baseUrl, type, operation],
      // In a promise: a mutation without variables must be an error of the mutation.
      mutationFn: async (variables) => {
        checkKind(`writes.${operation}`, 'variables', 'object', variables);
        return call(splitVariables(variables));
      },
      onSuccess: async (answer, variables, _, context) => {
        // 202: nothing has changed yet.
        if (answer.status !== 202) await applyChange(context.client, client, changeOf(answer, variables));
      },
    };
  }
  const writes = {
    create: (type: string, options?: MutationOptions) =>
      mutationOf(
        'create',
        type,
        ({ input }) => calls.create(type, input, { ...options }),
        (answer) => ({ kind: 'create', resource: sentResource(answer) ?? { type } }),
      ),
    update: (type: string, options?: MutationOptions) =>
      mutationOf(
        'update',
        type,
        ({ id, ifMatch, changes }) => calls.update(type, id, changes, { ...options, ifMatch }),
        (answer, variables) => ({
          kind: 'update',
          resource: sentResource(answer) ?? changedResource(type, variables),
          relationships: Object.keys(fieldsIn(variables, 'relationships')),
        }),
      ),
    delete: (type: string, options?: MutationOptions) =>
      mutationOf(
        'delete',
        type,
        ({ id, ifMatch }) => calls.delete(type, id, { ...options, ifMatch }),
        (_, { id }) => ({ kind: 'delete', resource: { type, id } }),
      ),
    relate: (type: string, relationship: string, options?: MutationOptions) =>
      mutationOf(
        'relate',
        type,
        ({ id, ifMatch, changes }) => calls.relate(type, id, relationship, changes, { ...options, ifMatch }),
        (_, variables) => ({
          kind: 'relate',
          resource: { type, id: variables.id },
          relationship,
          members: changedIdentities(variables),
        }),
      ),
  };
  return Object.freeze(writes) as unknown as Writes<A>;
}
