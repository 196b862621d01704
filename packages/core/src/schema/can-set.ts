/** The kind of a request that sets fields of a resource. A request at the URL of a relationship updates it. */
export type WriteRequest = 'create' | 'update';

/** Whether requests of this kind can set a field. */
export function canSet({ write }: { readonly write: boolean | WriteRequest }, request: WriteRequest): boolean {
  return write === true || write === request;
}

/** The other side of a relationship, if requests cannot set the relationship because of it: both contain the same links. */
export interface ClosingSide {
  readonly type: string;
  readonly relationship: string;
  /** Whether a precondition is needed, which only requests to the other side can have. Otherwise, the other side is read-only. */
  readonly needsIfMatch: boolean;
}

/** Returns the reason why requests of this kind cannot set a field, as the end of a sentence. */
export function readOnlyReason({
  write,
  closedBy,
}: {
  readonly write: boolean | WriteRequest;
  readonly closedBy?: ClosingSide | undefined;
}): string {
  if (closedBy !== undefined) {
    const { type, relationship, needsIfMatch } = closedBy;
    const why = needsIfMatch ? 'can be changed only there, with `If-Match`' : 'cannot be changed there either';
    return `is read-only: \`${type}.${relationship}\` contains the same links, which ${why}`;
  }
  if (write === 'create') return 'can be set only when the resource is created';
  return write === 'update' ? 'cannot be set when the resource is created' : 'is read-only';
}
