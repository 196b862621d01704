import type { RuledRequest } from '../rules/context.ts';
import type { VisibleSource } from '../rules/permitted.ts';
import type { SourceCall } from '../sources/port/data-source.ts';

/** The members of an operation that calls of sources require. */
export interface ReadingOperation {
  readonly request: RuledRequest;
  readonly call: SourceCall;
}

/** The source of the type in the URL, and its call. */
export interface SourceToCall {
  readonly source: VisibleSource;
  readonly call: SourceCall;
}
