import type { JsonApiRequest } from '../http.ts';
import { headerOf } from '../request/headers.ts';

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns a hash that is equal for requests with the same method, target, media types, and body. */
export async function fingerprintOf(request: JsonApiRequest, method: string): Promise<string> {
  const { url, body = '' } = request;
  const head = [method, url, headerOf(request, 'content-type') ?? '', headerOf(request, 'accept') ?? ''];
  // As JSON, so that different lists produce different strings.
  const encoder = new TextEncoder();
  const start = encoder.encode(`${JSON.stringify(head)}\n`);
  const payload = typeof body === 'string' ? encoder.encode(body) : body;
  const bytes = new Uint8Array(start.length + payload.length);
  bytes.set(start);
  bytes.set(payload, start.length);
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
