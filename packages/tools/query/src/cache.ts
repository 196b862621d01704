/** The parts of TanStack Query that this package calls, as structures: an application can have several copies of its core. */

/** A query of a cache. */
export interface CachedQuery {
  readonly queryKey: readonly unknown[];
  readonly state: {
    readonly data?: unknown;
    readonly dataUpdatedAt: number;
    readonly dataUpdateCount: number;
    readonly isInvalidated: boolean;
    readonly fetchStatus: string;
  };
  readonly promise: Promise<unknown> | undefined;
  isActive(): boolean;
}

/** A mutation of a cache. */
export interface CachedMutation {
  readonly options: { readonly mutationKey?: readonly unknown[] };
  readonly state: {
    readonly status: string;
    readonly variables?: unknown;
    readonly context?: unknown;
    readonly data?: unknown;
  };
}

/** The state of a mutation in a cache. */
export interface MutationEvent {
  readonly type: string;
  readonly mutation?: CachedMutation | undefined;
}

/** The `QueryClient` of TanStack Query. */
export interface Cache {
  getQueryCache(): { getAll(): readonly CachedQuery[] };
  getMutationCache(): {
    getAll(): readonly CachedMutation[];
    subscribe(listener: (event: MutationEvent) => void): () => void;
  };
  getQueryData(key: readonly unknown[]): unknown;
  setQueryData(key: readonly unknown[], data: unknown, options?: { readonly updatedAt?: number }): unknown;
  cancelQueries(filters: { predicate(query: CachedQuery): boolean }): Promise<void>;
  invalidateQueries(filters: { predicate(query: CachedQuery): boolean; readonly refetchType?: 'none' }): Promise<void>;
  removeQueries(filters: { readonly queryKey: readonly unknown[]; readonly exact: boolean }): void;
}
