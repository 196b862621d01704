import type { DocumentMatchers } from '../src/vitest.ts';

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void>, T> extends DocumentMatchers<R> {}
}
