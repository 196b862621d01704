import type { Selection, SourceCall, SourceRecord } from '../port/data-source.ts';

/** The members of a call that determine which rows it returns, and how it locks them. */
export type Asked = Pick<SourceCall, 'conditions' | 'forUpdate' | 'keepsRecords'>;

/** A type, and the fields that its source declares to store. */
export type OfType = readonly [type: string, stored: ReadonlySet<string>];

/** The facts that are known about one resource. */
export interface Known {
  /** Null if the resource does not exist. Undefined if only the results of conditions are known. */
  record: SourceRecord | null | undefined;
  /** The fields and the lock with which the record was read. */
  selection: Selection;
  lock: number;
  readonly stored: OfType[1];
  /** Whether it matches conditions. The conditions of a `read` rule are one array for a whole request. */
  readonly matches: Map<Asked['conditions'], boolean>;
}
