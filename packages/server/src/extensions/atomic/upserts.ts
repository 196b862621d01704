import { JsonApiError } from '@linkage/core';
import { type AtomicOperation, type Awaitable, markRead, ownMembers, parseCreateNow } from '@linkage/core/internal';
import type { EndpointRequest } from '../server-extension.ts';

/** Whether the user can read the resource that an operation adds: it exists already. */
export async function exists(
  inside: EndpointRequest,
  { target: { type } }: AtomicOperation,
  id: string,
): Promise<boolean> {
  try {
    await inside.execute({ method: 'GET', target: { type, id } });
    return true;
  } catch (thrown) {
    if (JsonApiError.is(thrown) && thrown.status === 404) return false;
    throw thrown;
  }
}

/** Returns the resource of an update in place of that of a creation, whose `lid` an update does not have. */
export function updateOf(data: unknown): unknown {
  const { lid: _, ...resource } = ownMembers(data);
  return resource;
}

/**
 * Checks that the document of an upsert that updates is valid as a creation, too: otherwise, its success would depend on what exists.
 *
 * @throws {JsonApiError} As for a creation, also 403 if the type does not have client-generated ids.
 */
export function assertCreation(
  { api, limits }: EndpointRequest,
  { target: { type }, pointer }: AtomicOperation,
  data: unknown,
): Awaitable<unknown> {
  return parseCreateNow(api, type, markRead({ data }), { ...limits, base: pointer });
}

function isTaken(thrown: unknown): thrown is JsonApiError {
  return JsonApiError.is(thrown) && thrown.errors.some(({ code }) => code === 'RESOURCE_EXISTS');
}

/** The facts that a run of operations tells the next one about its upserts. */
export class Upserts {
  /** The upsert that failed, because another request has created its resource, or the user cannot read it. Undefined if `runAgain` has looked at it. */
  #lost: AtomicOperation | undefined;

  /** Notes the error of an upsert. */
  noteLost(operation: AtomicOperation, thrown: unknown): void {
    this.#lost = isTaken(thrown) ? operation : undefined;
  }

  /** Whether the operations can succeed in another transaction: it finds the resource, and updates it. */
  async runAgain(request: EndpointRequest): Promise<boolean> {
    const lost = this.#lost;
    this.#lost = undefined;
    return lost !== undefined && exists(request, lost, ownMembers(lost.data)['id'] as string);
  }

  /** Adds `Retry-After` to the error of an upsert, if it can succeed later. */
  withRetry(thrown: unknown): unknown {
    if (this.#lost === undefined || !isTaken(thrown)) return thrown;
    return new JsonApiError(thrown.errors, { status: thrown.status, headers: { 'Retry-After': '1' }, cause: thrown });
  }
}
