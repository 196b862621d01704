import type { ResourceParts } from '../compound/write-resource.ts';
import { itemStrings } from './item-strings.ts';
import { createRecordSource, type RecordSource } from './record-source.ts';
import type { ResourceStream } from './resource-stream.ts';

/**
 * Yields the chunks of a document. Only the last chunk closes the document, so an interrupted document is not valid
 * JSON.
 */
export async function* documentChunks(
  source: RecordSource<object>,
  { add, included }: ResourceStream,
  opening: string,
  closing: () => Promise<string>,
): AsyncGenerator<string, void, undefined> {
  // Text that is written with the next resources, because brackets alone do not make a chunk.
  let ahead = opening;
  try {
    for await (const text of itemStrings(source, add)) {
      yield ahead + text;
      ahead = ',';
    }
    if (source.isClosed()) return;
    ahead = ahead === ',' ? ']' : `${ahead}]`;
    if (included !== undefined) {
      ahead += ',"included":[';
      for await (const text of itemStrings(createRecordSource(included()), (resource: ResourceParts) => resource)) {
        yield ahead + text;
        ahead = ',';
      }
      ahead = ahead === ',' ? ']' : `${ahead}]`;
    }
    yield ahead + (await closing());
  } catch (error) {
    // Report the first error, not an error of closing the source.
    await source.close().catch(() => undefined);
    throw error;
  }
}
