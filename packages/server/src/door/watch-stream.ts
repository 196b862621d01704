import type { AnySource } from '../sources/any-source.ts';
import type { SourceCall, StreamQuery } from '../sources/data-source.ts';
import { ownQuery } from '../sources/own-query.ts';
import { recordBatches } from '../sources/record-batches.ts';
import type { CallWatch } from './call-watch.ts';

/**
 * Calls the `stream` method of a source when its first records are read: counts and traces the call, and limits the time of
 * each batch.
 */
export async function* watchStream(
  watch: CallWatch,
  type: string,
  source: AnySource,
  query: StreamQuery,
  call: SourceCall,
): AsyncGenerator<readonly object[], void, undefined> {
  const { deadline, sourceTime } = watch;
  const where = `${type}.stream`;
  deadline.check();
  const span = watch.startCall(type, 'stream');
  const open = () => source.stream?.(ownQuery(query), call) ?? [];
  let failed = false;
  try {
    const batches = recordBatches(
      () => (span === undefined ? open() : span.run(open)),
      where,
      (work) => deadline.wait(work, sourceTime, where),
    );
    for await (const batch of batches) {
      yield batch;
      deadline.check();
    }
  } catch (error) {
    failed = true;
    throw error;
  } finally {
    span?.end({ failed });
  }
}
