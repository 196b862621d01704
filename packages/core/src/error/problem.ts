import type { ErrorObject, ErrorSource } from '../document/error-object.ts';
import type { MetaObject } from '../document/meta-object.ts';
import { type ErrorCode, errorCodes } from './error-code.ts';

interface ProblemOptions {
  readonly source?: ErrorSource;
  readonly meta?: MetaObject;
}

/** An error object of a known code: status and title come from the table of codes. */
export function problem(code: ErrorCode, detail: string, options: ProblemOptions = {}): ErrorObject {
  const { status, title } = errorCodes[code];
  return Object.freeze({
    status: String(status),
    code,
    title,
    detail,
    ...(options.source === undefined ? {} : { source: Object.freeze({ ...options.source }) }),
    ...(options.meta === undefined ? {} : { meta: Object.freeze({ ...options.meta }) }),
  });
}
