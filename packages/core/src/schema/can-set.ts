/** The kind of a request that sets fields of a resource. A request at the URL of a relationship updates it. */
export type WriteRequest = 'create' | 'update';

/** Whether requests of this kind can set a field. */
export function canSet({ write }: { readonly write: boolean | WriteRequest }, request: WriteRequest): boolean {
  return write === true || write === request;
}

/** Returns the reason why requests of this kind cannot set a field, as the end of a sentence. */
export function readOnlyReason({ write }: { readonly write: boolean | WriteRequest }): string {
  if (write === 'create') return 'can be set only when the resource is created';
  return write === 'update' ? 'cannot be set when the resource is created' : 'is read-only';
}
