import type { DriverError } from '../failures/violation.ts';

/**
 * Why a statement failed although there is nothing wrong with it: it can succeed when the whole transaction runs again
 * (`conflict`), the database cannot be used at the moment (`unavailable`), the connection is lost (`lost`), it took too long
 * (`timeout`), or the account of the server lacks a right (`denied`). Only after a conflict it is certain that nothing was written.
 */
export type Fault = 'conflict' | 'unavailable' | 'lost' | 'timeout' | 'denied';

/** Codes of the operating system for a connection that cannot be made or is lost. */
const lost: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'EACCES', 'ENOTCONN', 'EMFILE'],
]);

/** Whether the operating system could not make or keep the connection. */
export function isLostConnection({ code }: DriverError): boolean {
  return lost.has(code);
}
