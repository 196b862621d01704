import { STATUS_CODES } from 'node:http';
import { type ErrorObject, errorObject, JsonApiError } from '@linkage/core';
import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import { fieldOf } from '@linkage/core/records';
import type { Server } from '@linkage/server';
import { assertMountable, respondToError } from '@linkage/server/adapter';
import type { NodeNext, NodeRequest, NodeResponse } from './host-types.ts';
import { requestUrl } from './request-url.ts';
import { sendResponse } from './send-response.ts';

/** The options of `toErrorHandler`. */
export interface ErrorHandlerOptions {
  /** The path at the beginning of all URLs of the API, such as `/api`, as clients send it. Default "": everything. */
  readonly prefix?: string | undefined;
  /**
   * Receives any error with a status of 500 or more, or without a status, and the `id` of the error object in the response.
   * Default: `console.error`.
   */
  readonly onError?: ((error: unknown, id: string) => unknown) | undefined;
}

/** An error handler of Express and Connect. */
export type NodeErrorHandler = (error: unknown, request: NodeRequest, response: NodeResponse, next: NodeNext) => void;

const knownOptions: OptionTable = optionTable({ prefix: 'string', onError: 'function' });

/** The status of an error of `http-errors`, as middleware throws it; undefined for any other value. */
function statusOf(error: object): number | undefined {
  const isErrorStatus = (status: unknown): status is number =>
    Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599;
  return [fieldOf(error, 'status'), fieldOf(error, 'statusCode')].find(isErrorStatus);
}

/** The header fields of an error of `http-errors`, such as `WWW-Authenticate`. */
function headersOf(error: object): Readonly<Record<string, string>> {
  const headers = fieldOf(error, 'headers');
  if (typeof headers !== 'object' || headers === null) return {};
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

type OnError = NonNullable<ErrorHandlerOptions['onError']>;

/** The responses to payloads that a body parser of Express rejects, by the `type` of its error. */
const payloadErrors: ReadonlyMap<unknown, ErrorObject> = new Map([
  ['entity.parse.failed', errorObject('INVALID_JSON', 'The payload is not valid JSON.')],
  ['entity.too.large', errorObject('BODY_TOO_LARGE', 'The payload is larger than the server accepts.')],
]);

/** Reports a failure. Ignores errors of the hook: they must not prevent the response. */
function report(onError: OnError, failure: unknown, id: string): void {
  Promise.resolve()
    .then(() => onError(failure, id))
    .catch(() => undefined);
}

/**
 * Converts the error of a middleware to a `JsonApiError`, without its message. Returns undefined if the error does not
 * have a status.
 */
function withStatus(thrown: unknown, onError: OnError): JsonApiError | undefined {
  if (JsonApiError.is(thrown)) return thrown;
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  const known = payloadErrors.get(fieldOf(thrown, 'type'));
  if (known !== undefined) return new JsonApiError(known, { cause: thrown });
  const status = statusOf(thrown);
  if (status === undefined) return undefined;
  const title = STATUS_CODES[status] ?? 'The request failed';
  const options = { headers: headersOf(thrown), cause: thrown };
  if (status < 500) return new JsonApiError({ status: String(status), title }, options);
  const id = crypto.randomUUID();
  report(onError, thrown, id);
  return new JsonApiError({ id, status: String(status), title }, options);
}

/** Returns the error to respond to. If a thrown value cannot be read, returns the error of reading it: a 500 response. */
function readError(thrown: unknown, onError: OnError): unknown {
  try {
    return withStatus(thrown, onError) ?? thrown;
  } catch (failure) {
    return failure;
  }
}

/**
 * Creates an error handler for Express, Connect, and NestJS. On URLs of the API, it responds with an error document to
 * errors that middleware throws or passes to `next`. Register it after the routes. Errors outside the prefix, or after
 * a response has begun, go to the next error handler.
 *
 * A `JsonApiError` becomes the response. An error with a status from 400 to 599, such as those of `http-errors`, keeps
 * its status and header fields, but not its message. Any other error becomes a generic 500 error.
 *
 * @throws {TypeError} If `server` is not a server, the prefix does not begin with a slash or ends with one, or links
 * cannot begin with the `baseUrl` of the server.
 * @see https://expressjs.com/en/guide/error-handling.html
 * @example
 * ```ts
 * app.use(toNodeHandler(server, { prefix: '/api' }));
 * app.use(toErrorHandler(server, { prefix: '/api' }));
 * ```
 */
export function toErrorHandler(server: Server<never>, options: ErrorHandlerOptions = {}): NodeErrorHandler {
  // biome-ignore lint/suspicious/noConsole: an error that is not reported would be lost
  const { prefix = '', onError = console.error } = readOptions('toErrorHandler', options, knownOptions);
  assertMountable(server, prefix);
  // Express recognizes error handlers by their four parameters.
  return (error, request, response, next) => {
    if (requestUrl(request, prefix) === undefined || response.headersSent) next(error);
    else sendResponse(response, respondToError(readError(error, onError), onError));
  };
}
