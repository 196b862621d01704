import { formatMediaType, validateDocument } from '@linkage/core';
import { atomicExtension } from '@linkage/core/atomic';
import { expect } from 'vitest';
import type { JsonApiResponse } from '../src/http.ts';
import type { Server } from '../src/pipeline/server.ts';
import type { AnyDocument } from './support.ts';

/** The media type of requests with operations, and of their responses. */
export const atomicType = formatMediaType({ extensions: [atomicExtension.uri], profiles: [] });

/** A response to operations, its document parsed and checked. */
export interface AtomicAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly document: AnyDocument;
  readonly results: readonly AnyDocument[];
  /** Each error as its code with its source: `NOT_FOUND /atomic:operations/0/ref`. */
  readonly problems: readonly string[];
}

function resolves(document: unknown, pointer: string): boolean {
  let value = document;
  for (const segment of pointer.split('/').slice(1)) {
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return true;
}

/** Checks what holds for every response to operations. */
export function readAtomicAnswer(response: JsonApiResponse, sent: unknown): AtomicAnswer {
  const { status, headers, body } = response;
  const document: AnyDocument = body === undefined ? undefined : JSON.parse(body);
  if (document !== undefined && status !== 415) {
    expect(headers['Content-Type']).toBe(atomicType);
    expect(validateDocument(document, { as: 'response', extensions: [atomicExtension] }).issues).toBeUndefined();
  }
  const errors: readonly AnyDocument[] = document?.errors ?? [];
  for (const { source } of errors) {
    if (source?.pointer !== undefined) expect(resolves(sent, source.pointer), source.pointer).toBe(true);
  }
  const problems = errors.map(({ code, source = {} }) => [code, ...Object.values(source)].join(' '));
  return { status, headers, document, results: document?.['atomic:results'] ?? [], problems };
}

/** Sends operations, or a document, and checks what holds for every response. */
export async function operate(
  server: Pick<Server, 'handle'>,
  given: readonly unknown[] | object,
  headers: Readonly<Record<string, string>> = {},
  url = '/operations',
): Promise<AtomicAnswer> {
  const sent = Array.isArray(given) ? { 'atomic:operations': given } : given;
  const common = { accept: atomicType, 'content-type': atomicType, ...headers };
  const response = await server.handle({ method: 'POST', url, headers: common, body: JSON.stringify(sent) });
  return readAtomicAnswer(response, sent);
}
