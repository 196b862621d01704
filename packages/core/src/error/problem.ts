import type { ErrorObject, ErrorSource } from '../document/error-object.ts';
import type { MetaObject } from '../document/meta-object.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import { type ErrorCode, errorCodes } from './error-code.ts';

interface ProblemOptions {
  readonly source?: ErrorSource;
  readonly meta?: MetaObject;
}

const optionsTable: OptionTable = optionTable({ source: 'object', meta: 'object' });
const sourceTable: OptionTable = optionTable({ pointer: 'string', parameter: 'string', header: 'string' }, 'member');

/** An error object of a known code: status and title come from the table of codes. */
export function problem(code: ErrorCode, detail: string, options: ProblemOptions = {}): ErrorObject {
  const { source, meta } = readOptions('problem', options, optionsTable);
  if (source !== undefined) readOptions('problem: source', source, sourceTable);
  const { status, title } = errorCodes[code];
  return Object.freeze({
    status: String(status),
    code,
    title,
    detail,
    ...(source === undefined ? {} : { source: Object.freeze({ ...source }) }),
    ...(meta === undefined ? {} : { meta: Object.freeze({ ...meta }) }),
  });
}
