import type { Place } from '../request/overload/admission.ts';
import { type Deadline, startTimer } from './deadline.ts';

/**
 * Returns a deadline that frees the place of a request when the request has ended and its source calls have, too: a source can
 * ignore that its client disconnected, and its work still loads the server. The place is free at the latest after the time limit of
 * a request, so a source that never responds does not occupy it for good.
 */
export function holdPlace(place: Place, deadline: Deadline, requestTime: number): Deadline {
  const started = performance.now();
  let pending = 0;
  let isOver = false;
  let timer: ReturnType<typeof startTimer>;
  const leave = (): void => {
    if (timer !== undefined) clearTimeout(timer);
    place.leave();
  };
  const settle = (): void => {
    pending--;
    if (isOver && pending === 0) leave();
  };
  return {
    ...deadline,
    wait(work, milliseconds, what) {
      pending++;
      // Some thenables start their work at each call of `then`.
      const once = Promise.resolve(work);
      once.then(settle, settle);
      return deadline.wait(once, milliseconds, what);
    },
    end() {
      deadline.end();
      isOver = true;
      if (pending === 0) return leave();
      if (requestTime === 0 || requestTime === Number.POSITIVE_INFINITY) return;
      const rest = requestTime - (performance.now() - started);
      // The timer of the request can fire up to a millisecond early.
      if (rest < 1) leave();
      else timer = startTimer(leave, rest);
    },
  };
}
