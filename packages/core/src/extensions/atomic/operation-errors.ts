import { withPointers } from '../../error/pointers-below.ts';
import type { ErrorObject } from '../../spec/document/error-object.ts';
import type { AtomicOperation } from './operation.ts';

type Members = Readonly<Record<string, unknown>>;

function memberIn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Members)[name]
    : undefined;
}

/**
 * Returns a pointer, or its closest ancestor that exists in the document. The client can have sent `lid` instead of
 * `id`.
 */
function resolvedPointer(document: unknown, pointer: string): string {
  let value = document;
  let resolved = '';
  for (const segment of pointer.split('/').slice(1)) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    const next = memberIn(value, name);
    if (next === undefined) {
      return name === 'id' && memberIn(value, 'lid') !== undefined ? `${resolved}/lid` : resolved;
    }
    value = next;
    resolved += `/${segment}`;
  }
  return resolved;
}

/** Returns the pointer for an error about the complete operation. */
function placeOf({ code }: ErrorObject, { pointer, targetMember, target }: AtomicOperation): string {
  if (code === 'PRECONDITION_FAILED' || code === 'HEADER_INVALID') return `${pointer}/meta/ifMatch`;
  if (code !== 'NOT_FOUND') return pointer;
  const named = `${pointer}/${targetMember}`;
  return targetMember !== 'href' && target.lid !== undefined ? `${named}/lid` : named;
}

/** Changes the error of an operation so that every pointer refers to the request document. */
export function operationError(thrown: unknown, operation: AtomicOperation, document: unknown): unknown {
  return withPointers(thrown, (pointer, error) => {
    const isWhole = pointer === undefined || pointer === operation.pointer;
    return resolvedPointer(document, isWhole ? placeOf(error, operation) : pointer);
  });
}
