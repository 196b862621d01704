import type { Exchange } from '../target/exchange.ts';
import type { World } from './world.ts';

const SECRET = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key'];

function hidden(
  headers: Readonly<Record<string, string>>,
  secret: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secret.has(name) ? '(hidden)' : value]),
  );
}

/** Returns an exchange for a report, which people publish: without the values of credentials, and of header fields of the samples. */
export function redact({ samples }: World, { request, response, failure }: Exchange): Exchange {
  const secret = new Set([...SECRET, ...Object.keys(samples.headers ?? {}).map((name) => name.toLowerCase())]);
  return {
    request: { ...request, headers: hidden(request.headers, secret) },
    response: response === undefined ? undefined : { ...response, headers: hidden(response.headers, secret) },
    failure,
  };
}
