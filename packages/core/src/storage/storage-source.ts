import type { ConditionOrGroup, SortField } from '../query/query.ts';
import type { FilterOperator } from '../schema/filter-operator.ts';
import type { PathTerm } from './path-condition.ts';
import type { StorageWrites } from './storage-writes.ts';

type Conditions = readonly ConditionOrGroup<PathTerm>[];

/** The part of `SourceCall` of `@linkage/server` that sources of a storage use. */
export interface StorageCall {
  readonly signal: AbortSignal;
  readonly transaction?: unknown;
  readonly forUpdate?: boolean | undefined;
  readonly readable?: ReadonlySet<string> | undefined;
  readonly conditions?: Conditions | undefined;
}

/** `Selection` of `@linkage/server`. */
export interface StorageSelection {
  readonly attributes: ReadonlySet<string>;
  readonly relationships: ReadonlySet<string>;
  readonly include?: ReadonlyMap<string, StorageSelection & { readonly atMost: number }> | undefined;
}

/** `CollectionQuery` of `@linkage/server`. */
export interface StoragePageQuery {
  readonly filter: Conditions;
  readonly sort: readonly SortField[];
  readonly page: { readonly offset: number; readonly limit: number };
  readonly selection: StorageSelection;
  readonly total: boolean;
}

/** `RelatedQuery` of `@linkage/server`. */
export type StorageRelatedQuery =
  | StoragePageQuery
  | {
      readonly page?: undefined;
      readonly atMost: number;
      readonly selection: StorageSelection;
      readonly filter?: Conditions | undefined;
      readonly pagePerParent?: { readonly offset: number; readonly limit: number } | undefined;
    };

/** A record of a source: an id, and fields. */
export type StorageRecord = Readonly<Record<string, unknown>> & { readonly id: string | number | bigint };

/** A page of records, with the number of all if it was requested. */
export interface StoragePage<Member> {
  readonly records: readonly Member[];
  readonly total?: number;
}

/** `RelationshipStorage` of `@linkage/server`: where the links of a relationship are, and which relationships share them. */
export interface LinkStorage {
  readonly storedIn: 'record' | 'related' | 'apart';
  readonly inverses: readonly { readonly type: string; readonly relationship: string }[];
}

/** A data source of `@linkage/server` for one resource type. */
export interface StorageSource extends StorageWrites<StorageRecord, StorageCall> {
  readonly list: (query: StoragePageQuery, call: StorageCall) => Promise<StoragePage<StorageRecord>>;
  readonly find: (
    ids: readonly string[],
    selection: StorageSelection,
    call: StorageCall,
  ) => Promise<readonly StorageRecord[]>;
  readonly related: (
    relationship: string,
    parentIds: readonly string[],
    query: StorageRelatedQuery,
    call: StorageCall,
  ) => Promise<ReadonlyMap<string, StoragePage<StorageRecord | StorageRecord['id']>>>;
  readonly appliesConditions: {
    readonly methods: readonly ((...given: never) => unknown)[];
    readonly types: readonly string[];
    readonly operators?: readonly FilterOperator[];
    readonly groups?: boolean;
  };
  readonly readsParameters: readonly {
    readonly methods: readonly ((...given: never) => unknown)[];
    readonly names: readonly string[];
  }[];
  readonly loadsIncludes: boolean;
  /** Where relationships are stored. Only sources over tables state it. */
  readonly storage?: Readonly<Record<string, LinkStorage>>;
  readonly transactionScope: unknown;
  readonly transaction: <Result, Call extends StorageCall>(
    run: (call: Call) => Promise<Result>,
    call: Call,
  ) => Promise<Result>;
}
