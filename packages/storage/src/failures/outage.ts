import { retryLater } from './source-errors.ts';
import { driverErrors } from './violation.ts';

/** Codes of the operating system for a connection that cannot be made or is lost, and those of Prisma and of drivers of MySQL. */
const codes: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'EACCES', 'ENOTCONN', 'EMFILE'],
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'PROTOCOL_CONNECTION_LOST', 'ER_CON_COUNT_ERROR'],
]);
/** SQLSTATE: connection exceptions, insufficient resources, interventions of an operator, servers that only read, and unknown completion. */
const states = /^(?:08|53|57P)[0-9A-Z]{2,3}$|^(?:25006|40003)$/;

function isOutage(error: unknown): boolean {
  for (const { code, errorCode } of driverErrors(error)) {
    for (const it of [code, errorCode])
      if (codes.has(it) || (typeof it === 'string' && it.length === 5 && states.test(it))) return true;
  }
  return false;
}

/** Returns the error for a client if the database cannot be reached. Otherwise, returns the error. */
export function outageError(error: unknown): unknown {
  return isOutage(error) ? retryLater('SERVICE_UNAVAILABLE', error) : error;
}

/** Returns a method of a source that throws a 503 if the database cannot be reached. */
export function reportingOutages<Given extends readonly unknown[], Result>(
  method: (...given: Given) => Promise<Result>,
): (...given: Given) => Promise<Result> {
  return async (...given) => {
    try {
      return await method(...given);
    } catch (error) {
      throw outageError(error);
    }
  };
}
