import { validateDocument } from '@linkage/core';
import { atomicExtension } from '@linkage/core/atomic';
import { cursorProfile } from '@linkage/core/cursor-pagination';
import type { JsonApiRequest, JsonApiResponse } from '@linkage/server';
import { findLeak } from '../../../core/test/leak-markers.ts';

const MEDIA_TYPE = /^application\/vnd\.api\+json(?:; ?(?:ext|profile)="[^"]+")*$/;

/** Everything of a request that the server can show its client. */
function textOf({ method, url, headers, body }: JsonApiRequest): string {
  const payload = typeof body === 'string' || body === undefined ? body : new TextDecoder().decode(body);
  return [method, url, ...Object.keys(headers), ...Object.values(headers).flat(), payload].join('\n');
}

/** Whether a JSON Pointer leads to a value of the request document. */
function resolves(value: unknown, pointer: string): boolean {
  let at = value;
  for (const segment of pointer.split('/').slice(1)) {
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return false;
    at = (at as Record<string, unknown>)[key];
  }
  return true;
}

function findWrongPointer(document: unknown, request: JsonApiRequest): string | undefined {
  const errors = (document as { readonly errors?: readonly { readonly source?: { readonly pointer?: string } }[] })
    .errors;
  for (const error of errors ?? []) {
    const pointer = error.source?.pointer;
    if (pointer === undefined) continue;
    const text = typeof request.body === 'string' ? request.body : new TextDecoder().decode(request.body);
    if (!resolves(JSON.parse(text.replace(/^\ufeff/, '')), pointer))
      return `the pointer ${pointer} does not lead to a value`;
  }
  return undefined;
}

/** Returns what is wrong with a response of a server, or undefined. */
export function checkResponse(request: JsonApiRequest, { status, headers, body }: JsonApiResponse): string | undefined {
  if (status >= 500 || status < 200) return `status ${status}: ${body?.slice(0, 300)}`;
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[ -~]*$/.test(value)) return `the header ${name} contains ${JSON.stringify(value).slice(0, 80)}`;
  }
  const leak = findLeak(`${body ?? ''}\n${Object.values(headers).join('\n')}`, () => textOf(request));
  if (leak !== undefined) return `leaks ${leak}`;
  if (body === undefined) return undefined;
  if (!MEDIA_TYPE.test(headers['Content-Type'] ?? '')) return `the media type is ${headers['Content-Type']}`;
  const document: unknown = JSON.parse(body);
  const isAtomic = headers['Content-Type']?.includes('ext=') === true;
  const { issues } = validateDocument(document, {
    as: 'response',
    sparseFieldsets: true,
    extensions: isAtomic ? [atomicExtension] : [],
    profiles: headers['Content-Type']?.includes('cursor-pagination') === true ? [cursorProfile] : [],
  });
  if (issues !== undefined) return `not valid: ${issues[0]?.pointer} ${issues[0]?.message}`;
  return findWrongPointer(document, request);
}
