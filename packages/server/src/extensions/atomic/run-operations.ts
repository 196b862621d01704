import {
  type AtomicOperation,
  createLocalReferences,
  dataWithIds,
  type LocalReferences,
  markRead,
  operationError,
  ownMembers,
  rejection,
  targetId,
} from '@linkage/core/internal';
import type { OperationRequest, OperationResult } from '../operation-request.ts';
import type { EndpointRequest } from '../server-extension.ts';
import { linkedBy, linksOf, type PlacedOperation, runsOf, updatedBy } from './operation-runs.ts';
import { assertCreation, exists, Upserts, updateOf } from './upserts.ts';

/** A parsed request with operations. */
export interface ReadRequest {
  readonly document: unknown;
  readonly operations: readonly AtomicOperation[];
  /** `meta.ifMatch` of each operation. */
  readonly preconditions: readonly (string | undefined)[];
  /** Whether each operation updates the resource if it exists: `meta.upsert`. */
  readonly upserts: readonly boolean[];
  readonly fields: URLSearchParams | undefined;
}

/** The result of an operation. */
type Result = Readonly<Record<string, unknown>>;

/** The write of each operation. */
const writes = {
  add: { method: 'POST', action: 'create' },
  update: { method: 'PATCH', action: 'update' },
  remove: { method: 'DELETE', action: 'delete' },
} as const;

/** Stores the id of a resource that was created with a local id. */
function keepId({ target, data }: AtomicOperation, { document }: OperationResult, references: LocalReferences): void {
  const { lid, id } = ownMembers(data);
  const created = document === undefined ? id : (document['data'] as { readonly id?: unknown }).id;
  if (typeof lid === 'string' && typeof created === 'string') references.keep(target.type, lid, created);
}

function resultOf({ target, op }: AtomicOperation, { document, etag }: OperationResult): Result {
  const meta = etag === undefined ? {} : { meta: { etag } };
  const hasData = target.relationship === undefined && op !== 'remove' && document !== undefined;
  return { ...(hasData ? { data: document['data'] } : {}), ...meta };
}

/** The values that the operations of a request share. */
interface Shared extends Pick<ReadRequest, 'fields'> {
  readonly references: LocalReferences;
}

async function runOperation(
  inside: EndpointRequest,
  { operation, isUpsert }: PlacedOperation,
  ifMatch: string | undefined,
  { fields, references }: Shared,
): Promise<Result> {
  const { op, pointer, target, targetMember } = operation;
  const { type, relationship, lid } = target;
  const writesResource = relationship === undefined && op !== 'remove';
  const data = operation.data === undefined ? undefined : dataWithIds(operation, references);
  const ownId = ownMembers(data)['id'] as string;
  const isUpdate = isUpsert && (await exists(inside, operation, ownId));
  if (isUpdate) await assertCreation(inside, operation, data);
  const request: OperationRequest = {
    method: isUpdate ? 'PATCH' : writes[op].method,
    target: { type, id: isUpdate ? ownId : targetId(operation, references), relationship },
    pointer,
    ifMatch,
    isCreatedHere: lid !== undefined && targetMember !== 'href',
    ...(data === undefined ? {} : { document: markRead({ data: isUpdate ? updateOf(data) : data }) }),
    ...(writesResource ? { query: fields, preference: inside.preference } : {}),
  };
  const result = await inside.execute(request);
  // A job continues after this request, so the failure of a later operation could not roll it back.
  if (result.status === 202) throw rejection('OPERATION_NOT_SUPPORTED.background', {});
  if (op === 'add' && relationship === undefined) keepId(operation, result, references);
  return resultOf(operation, result);
}

async function runAll(
  inside: EndpointRequest,
  runs: readonly (readonly PlacedOperation[])[],
  { document, preconditions, fields }: ReadRequest,
  attempts: Upserts | undefined,
): Promise<readonly Result[]> {
  const references = createLocalReferences();
  const results: Result[] = [];
  for (const run of runs) {
    const tasks = run.map((placed) => async (own: EndpointRequest) => {
      try {
        return await runOperation(own, placed, preconditions[placed.index], { fields, references });
      } catch (thrown) {
        if (placed.isUpsert) attempts?.noteLost(placed.operation, thrown);
        throw operationError(thrown, placed.operation, document);
      }
    });
    results.push(...(await inside.together(tasks)));
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
    throw rejection('OPERATION_NOT_SUPPORTED.transaction', {}, { pointer });
  }
}

/** Whether an operation is one write, which the transaction of a list would not change. */
function isAtomic(request: EndpointRequest, { op, target }: AtomicOperation, attempts: Upserts | undefined): boolean {
  const action = target.relationship === undefined ? writes[op].action : 'updateRelationship';
  return attempts === undefined && request.isAtomic(target.type, action);
}

/**
 * Runs operations in order, completely or not at all.
 *
 * @throws {JsonApiError} The error of the first operation that fails. Its pointers refer to this document.
 */
export async function runOperations(request: EndpointRequest, read: ReadRequest): Promise<readonly Result[]> {
  const { operations, upserts } = read;
  const types = [...new Set(operations.map(({ target }) => target.type))];
  const isOne = operations.length === 1;
  const placed = operations.map((operation, index) => ({
    ...{ operation, index, isUpsert: upserts[index] === true },
    links: isOne ? [] : linksOf(operation),
  }));
  const runs = isOne ? [placed] : runsOf(placed);
  const attempts = upserts.includes(true) ? new Upserts() : undefined;
  try {
    // A single operation is atomic even without transactions, and has one of its own if it needs one.
    if (isOne && (isAtomic(request, operations[0] as AtomicOperation, attempts) || !request.sharesTransactions(types)))
      return await runAll(request, runs, read, attempts);
    assertShared(request, operations);
    return await request.transaction(
      types,
      (inside) => runAll(inside, runs, read, attempts),
      isOne ? undefined : [...placed.flatMap(linkedBy), ...runs.flatMap(updatedBy)],
      attempts && (() => attempts.runAgain(request)),
    );
  } catch (thrown) {
    throw attempts === undefined ? thrown : attempts.withRetry(thrown);
  }
}
