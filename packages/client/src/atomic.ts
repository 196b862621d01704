import { type Api, JSON_API_MEDIA_TYPE, type JsonApiDocument, JsonApiError } from '@linkage/core';
import {
  changedResource,
  describeValue,
  identifierOf,
  isObject,
  linkResources,
  newResource,
  type OptionTable,
  optionTable,
  type RequestReference,
  readOptions,
} from '@linkage/core/internal';
import { type Answer, createAnswer, partsOf } from './answer.ts';
import { ClientError } from './client-error.ts';
import type { AtomicFeature, WriteOptions } from './client-options.ts';
import { addNested, isNested } from './create-nested.ts';
import { exchange, unexpected } from './exchange.ts';
import { relationshipChange } from './relationship-change.ts';
import { memberAt, type Reply, type Setup } from './setup.ts';
import type { OperationOptions, Transaction } from './transaction.ts';
import { writeCall } from './write.ts';

/** The media type of requests and responses with operations. */
const MEDIA_TYPE = `${JSON_API_MEDIA_TYPE}; ext="https://jsonapi.org/ext/atomic"`;

const featureOptions: OptionTable = optionTable({ path: 'string' });
const operationOptions: OptionTable = optionTable({ ifMatch: 'string' });

/** The operations of a transaction, in order, and the object that stands for each. */
interface Recording {
  readonly transaction: Transaction<Api>;
  readonly operations: object[];
  readonly indexes: Map<unknown, number>;
}

function record(): Recording {
  const operations: object[] = [];
  const indexes = new Map<unknown, number>();
  function take(handle: object, operation: object, where = '', options: OperationOptions = {}): never {
    const { ifMatch } = readOptions(where, options, operationOptions);
    indexes.set(handle, operations.length);
    operations.push(ifMatch === undefined ? operation : { ...operation, meta: { ifMatch } });
    return Object.freeze(handle) as never;
  }
  const transaction: Transaction<Api> = {
    add(type, input) {
      const lid = `local-${operations.length}`;
      return take({ type, lid }, { op: 'add', data: newResource('transaction.add: input', type, input, lid) });
    },
    upsert(type: string, input: object) {
      const lid = `local-${operations.length}`;
      const data = newResource('transaction.upsert: input', type, input as never, lid);
      return take({ type, lid }, { op: 'add', data, meta: { upsert: true } });
    },
    update(target, changes, options) {
      const data = changedResource('transaction.update: changes', target, changes);
      return take({}, { op: 'update', ref: identifierOf(target, true, 'client'), data }, 'transaction.update', options);
    },
    remove(target, options) {
      return take({}, { op: 'remove', ref: identifierOf(target, true, 'client') }, 'transaction.remove', options);
    },
    updateRelationship(target, relationship, change, options) {
      const { kind, data } = relationshipChange('transaction.updateRelationship: change', change);
      const op = kind === 'replace' ? 'update' : kind;
      const ref = { ...identifierOf(target as RequestReference, true, 'client'), relationship };
      return take({}, { op, ref, data }, 'transaction.updateRelationship', options);
    },
  };
  return { transaction: Object.freeze(transaction), operations, indexes };
}

function dataOf(result: unknown, dates: Setup['dates']): unknown {
  const data = memberAt(result, 'data');
  return isObject(data) ? linkResources(data, undefined, undefined, dates?.read).data : undefined;
}

function resultsOf(document: JsonApiDocument | undefined, length: number): readonly unknown[] | undefined {
  // 204: no operation has a result.
  if (document === undefined) return new Array(length).fill(undefined);
  const results = memberAt(document, 'atomic:results');
  return Array.isArray(results) && results.length === length ? results : undefined;
}

/** The results of the operations that a function returned, by their keys, and the response that contains them. */
interface Sent {
  readonly reply: Reply;
  readonly isArray: boolean;
  readonly pairs: readonly (readonly [string, unknown])[];
}

