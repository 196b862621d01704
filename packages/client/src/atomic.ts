import { type Api, JSON_API_MEDIA_TYPE, type JsonApiDocument } from '@linkage/core';
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
import type { AtomicFeature, WriteOptions } from './client-options.ts';
import { exchange, unexpected } from './exchange.ts';
import { relationshipChange } from './relationship-change.ts';
import { memberAt, type Setup } from './setup.ts';
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

function resultsOf(
  document: JsonApiDocument | undefined,
  length: number,
  { dates }: Setup,
): readonly unknown[] | undefined {
  // 204: no operation has a result.
  if (document === undefined) return new Array(length).fill(undefined);
  const results = memberAt(document, 'atomic:results');
  return Array.isArray(results) && results.length === length ? results.map((it) => dataOf(it, dates)) : undefined;
}

/** Sends the operations that a function adds to a transaction. Returns the results of those that it returns. */
async function sendAtomic(
  setup: Setup,
  path: string,
  run: (transaction: Transaction<Api>) => object,
  options: WriteOptions = {},
): Promise<unknown> {
  const reject = (problem: string): never => {
    throw new TypeError(`client.atomic: ${problem}.`);
  };
  const call = writeCall(setup, 'client.atomic', options);
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
  const results = resultsOf(document, operations.length, setup);
  if (results === undefined) throw unexpected(reply, `contain ${operations.length} results in \`atomic:results\``);
  const pairs = wanted.map(([key, operation]) => [key, results[indexes.get(operation) ?? 0]] as const);
  return Array.isArray(returned) ? pairs.map(([, result]) => result) : Object.fromEntries(pairs);
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
  return Object.freeze({ send: (setup, run, given) => sendAtomic(setup, path, run, given) } satisfies AtomicFeature);
}
