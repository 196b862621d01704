import type {
  AppliedConditions,
  CollectionQuery,
  ParameterReads,
  RelatedQuery,
  RelationshipStorage,
  Selection,
  SourceCall,
  SourcePage,
  SourceRecord,
} from '@linkage/server';
import type { StorageWrites } from './storage-writes.ts';

/** A data source of `@linkage/server` for one resource type. */
export interface StorageSource extends StorageWrites<SourceRecord, SourceCall> {
  readonly list: (query: CollectionQuery, call: SourceCall) => Promise<SourcePage<SourceRecord>>;
  readonly find: (ids: readonly string[], selection: Selection, call: SourceCall) => Promise<readonly SourceRecord[]>;
  readonly related: (
    relationship: string,
    parentIds: readonly string[],
    query: RelatedQuery,
    call: SourceCall,
  ) => Promise<ReadonlyMap<string, SourcePage<SourceRecord | SourceRecord['id']>>>;
  readonly appliesConditions: AppliedConditions;
  readonly readsParameters: readonly ParameterReads[];
  readonly loadsIncludes: boolean;
  /** The storage of relationships. Only sources over tables state it. */
  readonly storage?: Readonly<Record<string, RelationshipStorage>>;
  readonly transactionScope: unknown;
  readonly transaction: <Result, Call extends SourceCall>(
    run: (call: Call) => Promise<Result>,
    call: Call,
  ) => Promise<Result>;
}
