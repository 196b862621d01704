import type { Api } from '@linkage/core';
import type { DataSource } from './data-source.ts';
import type { Sides } from './sides.ts';

/** A data source without the types of an API. */
export type AnySource = DataSource<Api, string, unknown>;

/** The part of the server's setup that sources require: the API, and the source of each type. */
export interface SourceSetup {
  readonly api: Api;
  readonly sourceOf: (type: string) => AnySource | undefined;
  /** The relationships that contain the same links. */
  readonly sides: Sides;
}
