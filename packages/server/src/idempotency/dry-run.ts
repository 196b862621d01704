import { JsonApiError } from '@linkage/core';
import type { AnySource } from '../source/any-source.ts';

/** Sources that reject writes, so that access rules are called but nothing changes. */
export interface DryRun {
  readonly sourceOf: (type: string) => AnySource | undefined;
  /**
   * Runs a request until it would write.
   *
   * @throws {JsonApiError} 401 or 403 if the caller is not allowed to make the request.
   */
  readonly assertPermitted: (run: () => Promise<unknown>) => Promise<void>;
}

/** Thrown instead of a write: everything before it was allowed. */
const WOULD_WRITE = Symbol('would write');
const writes = ['create', 'update', 'delete', 'relate'] as const;

/** Wraps the sources of one request. */
export function createDryRun(sourceOf: DryRun['sourceOf']): DryRun {
  let isDry = false;
  const guard = (source: AnySource): AnySource => {
    const guarded = writes.flatMap((name) => {
      const write = source[name] as ((...args: readonly unknown[]) => unknown) | undefined;
      if (write === undefined) return [];
      const value = (...args: readonly unknown[]): unknown => {
        if (isDry) throw WOULD_WRITE;
        return write.apply(source, args as unknown[]);
      };
      return [[name, { __proto__: null, value }] as const];
    });
    // Methods of a source can be read-only, so they cannot be assigned.
    return Object.create(source, Object.fromEntries(guarded)) as AnySource;
  };
  return {
    sourceOf(type) {
      const source = sourceOf(type);
      return source && guard(source);
    },
    async assertPermitted(run) {
      isDry = true;
      try {
        await run();
      } catch (thrown) {
        // Ignore other errors: they did not occur when the server first responded to the request.
        if (JsonApiError.is(thrown) && (thrown.status === 401 || thrown.status === 403)) throw thrown;
      } finally {
        isDry = false;
      }
    },
  };
}
