import type { MetaObject } from '../../spec/document/links-object.ts';

/** The target of an operation: a collection, a resource, or a relationship. */
export interface OperationTarget {
  readonly type: string;
  /** Undefined for a resource to add, and for a resource that an earlier operation creates. */
  readonly id: string | undefined;
  /** The local id of a resource that an earlier operation creates. */
  readonly lid: string | undefined;
  readonly relationship: string | undefined;
}

/** The member of an operation that names its target. */
export type TargetMember = 'ref' | 'href' | 'data';

/** An operation with a valid form. Its data is not validated against the attribute schemas yet. */
export interface AtomicOperation {
  readonly op: 'add' | 'update' | 'remove';
  /** The JSON Pointer to the operation: `/atomic:operations/0`. */
  readonly pointer: string;
  readonly target: OperationTarget;
  readonly targetMember: TargetMember;
  /** The resource object or linkage in the request, or undefined for an operation that removes a resource. */
  readonly data: unknown;
  readonly meta: MetaObject | undefined;
}
