import type { Awaitable } from '@linkage/core/internal';
import type { JsonApiRequest, JsonApiResponse } from '../http.ts';
import type { Server } from './server.ts';

type Answer = (request: never) => Awaitable<JsonApiResponse>;

// By the function, so that an application that replaces `handle` by a function of its own has it called.
const immediate = new WeakMap<Server<never>['handle'], Answer>();

/** Declares what a `handle` calls, without the promise. Returns the `handle`. */
export function answersNow<Request extends JsonApiRequest>(
  handle: Server<Request>['handle'],
  answer: (request: Request) => Awaitable<JsonApiResponse>,
): Server<Request>['handle'] {
  immediate.set(handle, answer);
  return handle;
}

/** Responds to a request like `server.handle`, but without a promise if everything that the response requires answers at once. Never throws or rejects. */
export function handleNow<Request extends JsonApiRequest>(
  server: Pick<Server<Request>, 'handle'>,
  request: Request,
): Awaitable<JsonApiResponse> {
  const answer = immediate.get(server.handle) as ((request: Request) => Awaitable<JsonApiResponse>) | undefined;
  return answer === undefined ? server.handle(request) : answer(request);
}
