import type { Exchange, SentRequest } from '../target/exchange.ts';
import { creatableAt, isEndpoint, methodOf } from './rejection.ts';
import type { GatewayState } from './state.ts';
import type { Leftover } from './tracked.ts';

/** Returns what a request may leave behind until its response is read; undefined if it creates nothing. */
export function sendingOf(state: GatewayState, request: SentRequest): Leftover | undefined {
  if (methodOf(request) !== 'POST') return undefined;
  const url = creatableAt(state, request.url)?.collection ?? (isEndpoint(state, request.url) ? request.url : undefined);
  if (url === undefined) return undefined;
  const reason = `POST ${request.url} may have created a resource: its response was not read.`;
  return { url, request: `GET ${url}`, reason };
}

/** A request without a response may have created a resource whose URL is unknown. */
export function noteSilent(state: GatewayState, { request, failure }: Exchange): void {
  const type = methodOf(request) === 'POST' ? creatableAt(state, request.url) : undefined;
  if (type === undefined) return;
  const { collection, name } = type;
  const reason = `POST ${collection} may have created a resource, but did not respond (${failure}).`;
  state.tracked.unproved.push({ type: name, url: collection, request: `GET ${collection}`, reason });
}
