import type { ServerDescription } from '@linkage/server';

/** The two descriptions, and the day for dates of deprecations. */
export interface Versions {
  readonly before: ServerDescription;
  readonly after: ServerDescription;
  readonly today: string;
}
