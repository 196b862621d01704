import { logFailure as log } from '@linkage/core/internal';

/** Writes a failure of the server to the console, with the id in the response. */
export function logFailure(error: unknown, id: string): void {
  log(error, id);
}
