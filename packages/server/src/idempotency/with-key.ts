import { fieldOf } from '@linkage/core/records';
import type { JsonApiResponse } from '../http.ts';
import type { AnySource } from '../source/any-source.ts';
import { collectCommitWork } from '../source/commit-work.ts';
import type { SourceCall } from '../source/data-source.ts';
import type { IdempotencyClaim, StoredAnswer, TakenKey } from '../source/idempotency-store.ts';
import type { DryRun } from './dry-run.ts';
import { fingerprintOf, isSameRequest } from './fingerprint.ts';
import { keyInUse, keyReused, readIdempotencyKey } from './idempotency-key.ts';
import type { Idempotency } from './idempotency-options.ts';
import type { Fail, KeyedRequest } from './keyed-request.ts';
import { assertVisible } from './still-visible.ts';

/** A request, and the parts that its key requires. */
interface KeyedWith extends KeyedRequest {
  readonly idempotency: Idempotency;
  readonly dryRun: DryRun;
}

const writing: ReadonlySet<string> = new Set(['POST', 'PATCH', 'DELETE']);
const writes = ['create', 'update', 'delete', 'relate'] as const;
/** The additional time of a request's lease, in milliseconds. */
const MARGIN = 1000;
/** The status of requests whose client disconnected. */
const CLIENT_GONE = 499;
/** The lease of a request without a time limit, in milliseconds. */
const LONG = 60_000;

/** Whether every write of a request joins the transactions of the store. */
function isShared({ store }: Idempotency, sources: readonly (AnySource | undefined)[]): boolean {
  const scope = fieldOf(store, 'transactionScope');
  if (fieldOf(store, 'transaction') === undefined || scope === undefined) return false;
  return sources
    .filter((source) => writes.some((name) => source?.[name] !== undefined))
    .every((source) => source?.transaction !== undefined && source.transactionScope === scope);
}

async function claimOf(keyed: KeyedWith, key: string, shares: boolean): Promise<IdempotencyClaim> {
  const { idempotency, request, method, shared } = keyed;
  const { requestTime } = shared.setup.limits;
  const now = Date.now();
  const keepUntil = new Date(now + idempotency.milliseconds);
  const lease = new Date(now + (requestTime > 0 ? requestTime + MARGIN : LONG));
  return Object.freeze({
    scope: String(idempotency.scope(shared.call.context)),
    key,
    owner: crypto.randomUUID(),
    fingerprint: await fingerprintOf(request, method, shared.setup.api),
    // Separately from the write: the response can be missing although the write succeeded. A second run could repeat
    // the write.
    leaseUntil: shares ? lease : keepUntil,
    keepUntil,
  });
}

function isKept({ status }: JsonApiResponse): boolean {
  return status >= 200 && status < 300;
}

function storedOf(response: JsonApiResponse): StoredAnswer {
  const { status, headers } = response;
  return { status, headers: { ...headers }, body: fieldOf(response, 'body') as string | undefined };
}

/** Repeats the response to an earlier request, if the caller is still allowed to make the request. */
async function replay(
  { shared, run, dryRun }: KeyedWith,
  answer: StoredAnswer,
  hasSameFields: boolean,
): Promise<JsonApiResponse> {
  const { setup, call } = shared;
  if (setup.access !== undefined) {
    await dryRun.assertPermitted(() => run(shared));
    const sight = { api: setup.api, shown: setup.sourceOf, all: dryRun.sourceOf, hasSameFields };
    await assertVisible(answer, sight, call);
  }
  const { status, headers } = answer;
  const body = fieldOf(answer, 'body') as string | undefined;
  return { status, headers: { ...headers, 'Idempotency-Replayed': 'true' }, ...(body === undefined ? {} : { body }) };
}

/**
 * Releases the key of a request that failed. If the store fails as well, the key stays in use until the lease ends: the client must
 * receive the first failure, not that of the store.
 */
async function release({ store }: Idempotency, claim: IdempotencyClaim, fail: Fail): Promise<void> {
  try {
    await store.abandon(claim);
  } catch (failure) {
    // Reports the failure. Its response is not sent.
    await fail(failure);
  }
}

/** Takes the key of a request. If the store fails, it can have taken the key nevertheless. */
async function take(
  { idempotency, shared }: KeyedWith,
  claim: IdempotencyClaim,
  fail: Fail,
): Promise<'taken' | TakenKey> {
  try {
    return await idempotency.store.begin(claim, shared.call);
  } catch (error) {
    await release(idempotency, claim, fail);
    throw error;
  }
}

type RunResponse = (run: (call: SourceCall) => Promise<JsonApiResponse>, call: SourceCall) => Promise<JsonApiResponse>;

/** Runs a request in a transaction of the store: both its write and its response are stored, or neither. */
async function runShared(keyed: KeyedWith, claim: IdempotencyClaim, fail: Fail): Promise<JsonApiResponse> {
  const { shared, run, idempotency } = keyed;
  const { store } = idempotency;
  const begin = store.transaction?.bind(store) as RunResponse;
  const commits = collectCommitWork(shared.call);
  const inside = async (call: SourceCall): Promise<JsonApiResponse> => {
    const response = await run({ ...shared, call: commits.enter(call) });
    // If it is too late to respond, it is too late to commit.
    call.signal.throwIfAborted();
    if (isKept(response)) await store.complete(claim, storedOf(response), call);
    return response;
  };
  let response: JsonApiResponse | undefined;
  try {
    response = await begin(inside, shared.call);
    commits.committed();
    return response;
  } finally {
    // If the commit failed with an unknown result, the key can already have its response: then this call changes
    // nothing.
    if (response === undefined || !isKept(response)) await release(idempotency, claim, fail);
  }
}

/**
 * Runs a request whose write does not join the store. After an unexpected failure, it is unknown whether anything was
 * written.
 */
async function runApart(keyed: KeyedWith, claim: IdempotencyClaim, fail: Fail): Promise<JsonApiResponse> {
  const { shared, run, idempotency } = keyed;
  const { store } = idempotency;
  let response: JsonApiResponse;
  try {
    response = await run(shared);
  } catch (thrown) {
    response = await fail(thrown);
  }
  // If the client disconnected, it is unknown whether the write succeeded: the key stays in use until it expires.
  if (response.status === CLIENT_GONE) return response;
  if (isKept(response) || response.status >= 500) await store.complete(claim, storedOf(response), shared.call);
  else await release(idempotency, claim, fail);
  return response;
}

/**
 * Runs a request once for each idempotency key. The server repeats the first response for the same request with the
 * same key.
 *
 * @throws {JsonApiError} 400, 409, or 422 for the key, and the errors of the request.
 */
export async function withIdempotencyKey(keyed: KeyedWith, fail: Fail): Promise<JsonApiResponse> {
  const { idempotency, request, method, shared, run, types, dryRun } = keyed;
  if (!writing.has(method) || types.every((type) => idempotency.exempt.has(type))) return run(shared);
  const key = readIdempotencyKey(request, idempotency.required.has(method));
  if (key === undefined) return run(shared);
  const shares = isShared(idempotency, types.map(dryRun.sourceOf));
  const claim = await claimOf(keyed, key, shares);
  const begun = await take(keyed, claim, fail);
  if (begun === 'taken') return shares ? runShared(keyed, claim, fail) : runApart(keyed, claim, fail);
  if (!isSameRequest(begun.fingerprint, claim.fingerprint)) throw keyReused();
  if (begun.answer === undefined) throw keyInUse();
  return replay(keyed, begun.answer, begun.fingerprint === claim.fingerprint);
}