/** Sends the operations that a function adds to a transaction. */
async function sendOperations(
  setup: Setup,
  path: string,
  where: string,
  run: (transaction: Transaction<Api>) => object,
  options: WriteOptions = {},
): Promise<Sent> {
  const reject = (problem: string): never => {
    throw new TypeError(`${where}: ${problem}.`);
  };
  const call = writeCall(setup, where, options);
  if (typeof run !== 'function') reject(`the first argument must be a function, but it is ${describeValue(run)}`);
  const { transaction, operations, indexes } = record();
  const returned: unknown = run(transaction);
  const wanted = isObject(returned) || Array.isArray(returned) ? Object.entries(returned) : undefined;
  if (call.headers['If-Match'] !== undefined) reject('`ifMatch` belongs to an operation, not to the call');
  if (returned instanceof Promise) reject('the function must not be asynchronous');
  if (operations.length === 0) reject('the function must add one or more operations to the transaction');
  if (wanted === undefined || wanted.some(([, operation]) => !indexes.has(operation))) {
    return reject(
      `the function must return an array or an object of operations, but it returned ${describeValue(returned)}`,
    );
  }
  const body = JSON.stringify({ 'atomic:operations': operations }, setup.dates?.write);
  await setup.checks?.(['atomic', ''], body);
  const { reply, document } = await exchange(
    { ...setup, accept: MEDIA_TYPE, mediaType: MEDIA_TYPE },
    { ...call, method: 'POST', url: setup.baseUrl + path, body },
  );
  const results = resultsOf(document, operations.length);
  if (results === undefined) throw unexpected(reply, `contain ${operations.length} results in \`atomic:results\``);
  const pairs = wanted.map(([key, operation]) => [key, results[indexes.get(operation) ?? 0]] as const);
  return { reply, isArray: Array.isArray(returned), pairs };
}

/** Sends a transaction. Returns the results of the operations that its function returns. */
async function sendAtomic(
  setup: Setup,
  path: string,
  run: (transaction: Transaction<Api>) => object,
  options?: WriteOptions,
): Promise<unknown> {
  const { isArray, pairs } = await sendOperations(setup, path, 'client.atomic', run, options);
  const read = pairs.map(([key, result]) => [key, dataOf(result, setup.dates)] as const);
  return isArray ? read.map(([, result]) => result) : Object.fromEntries(read);
}

/** The statuses of URLs that do not exist, or accept neither the method nor the media type. */
const missing: ReadonlySet<number> = new Set([404, 405, 406, 415]);

/** Creates a resource with new related resources. Returns the answer with the resource. */
async function createNested(
  setup: Setup,
  path: string,
  type: string,
  input: object,
  options?: WriteOptions,
): Promise<Answer<unknown>> {
  try {
    const run = (transaction: Transaction<Api>) => [addNested(transaction, type, input)];
    const { reply, pairs } = await sendOperations(setup, path, 'client.create', run, options);
    const [, result] = pairs.at(0) ?? [];
    const data = memberAt(result, 'data');
    const etag = memberAt(result, 'meta', 'etag');
    const parts = { ...partsOf(reply), etag: typeof etag === 'string' ? etag : undefined };
    return createAnswer(data === undefined ? undefined : ({ data } as JsonApiDocument), parts);
  } catch (error) {
    const isMissing =
      JsonApiError.is(error) && missing.has(error.status) && !error.errors.some((it) => it.source?.pointer);
    if (!isMissing) throw error;
    const url = setup.baseUrl + path;
    const text = `client.create: ${url} does not accept Atomic Operations, which new related resources need.`;
    throw new ClientError('rejected', text, error, error.status);
  }
}

/** Options of `atomicRequests`. */
export interface AtomicOptions {
  /** The path of the endpoint below the base URL. Default: `/operations`. */
  readonly path?: string | undefined;
}

/**
 * Lets a client send transactions: pass the result as the option `atomic` of `createClient`. The server must support the
 * Atomic Operations extension.
 *
 * @throws {TypeError} If an option is unknown.
 * @see https://jsonapi.org/ext/atomic/
 */
export function atomicRequests(options: AtomicOptions = {}): AtomicFeature {
  const { path = '/operations' } = readOptions('atomicRequests', options, featureOptions);
  return Object.freeze({
    extend: (setup, create) => ({
      atomic: sendAtomic.bind(undefined, setup, path),
      create: async (type, input, given) =>
        isNested(input) ? createNested(setup, path, type, input, given) : create(type, input, given),
    }),
  } satisfies AtomicFeature);
}
