import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import type { ErrorObject, ErrorSource } from '../spec/document/error-object.ts';
import type { MetaObject } from '../spec/document/links-object.ts';
import { type ErrorCode, errorTable } from './chapters/error-table.ts';

interface ErrorObjectOptions {
  readonly source?: ErrorSource;
  readonly meta?: MetaObject;
}

const optionsTable: OptionTable = optionTable({ source: 'object', meta: 'object' });
const sourceTable: OptionTable = optionTable({ pointer: 'string', parameter: 'string', header: 'string' }, 'member');

/** Maximum length of a query parameter's name in an error source, in characters. */
const MAX_PARAMETER_LENGTH = 100;

/**
 * Returns at most 100 characters of the name of a parameter: the client chose the name, and every error repeats it.
 * Shortens the name instead of omitting it, because an error of a query parameter must contain it. An ellipsis marks a
 * shortened name (https://jsonapi.org/format/1.1/#error-objects).
 */
export function truncateName(parameter: string): string {
  if (parameter.length <= MAX_PARAMETER_LENGTH) return parameter;
  const beginning = parameter.slice(0, MAX_PARAMETER_LENGTH - 1).replace(/[\ud800-\udbff]$/, '');
  return `${beginning}…`;
}

/** Returns the source of an error with the shortened name of its parameter. */
export function boundedSource(source: ErrorSource | undefined): ErrorSource | undefined {
  if (source === undefined) return undefined;
  const { parameter } = readOptions('errorObject: source', source, sourceTable);
  return parameter === undefined ? source : { ...source, parameter: truncateName(parameter) };
}

/** The status and the title of a code. */
export interface ErrorFacts {
  readonly status: number;
  readonly title: string;
}

/**
 * Like `errorObject`, but for a code of one chapter of the table, so that bundlers drop the other chapters. Does not
 * check `source`.
 */
export function chapterErrorObject<Code extends ErrorCode>(
  chapter: Readonly<Record<Code, ErrorFacts>>,
  code: Code,
  detail: string,
  source?: ErrorSource,
  others?: object,
): ErrorObject {
  const { status, title } = chapter[code];
  return Object.freeze({
    status: String(status),
    code,
    title,
    detail,
    ...(source && { source: Object.freeze({ ...source }) }),
    ...others,
  });
}

/** An error with a code of your application. */
export interface ApplicationError {
  /** The code, such as `OUT_OF_STOCK`. */
  readonly code: string;
  /** The HTTP status, 400 to 599. */
  readonly status: number;
  /** A short summary, the same for every occurrence. */
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
  readonly source?: ErrorSource | undefined;
  readonly meta?: MetaObject | undefined;
}

const applicationTable: OptionTable = optionTable(
  { code: 'string', status: 'number', title: 'string', detail: 'string', source: 'object', meta: 'object' },
  'member',
);

function applicationErrorObject(given: ApplicationError): ErrorObject {
  const { code, status, title, detail, source, meta } = readOptions('errorObject', given, applicationTable);
  if (typeof code !== 'string' || code === '') throw new TypeError('errorObject: `code` is required.');
  if (!Number.isInteger(status) || status < 400 || status > 599) {
    throw new TypeError(`errorObject: \`status\` must be a whole number from 400 to 599, but it is ${status}.`);
  }
  return Object.freeze({
    status: String(status),
    code,
    ...(title === undefined ? {} : { title }),
    ...(detail === undefined ? {} : { detail }),
    ...(source && { source: Object.freeze({ ...boundedSource(source) }) }),
    ...(meta === undefined ? {} : { meta: Object.freeze({ ...meta }) }),
  });
}

/**
 * Creates an error object with a known code, whose status and title come from the table of codes, or with a code of your
 * application. Shortens `source.parameter` to 100 characters; the last of them is then an ellipsis.
 *
 * @throws {TypeError} If a member is unknown, or the status of an error of your application is not 400 to 599.
 */
export function errorObject(error: ApplicationError): ErrorObject;
export function errorObject(code: ErrorCode, detail: string, options?: ErrorObjectOptions): ErrorObject;
export function errorObject(
  code: ErrorCode | ApplicationError,
  detail = '',
  options: ErrorObjectOptions = {},
): ErrorObject {
  if (typeof code !== 'string') return applicationErrorObject(code);
  const { source, meta } = readOptions('errorObject', options, optionsTable);
  return chapterErrorObject(
    errorTable,
    code,
    detail,
    boundedSource(source),
    meta && { meta: Object.freeze({ ...meta }) },
  );
}
