import { errorObject, JsonApiError } from '@linkage/core';
import { type AtomicOperation, pickMembers } from '@linkage/core/internal';
import type { EndpointRequest, OperationRequest, OperationResult } from '../server-extension.ts';
import { createLocalReferences, dataWithIds, type LocalReferences, targetId } from './local-references.ts';
import { operationError } from './operation-errors.ts';

/** A parsed request with operations. */
export interface ReadRequest {
  readonly document: unknown;
  readonly operations: readonly AtomicOperation[];
  /** `meta.ifMatch` of each operation. */
  readonly conditions: readonly (string | undefined)[];
  readonly fields: URLSearchParams | undefined;
}

/** The result of an operation. */
type Result = Readonly<Record<string, unknown>>;

const methods = { add: 'POST', update: 'PATCH', remove: 'DELETE' } as const;

function notSupported(detail: string): JsonApiError {
  return new JsonApiError(errorObject('OPERATION_NOT_SUPPORTED', detail));
}

/** Whether an error reports that a precondition is required. */
function requiresCondition(thrown: unknown): boolean {
  return JsonApiError.is(thrown) && thrown.errors.some(({ code }) => code === 'PRECONDITION_REQUIRED');
}

/** Executes an operation. For a resource that this request creates, the client cannot know an entity tag. */
async function execute(
  inside: EndpointRequest,
  { target, targetMember }: AtomicOperation,
  request: OperationRequest,
): Promise<OperationResult> {
  try {
    return await inside.execute(request);
  } catch (thrown) {
    const isCreated = target.lid !== undefined && targetMember !== 'href';
    if (!isCreated || request.ifMatch !== undefined || !requiresCondition(thrown)) throw thrown;
    return inside.execute({ ...request, ifMatch: '*' });
  }
}

/** Stores the id of a resource that was created with a local id. */
function keepId({ target, data }: AtomicOperation, { document }: OperationResult, references: LocalReferences): void {
  const { lid, id } = pickMembers(data as { lid?: unknown; id?: unknown }, ['lid', 'id']);
  const created = document === undefined ? id : (document['data'] as { readonly id?: unknown }).id;
  if (typeof lid === 'string' && typeof created === 'string') references.keep(target.type, lid, created);
}

function resultOf({ target, op }: AtomicOperation, { document, etag }: OperationResult): Result {
  const meta = etag === undefined ? {} : { meta: { etag } };
  const hasData = target.relationship === undefined && op !== 'remove' && document !== undefined;
  return { ...(hasData ? { data: document['data'] } : {}), ...meta };
}

async function runOperation(
  inside: EndpointRequest,
  operation: AtomicOperation,
  ifMatch: string | undefined,
  { fields, references }: Pick<ReadRequest, 'fields'> & { readonly references: LocalReferences },
): Promise<Result> {
  const { op, pointer, target } = operation;
  const { type, relationship } = target;
  const writesResource = relationship === undefined && op !== 'remove';
  const request: OperationRequest = {
    method: methods[op],
    target: { type, id: targetId(operation, references), relationship },
    pointer,
    ifMatch,
    ...(operation.data === undefined ? {} : { document: { data: dataWithIds(operation, references) } }),
    ...(writesResource ? { query: fields, preference: inside.preference } : {}),
  };
  const result = await execute(inside, operation, request);
  // A job continues after this request, so the failure of a later operation could not roll it back.
  if (result.status === 202) throw notSupported('This operation would continue in the background.');
  if (op === 'add' && relationship === undefined) keepId(operation, result, references);
  return resultOf(operation, result);
}

async function runAll(
  inside: EndpointRequest,
  { document, operations, conditions, fields }: ReadRequest,
): Promise<readonly Result[]> {
  const references = createLocalReferences();
  const results: Result[] = [];
  for (const [index, operation] of operations.entries()) {
    try {
      results.push(await runOperation(inside, operation, conditions[index], { fields, references }));
    } catch (thrown) {
      throw operationError(thrown, operation, document);
    }
  }
  return results;
}

/**
 * Checks that all operations can run in one transaction.
 *
 * @throws {JsonApiError} 403 with a pointer to the first operation that cannot.
 */
function assertShared(request: EndpointRequest, operations: readonly AtomicOperation[]): void {
  const types = new Set<string>();
  for (const { target, pointer } of operations) {
    if (types.has(target.type)) continue;
    types.add(target.type);
    if (request.sharesTransactions([...types])) continue;
    const detail = 'Resources of this type cannot be changed in one transaction with those of the earlier operations.';
    throw new JsonApiError(errorObject('OPERATION_NOT_SUPPORTED', detail, { source: { pointer } }));
  }
}

/**
 * Runs operations in order, completely or not at all.
 *
 * @throws {JsonApiError} The error of the first operation that fails. Its pointers refer to this document.
 */
export async function runOperations(request: EndpointRequest, read: ReadRequest): Promise<readonly Result[]> {
  const { operations } = read;
  const types = [...new Set(operations.map(({ target }) => target.type))];
  // A single operation is atomic even without transactions.
  if (operations.length === 1 && !request.sharesTransactions(types)) return runAll(request, read);
  assertShared(request, operations);
  return request.transaction(types, (inside) => runAll(inside, read));
}
