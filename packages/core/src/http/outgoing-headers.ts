import { describeValue } from '../internal/describe-value.ts';
import { isObject } from '../internal/members.ts';

/** The origin of headers that the server itself does not add: its option `headers`, an endpoint, or an error. */
type Origin = 'application' | 'endpoint' | 'error';

const everyone: readonly Origin[] = ['application', 'endpoint', 'error'];

/** The headers that only the server sets, in lower case, and who must not set them. The server joins the names in `Vary`. */
const reserved: ReadonlyMap<string, readonly Origin[]> = new Map([
  ...['cache-control', 'content-type'].map((name) => [name, everyone] as const),
  // They describe how a body is sent.
  ...['connection', 'content-encoding', 'content-length'].map((name) => [name, everyone] as const),
  ...['trailer', 'transfer-encoding', 'upgrade'].map((name) => [name, everyone] as const),
  ['vary', ['endpoint', 'error']],
  ...['accept-encoding', 'accept-patch', 'accept-post', 'allow'].map((name) => [name, ['application']] as const),
  ...['content-location', 'date', 'etag', 'location'].map((name) => [name, ['application']] as const),
  ['preference-applied', ['application']],
]);

/** Whether only the server sets a header, whose name can have any letter case. */
export function isReservedField(name: string, origin: Origin): boolean {
  return reserved.get(name.toLowerCase())?.includes(origin) === true;
}

/** Whether a value is the name of a header: a token (RFC 9110, section 5.6.2). */
function isFieldName(name: unknown): boolean {
  return typeof name === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(name);
}

/** @throws {TypeError} If an option contains something else than names of headers. */
export function checkFieldNames(where: string, option: string, names: readonly unknown[]): void {
  const wrong = names.findIndex((name) => !isFieldName(name));
  if (wrong < 0) return;
  const found = describeValue(names[wrong]);
  throw new TypeError(`${where}: \`${option}\` must contain names of headers, but it contains ${found}.`);
}

/** Whether a header can be sent: its name is a token, and its value printable ASCII. */
export function canSend(name: string, value: unknown): value is string {
  return isFieldName(name) && typeof value === 'string' && /^[ -~]*$/.test(value);
}

/**
 * Returns the headers of an endpoint, without those that the server sets itself.
 *
 * @param where The endpoint, for the beginning of messages.
 * @throws {TypeError} If a name or a value cannot be sent.
 */
export function endpointHeaders(headers: unknown, where: string): Readonly<Record<string, string>> {
  if (headers === undefined) return {};
  if (!isObject(headers)) throw new TypeError(`${where} must return \`headers\` as an object.`);
  const fields = Object.entries(headers).filter(([name, value]) => value !== undefined && !isReserved(name));
  for (const [name, value] of fields)
    if (!canSend(name, value))
      throw new TypeError(
        `${where} must return headers with valid names and strings of printable ASCII, but not ${JSON.stringify(name)}.`,
      );
  return Object.fromEntries(fields) as Readonly<Record<string, string>>;
}

/** Endpoints add names to `Vary`, so it is kept. */
const isReserved = (name: string): boolean => name.toLowerCase() !== 'vary' && isReservedField(name, 'endpoint');

/**
 * Returns the headers of a `JsonApiError`, without those that the server sets itself.
 *
 * @throws {TypeError} If a name or a value cannot be sent. The cause is the `JsonApiError`.
 */
export function outgoingHeaders(thrown: { readonly headers: unknown }): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(thrown.headers ?? {}) as [string, unknown][]) {
    if (isReservedField(name, 'error')) continue;
    const text = typeof value === 'number' ? String(value) : value;
    if (!canSend(name, text)) {
      const message = `JsonApiError: the header ${JSON.stringify(name)} must have a valid name and a string of printable ASCII as its value.`;
      throw new TypeError(message, { cause: thrown });
    }
    headers[name] = text;
  }
  return headers;
}
