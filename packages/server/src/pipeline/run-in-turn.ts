import { JsonApiError } from '@linkage/core';
import type { JsonApiResponse } from '../http.ts';
import { overloaded, type Place } from '../overload/admission.ts';
import type { Deadline } from './deadline.ts';

async function waitFor(turn: Promise<void>, place: Place, deadline: Deadline): Promise<void> {
  try {
    await deadline.wait(turn, 0, 'The wait for other requests');
    deadline.check();
  } catch (reason) {
    // Others can use the place while the response to this request is written.
    place.leave();
    // Nothing was carried out, which a 504 would not say.
    throw JsonApiError.is(reason) && reason.errors.at(0)?.code === 'TIMED_OUT' ? overloaded() : reason;
  }
}

/**
 * Runs a request when it is its turn. Waiting counts toward the time limit of the request, and ends if the client disconnects.
 *
 * @throws {JsonApiError} 503 if the server rejects the request, or its time limit ends before its turn.
 */
export async function runInTurn(
  place: Place,
  deadline: Deadline,
  run: () => Promise<JsonApiResponse>,
): Promise<JsonApiResponse> {
  if (place.state === 'rejected') throw overloaded();
  if (place.turn !== undefined) await waitFor(place.turn, place, deadline);
  return run();
}
