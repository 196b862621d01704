import { requestErrors, requestMessagesOfHosts } from '../error/chapters/request-errors.ts';
import { errorIn, JsonApiError } from '../error/json-api-error.ts';
import { pickMembers } from '../internal/members.ts';

/** The members of an error of the framework, for example of `http-errors` or of a body parser. */
interface HostError {
  readonly status: unknown;
  readonly statusCode: unknown;
  readonly headers: unknown;
  readonly type: unknown;
  /** Whether the client can know the error, for `http-errors`. */
  readonly expose: unknown;
}

const members = ['status', 'statusCode', 'headers', 'type', 'expose'] as const;

/** The status of an error of `http-errors`, as middleware throws it; undefined for any other value. */
function statusOf({ status, statusCode }: HostError): number | undefined {
  const isErrorStatus = (status: unknown): status is number =>
    Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599;
  return [status, statusCode].find(isErrorStatus);
}

/** The headers of an error of `http-errors`, such as `WWW-Authenticate`. */
function headersOf({ headers }: HostError): Readonly<Record<string, string>> {
  if (typeof headers !== 'object' || headers === null) return {};
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** The responses to bodies that a body parser rejects, by the `type` of its error. */
const bodyErrors: ReadonlyMap<unknown, 'INVALID_JSON.body' | 'BODY_TOO_LARGE.body'> = new Map([
  ['entity.parse.failed', 'INVALID_JSON.body'],
  ['entity.too.large', 'BODY_TOO_LARGE.body'],
]);

/** Returns undefined if the thrown value does not have the status of an HTTP error. */
function withStatus(
  thrown: unknown,
  titles: Readonly<Record<number, string | undefined>> | undefined,
): JsonApiError | undefined {
  if (JsonApiError.is(thrown)) return thrown;
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  const error: HostError = pickMembers(thrown as HostError, members);
  const status = statusOf(error);
  // Routers add the status to the error of decoding the path. Without it, the application decoded another string.
  if (status === 400 && thrown instanceof URIError) {
    return new JsonApiError(errorIn(requestMessagesOfHosts, 'URL_INVALID.encoding', {}), { cause: thrown });
  }
  const known = bodyErrors.get(error.type);
  if (known !== undefined) return new JsonApiError(errorIn(requestErrors, known, {}), { cause: thrown });
  // The errors of many libraries have the status of a response that they received.
  if (status === undefined || (titles === undefined && error.expose !== true)) return undefined;
  const title = titles?.[status] ?? 'The request failed';
  const options = { headers: headersOf(error), cause: thrown };
  return new JsonApiError({ status: String(status), title }, options);
}

/**
 * Converts an error of the framework to a `JsonApiError`, with its status and headers, but without its message. A value that
 * does not have a status stays as it is. If it cannot be read, returns the error of reading it.
 *
 * @param titles Titles by status. Undefined if the value can come from elsewhere: then it must say that clients can know it.
 */
export function readHostError(thrown: unknown, titles?: Readonly<Record<number, string | undefined>>): unknown {
  try {
    return withStatus(thrown, titles) ?? thrown;
  } catch (failure) {
    return failure;
  }
}
