import { isInProcess, markInProcess } from '../../sources/port/in-process.ts';
import { type IdempotencyOptions, MILLISECONDS_PER_HOUR, readIdempotency } from './idempotency-options.ts';
import type { KeyedRequest } from './keyed-request.ts';
import type { IdempotencyKeys } from './keyed-server.ts';
import { withIdempotencyKey } from './with-key.ts';

/**
 * Creates the keys of the option `idempotency` of `createServer`. If a client sends a write again with the same `Idempotency-Key`,
 * the server repeats the response.
 *
 * @throws {TypeError} If an option is unknown, missing, or invalid.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 * @example
 * const keys = idempotencyKeys({ store: createMemoryIdempotencyStore() });
 * const server = createServer(api, sources, { context, idempotency: { keys, user: (user) => user.id } });
 */
export function idempotencyKeys(options: IdempotencyOptions): IdempotencyKeys {
  const idempotency = readIdempotency(options);
  const keys = Object.freeze({
    exempt: Object.freeze([...idempotency.exempt]),
    hours: idempotency.milliseconds / MILLISECONDS_PER_HOUR,
    required: idempotency.required,
    answer: (keyed: KeyedRequest, server) => withIdempotencyKey({ ...keyed, ...server, idempotency }),
  } satisfies IdempotencyKeys);
  return isInProcess(idempotency.store) ? markInProcess(keys) : keys;
}
