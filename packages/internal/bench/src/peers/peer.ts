import type { Workload } from '../workloads/workload.ts';

/** A serializer that is ready to run on one workload. */
export interface PreparedSerializer {
  readonly run: () => string | Promise<string>;
  readonly isAsync?: boolean;
  /** The remark beside its name in the report. */
  readonly remark?: string;
}

/** A reader that is ready to run on any text. */
export interface PreparedReader {
  readonly run: (text: string) => unknown;
  readonly isAsync?: boolean;
  /** Finds the related resource where a reader wraps it. */
  readonly unwrap?: (value: unknown) => unknown;
}

/**
 * An adapter to another library, in the fastest configuration known that still gives the document. What a library asks
 * of its input (jsona: a `type` in each record) is prepared outside of the measured call.
 */
export interface Peer {
  readonly name: string;
  /** Undefined where the library cannot do what the workload asks for. */
  readonly serializer?: (
    workload: Workload,
  ) => PreparedSerializer | undefined | Promise<PreparedSerializer | undefined>;
  readonly reader?: () => PreparedReader | Promise<PreparedReader>;
}
