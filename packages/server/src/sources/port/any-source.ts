import { type Action, actionNames } from './actions.ts';
import type { Can } from './can.ts';
import type { DataSource } from './data-source.ts';

/** A data source as the server uses it: without the types of an API, and with its statements as data. */
export interface AnySource
  extends Omit<
    DataSource,
    | 'appliesFilters'
    | 'readsParameters'
    | 'returnsWritten'
    | 'atomicWrites'
    | 'checksLinks'
    | 'comparesVersion'
    | 'versioned'
  > {
  readonly can: Can;
  /** Whether the version of a resource can be a hash of its record: the source declares none, or one that can depend on what the user cannot read. */
  readonly isHashed: boolean;
}

/** The methods of a source that write. */
export type WriteMethod = Action | 'createAll' | 'updateAll';
export const writeMethods: readonly WriteMethod[] = [...actionNames, 'createAll', 'updateAll'];

/** A source whose writes are known, but cannot be called: `permitted.ts` says who can. */
export type OfferedSource = Omit<AnySource, WriteMethod> & { readonly [Name in WriteMethod]?: unknown };
