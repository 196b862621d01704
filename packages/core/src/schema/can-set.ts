import { fieldReasons } from '../error/chapters/shared-messages.ts';
import { type MessagePart, messagePart } from '../error/message-part.ts';

/** The kind of a request that sets fields of a resource. A request at the URL of a relationship updates it. */
export type WriteRequest = 'create' | 'update';

/** Whether requests of this kind can set a field. */
export function canSet({ write }: { readonly write: boolean | WriteRequest }, request: WriteRequest): boolean {
  return write === true || write === request;
}

/** The inverse of a relationship, if requests cannot set the relationship because of it: both contain the same links. */
export interface ClosingSide {
  readonly type: string;
  readonly relationship: string;
  /** Whether a precondition is needed, which only requests to the inverse relationship can have. Otherwise, the inverse relationship is read-only. */
  readonly needsIfMatch: boolean;
}

/** Returns the reason why requests of this kind cannot set a field. */
export function readOnlyReason({
  write,
  closedBy,
}: {
  readonly write: boolean | WriteRequest;
  readonly closedBy?: ClosingSide | undefined;
}): MessagePart {
  if (closedBy !== undefined) {
    const { type, relationship, needsIfMatch } = closedBy;
    const key = needsIfMatch ? 'reason.onlyOnInverse' : 'reason.onNoSide';
    return messagePart(fieldReasons, key, { side: `${type}.${relationship}` });
  }
  const key = write === 'create' ? 'onlyOnCreation' : write === 'update' ? 'notOnCreation' : 'readOnly';
  return messagePart(fieldReasons, `reason.${key}`, {});
}
