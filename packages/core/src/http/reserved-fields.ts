/** The origin of header fields that the server itself does not add: its option `headers`, an endpoint, or an error. */
type Origin = 'application' | 'endpoint' | 'error';

const everyone: readonly Origin[] = ['application', 'endpoint', 'error'];

/** The header fields that only the server sets, in lower case, and who must not set them. The server joins the names in `Vary`. */
const reserved: ReadonlyMap<string, readonly Origin[]> = new Map([
  ...['cache-control', 'content-type'].map((name) => [name, everyone] as const),
  // They describe how a payload is sent.
  ...['connection', 'content-encoding', 'content-length'].map((name) => [name, everyone] as const),
  ...['trailer', 'transfer-encoding', 'upgrade'].map((name) => [name, everyone] as const),
  ['vary', ['endpoint', 'error']],
  ...['accept-encoding', 'accept-patch', 'accept-post', 'allow'].map((name) => [name, ['application']] as const),
  ...['content-location', 'date', 'etag', 'location'].map((name) => [name, ['application']] as const),
  ['preference-applied', ['application']],
]);

/** Whether only the server sets a header field, whose name can have any letter case. */
export function isReservedField(name: string, origin: Origin): boolean {
  return reserved.get(name.toLowerCase())?.includes(origin) === true;
}
