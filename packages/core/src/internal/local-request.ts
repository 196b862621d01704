/** The headers that say who sent a request to a host of this machine, with their names in lower case. */
export interface LocalRequestFields {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly 'sec-fetch-site'?: string | readonly string[] | undefined;
  readonly 'sec-fetch-dest'?: string | readonly string[] | undefined;
  readonly 'service-worker'?: string | readonly string[] | undefined;
}

const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * Whether a request to a host that serves this machine only comes from its own page, or from a person: the name of the host is local, so no
 * other name leads to it, and no other origin sent it. A service worker of this host could read all later requests of the page, so no
 * script can become one.
 */
export function isLocalRequest(fields: LocalRequestFields): boolean {
  const { host = '', origin } = fields;
  const site = fields['sec-fetch-site'];
  const isSame = site === undefined || site === 'same-origin' || site === 'none';
  const isWorker = fields['service-worker'] !== undefined || fields['sec-fetch-dest'] === 'serviceworker';
  return LOCAL.test(host) && isSame && !isWorker && (origin === undefined || origin === `http://${host}`);
}
