import { type ErrorObject, JsonApiError, parseQuery } from '@linkage/core';
import { atomicExtension as extension } from '@linkage/core/atomic';
import {
  type AtomicOperation,
  assertNoParameters,
  errorOf,
  MAX_OPERATIONS,
  type OptionTable,
  optionTable,
  ownMember,
  ownMembers,
  readOperations,
  readOptions,
} from '@linkage/core/internal';
import { markWritten } from '../check-response.ts';
import type { EndpointRequest, EndpointResponse, ServerExtension } from '../server-extension.ts';
import { runOperations } from './run-operations.ts';

/** The options of `atomicOperations`. */
export interface AtomicOperationsOptions {
  /** The path of the endpoint below the root of the API. Default `/operations`. */
  readonly path?: string | undefined;
  /** The maximum number of operations in a request. Default 50. */
  readonly limit?: number | undefined;
  /**
   * Whether an operation with the `op` "add" and `meta: { "upsert": true }` updates the resource with its id if it exists, by the rules and
   * hooks of an update. Default false.
   */
  readonly upsert?: boolean | undefined;
}

const optionsTable: OptionTable = optionTable({ path: 'string', limit: 'number', upsert: 'boolean' });

function checkLimit(limit: number | undefined): void {
  if (limit === undefined || (Number.isSafeInteger(limit) && limit > 0)) return;
  throw new TypeError(`atomicOperations: \`limit\` must be a whole number above 0, but it is ${limit}.`);
}

/**
 * Reads `meta.ifMatch` of each operation: the entity tag that its target must have.
 *
 * @throws {JsonApiError} 400 if a value is not a string.
 */
function readPreconditions(
  operations: readonly AtomicOperation[],
  mostErrors: number,
): readonly (string | undefined)[] {
  const errors: ErrorObject[] = [];
  const preconditions = operations.map(({ meta, pointer }) => {
    const ifMatch = meta && ownMember(meta, 'ifMatch');
    if (ifMatch === undefined || typeof ifMatch === 'string') return ifMatch;
    errors.push(errorOf('DOCUMENT_INVALID.ifMatch', {}, { pointer: `${pointer}/meta/ifMatch` }));
    return undefined;
  });
  if (errors.length > 0) throw new JsonApiError(errors.slice(0, Math.max(1, mostErrors)));
  return preconditions;
}

function upsertError({ op, target, data }: AtomicOperation, upsert: unknown, isAllowed: boolean) {
  if (upsert === undefined || upsert === false) return undefined;
  if (upsert !== true) return 'upsert';
  const isResource = op === 'add' && target.relationship === undefined && typeof ownMembers(data)['id'] === 'string';
  if (!isResource) return 'upsertOfOther';
  return isAllowed ? undefined : 'upsertUnsupported';
}

/**
 * Reads `meta.upsert` of each operation: whether it updates a resource that exists.
 *
 * @throws {JsonApiError} 400 if a value is not a boolean, or the operation cannot have it.
 */
function readUpserts(
  operations: readonly AtomicOperation[],
  isAllowed: boolean,
  mostErrors: number,
): readonly boolean[] {
  const errors: ErrorObject[] = [];
  const upserts = operations.map((operation) => {
    const { upsert } = ownMembers(operation.meta);
    const fault = upsertError(operation, upsert, isAllowed);
    const pointer = `${operation.pointer}/meta/upsert`;
    if (fault !== undefined) errors.push(errorOf(`DOCUMENT_INVALID.${fault}`, {}, { pointer }));
    return upsert === true;
  });
  if (errors.length > 0) throw new JsonApiError(errors.slice(0, Math.max(1, mostErrors)));
  return upserts;
}

/**
 * Reads the sparse fieldsets of a request with operations. Other query parameters cannot affect its results: they do
 * not have included resources or pages.
 *
 * @throws {JsonApiError} 400 with an error for each invalid parameter.
 */
function readFields(
  { api, parameters }: EndpointRequest,
  [first]: readonly AtomicOperation[],
): URLSearchParams | undefined {
  if (parameters.size === 0 || first === undefined) return undefined;
  assertNoParameters(parameters, (name) => name.startsWith('fields['), 'operations');
  parseQuery(api, first.target.type, parameters);
  return parameters;
}

/** Executes the operations of a request: all of them, or none. */
async function run(
  request: EndpointRequest,
  { limit, upsert = false }: AtomicOperationsOptions,
): Promise<EndpointResponse> {
  const { api, document, limits, targetOf } = request;
  const operations = readOperations(api, document, { ...limits, operations: limit, targetOf });
  const preconditions = readPreconditions(operations, limits.errors);
  const upserts = readUpserts(operations, upsert, limits.errors);
  const fields = readFields(request, operations);
  const results = await runOperations(request, { document, operations, preconditions, upserts, fields });
  if (results.every((result) => Object.keys(result).length === 0)) return { status: 204 };
  return { status: 200, document: markWritten({ 'atomic:results': results }) };
}

/**
 * Creates the Atomic Operations extension for `createServer({ extensions: [...] })`. One request adds, updates, and
 * removes several resources and relationships, completely or not at all. Each operation follows the same rules as a
 * single request.
 *
 * @throws {TypeError} If an option is unknown or invalid.
 * @see https://jsonapi.org/ext/atomic/
 * @example
 * createServer(api, sources, { extensions: [atomicOperations()] });
 */
export function atomicOperations(options: AtomicOperationsOptions = {}): ServerExtension {
  const read = readOptions('atomicOperations', options, optionsTable);
  const { path = '/operations', limit } = read;
  checkLimit(limit);
  return Object.freeze({
    extension,
    endpoints: [
      {
        name: 'atomic-operations',
        method: 'POST',
        path,
        statuses: [200, 204],
        limits: { operations: limit ?? MAX_OPERATIONS },
        requiresIfMatch: true,
        run: (request) => run(request, read),
      },
    ],
  } satisfies ServerExtension);
}
