import type { MetaObject } from '../../document/meta-object.ts';

/** What an operation adds, updates, or removes: a collection, a resource, or a relationship. */
export interface OperationTarget {
  readonly type: string;
  /** Undefined for a resource to add, and for one that an earlier operation creates. */
  readonly id: string | undefined;
  /** The local id of a resource that an earlier operation creates. */
  readonly lid: string | undefined;
  readonly relationship: string | undefined;
}

/** The member of an operation that names its target. */
export type TargetMember = 'ref' | 'href' | 'data';

/** An operation whose form is right: its data is not checked against the schemas of attributes yet. */
export interface AtomicOperation {
  readonly op: 'add' | 'update' | 'remove';
  /** The JSON Pointer to the operation: `/atomic:operations/0`. */
  readonly pointer: string;
  readonly target: OperationTarget;
  readonly targetMember: TargetMember;
  /** A resource object or linkage as the request has it; undefined for an operation that removes a resource. */
  readonly data: unknown;
  readonly meta: MetaObject | undefined;
}
