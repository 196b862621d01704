import type { Api } from '@linkage/core';
import type { DataSource } from './data-source.ts';
import type { Sides } from './sides.ts';

/** A data source with the types of one API taken off. */
export type AnySource = DataSource<Api, string, unknown>;

/** What reading and writing takes of a server: the API, and the source of each type. */
export interface SourceSetup {
  readonly api: Api;
  readonly sourceOf: (type: string) => AnySource | undefined;
  /** Which relationships contain the same links. */
  readonly sides: Sides;
}
