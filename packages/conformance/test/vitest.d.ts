import type { DocumentMatchers } from '../src/vitest.ts';

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> extends DocumentMatchers<R> {
    /** The value that is matched. */
    readonly '~subject'?: T;
  }
}
