import { JsonApiError } from '@linkage/core';
import { assertNotAborted } from '@linkage/core/internal';
import { type JsonApiResponse, responseOf } from '../../http.ts';
import { needsKey } from '../../request/required-keys.ts';
import { collectCommitWork } from '../../sources/gateway/commit-work.ts';
import { actionNames } from '../../sources/port/actions.ts';
import type { AnySource } from '../../sources/port/any-source.ts';
import type { SourceCall } from '../../sources/port/data-source.ts';
import type { IdempotencyClaim, StoredAnswer, TakenKey } from '../../sources/port/idempotency-store.ts';
import { fingerprintOf, isSameRequest, storedUser } from './fingerprint.ts';
import { keyInUse, keyReused, readIdempotencyKey } from './idempotency-key.ts';
import { type Idempotency, userOf } from './idempotency-options.ts';
import type { KeyedRequest } from './keyed-request.ts';
import type { KeyedServer, RunResponse } from './keyed-server.ts';
import { assertVisible } from './still-visible.ts';

/** A request, and the parts that its key requires. */
interface KeyedWith extends KeyedRequest, KeyedServer {
  readonly idempotency: Idempotency;
}

const writing: ReadonlySet<string> = new Set(['POST', 'PATCH', 'DELETE']);
/** The additional time of a request's lease, in milliseconds. */
const MARGIN = 1000;
/** The status of requests whose client disconnected. */
const CLIENT_GONE = 499;
/** The lease of a request without a time limit, in milliseconds. */
const LONG = 60_000;

/** Whether every write of a request joins the transactions of the store. */
function isShared({ transactionGroup }: Idempotency, sources: readonly (AnySource | undefined)[]): boolean {
  if (transactionGroup === undefined) return false;
  return sources
    .filter((source) => actionNames.some((name) => source?.[name] !== undefined))
    .every((source) => source?.transaction !== undefined && source.transactionGroup === transactionGroup);
}

async function claimOf(keyed: KeyedWith, key: string, shares: boolean): Promise<IdempotencyClaim> {
  const { idempotency, method, operation } = keyed;
  const { requestTime } = operation.request.server.limits;
  const now = Date.now();
  const keepUntil = new Date(now + idempotency.milliseconds);
  const lease = new Date(now + (requestTime > 0 ? requestTime + MARGIN : LONG));
  return Object.freeze({
    user: await storedUser(userOf(keyed.user, operation.call.context)),
    key,
    owner: crypto.randomUUID(),
    fingerprint: await fingerprintOf(operation.request, method),
    // Separately from the write: the response can be missing although the write succeeded. A second run could repeat
    // the write.
    leaseUntil: shares ? lease : keepUntil,
    keepUntil,
  });
}

function storedOf(response: JsonApiResponse): StoredAnswer {
  const { status, headers } = response;
  return { status, headers: { ...headers }, body: response.body };
}

/** Reports a commit of the store to the sources of a request: they do not see it, because their transactions were within that of the store. */
async function noteCommit({ types, sourceOf, operation }: KeyedWith): Promise<void> {
  const told = new Set<unknown>();
  for (const type of types) {
    const source = sourceOf(type);
    const group = source?.transactionGroup ?? type;
    if (source?.afterCommit === undefined || told.has(group)) continue;
    told.add(group);
    await source.afterCommit(operation.call);
  }
}

/**
 * Repeats the response to an earlier request, if the user can still read what it shows. Runs nothing of the application but
 * its `read` rules, and `afterCommit` of its sources: rules of writes would look at what the first request has changed.
 */
async function replay(keyed: KeyedWith, answer: StoredAnswer, hasSameRights: boolean): Promise<JsonApiResponse> {
  const { request, call } = keyed.operation;
  if (request.rules !== undefined) await assertVisible(answer, request, hasSameRights, call);
  await noteCommit(keyed);
  const { status, headers, body } = answer;
  return responseOf(status, { ...headers, 'Idempotency-Replayed': 'true' }, body);
}

/** Whether a request failed because a source or the store could not be reached, or did not respond in time. */
function isOutage(thrown: unknown): boolean {
  return JsonApiError.is(thrown) && Number(thrown.status) > 500;
}

/**
 * Releases the key of a request that failed. If the store fails as well, the key stays in use until the lease ends: the client must
 * receive the first failure, not that of the store.
 */
async function release(
  { idempotency, fail }: KeyedWith,
  claim: IdempotencyClaim,
  thrown: unknown = undefined,
): Promise<void> {
  try {
    await idempotency.store.abandon(claim);
  } catch (failure) {
    // Reports the failure, unless it is the same outage. Its response is not sent.
    if (isOutage(thrown)) return;
    const message =
      'The idempotency key of a failed request could not be released. It stays in use until its lease ends.';
    // The error of a driver alone does not say that a key is concerned.
    await fail(JsonApiError.is(failure) ? failure : new Error(message, { cause: failure }));
  }
}

/** Takes the key of a request. If the store fails, it can have taken the key nevertheless. */
async function take(keyed: KeyedWith, claim: IdempotencyClaim): Promise<'taken' | TakenKey> {
  try {
    return await keyed.idempotency.store.begin(claim, keyed.operation.call);
  } catch (error) {
    await release(keyed, claim, error);
    throw error;
  }
}

/**
 * Runs a request in a transaction of the store: both its write and its response are stored, or neither. An error that is thrown
 * undoes the write. A response that an endpoint returns is kept whatever its status, like the writes before it.
 */
async function runShared(keyed: KeyedWith, claim: IdempotencyClaim, begin: RunResponse): Promise<JsonApiResponse> {
  const { operation, idempotency } = keyed;
  const { store, keyRules } = idempotency;
  const commits = collectCommitWork(operation.call);
  const repeats = { hasOverreached: false };
  const inside = async (call: SourceCall): Promise<JsonApiResponse> => {
    const mayShare = !repeats.hasOverreached;
    const response = await keyed.run(operation.with({ call: commits.enter(call), keyRules, repeats }));
    if (mayShare && repeats.hasOverreached) throw new Error('Operations that shared calls run again, each alone.');
    // If it is too late to respond, it is too late to commit.
    assertNotAborted(call);
    await store.complete(claim, storedOf(response), call);
    return response;
  };
  let response: JsonApiResponse;
  try {
    response = await begin(inside, operation.call).catch((thrown: unknown) => {
      if (repeats.hasOverreached) return begin(inside, operation.call);
      throw thrown;
    });
  } catch (thrown) {
    // If the commit failed with an unknown result, the key can already have its response: then this changes nothing.
    await release(keyed, claim, thrown);
    throw thrown;
  }
  commits.committed();
  await noteCommit(keyed);
  return response;
}

/**
 * Runs a request whose write does not join the store. Releases the key only of a request that was rejected before it wrote
 * anything. After an unexpected failure, it is unknown whether anything was written.
 */
async function runApart(keyed: KeyedWith, claim: IdempotencyClaim): Promise<JsonApiResponse> {
  const { operation, idempotency, fail, hasWritten } = keyed;
  const { store } = idempotency;
  let response: JsonApiResponse;
  let isReturned = false;
  try {
    response = await keyed.run(operation.with({ keyRules: idempotency.keyRules }));
    isReturned = true;
  } catch (thrown) {
    response = await fail(thrown);
  }
  // If the client disconnected, it is unknown whether the write succeeded: the key stays in use until it expires.
  if (!isReturned && response.status === CLIENT_GONE) return response;
  if (isReturned || response.status >= 500 || hasWritten())
    await store.complete(claim, storedOf(response), operation.call);
  else await release(keyed, claim);
  return response;
}

/**
 * Runs a request once for each idempotency key. The server repeats the first response for the same request with the
 * same key.
 *
 * @throws {JsonApiError} 400, 409, or 422 for the key, and the errors of the request.
 */
export async function withIdempotencyKey(keyed: KeyedWith): Promise<JsonApiResponse> {
  const { idempotency, method, operation, types, own, write, sourceOf } = keyed;
  const exempted = own === undefined ? types : [own];
  if (!writing.has(method) || exempted.every((type) => idempotency.exempt.has(type))) return keyed.run(operation);
  const key = readIdempotencyKey(operation.request.received, needsKey(idempotency.required, method, own, write));
  if (key === undefined)
    return keyed.run(operation.route === undefined ? operation.with({ keyRules: idempotency.withoutKey }) : operation);
  const shares = isShared(idempotency, types.map(sourceOf));
  const { store } = idempotency;
  const run = store.transaction && keyed.limited(store.transaction.bind(store) as RunResponse, store.transactionGroup);
  const claim = await claimOf(keyed, key, shares);
  const begun = await take(keyed, claim);
  if (begun === 'taken') return shares && run !== undefined ? runShared(keyed, claim, run) : runApart(keyed, claim);
  if (!isSameRequest(begun.fingerprint, claim.fingerprint)) throw keyReused();
  if (begun.answer === undefined) throw keyInUse();
  return replay(keyed, begun.answer, begun.fingerprint === claim.fingerprint);
}
