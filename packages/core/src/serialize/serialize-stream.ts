import type { FieldsOf, Fitting } from '../build/build-document.ts';
import { readBuildOptions } from '../build/build-options.ts';
import { settleEnvelope } from '../build/check-options.ts';
import type { ResourceObject } from '../document/resource-object.ts';
import { asMade } from '../internal/finish.ts';
import type { ResourceRecord } from '../record/record.ts';
import type { Api } from '../schema/api.ts';
import type { TypeName } from '../schema/infer.ts';
import { typeNames } from '../schema/resource-type.ts';
import { createDocumentStream, type DocumentStream } from './document-stream.ts';
import { itemTexts } from './item-texts.ts';
import { createRecordSource, type RecordSource } from './record-source.ts';
import { createResourceStream, type ResourceStream } from './resource-stream.ts';
import { type AnyStreamOptions, closingText, earlyOptions, openingText, type StreamOptions } from './stream-options.ts';

/** The records that a document can be streamed of. */
export type StreamedRecords<A extends Api, Type extends TypeName<A>, Options, Given> =
  | AsyncIterable<Fitting<Given, ResourceRecord<A, Type, FieldsOf<Options>>>>
  | Iterable<Fitting<Given, ResourceRecord<A, Type, FieldsOf<Options>>>>;

/** Only the very last chunk closes the document, so that what is broken off can not be taken for one. */
async function* documentChunks(
  source: RecordSource<object>,
  { add, included }: ResourceStream,
  opening: string,
  closing: () => Promise<string>,
): AsyncGenerator<string, void, undefined> {
  // What goes out with the next resources, or after the last: brackets alone are no chunk.
  let ahead = opening;
  try {
    for await (const text of itemTexts(source, add)) {
      yield ahead + text;
      ahead = ',';
    }
    if (source.isClosed()) return;
    ahead = ahead === ',' ? ']' : `${ahead}]`;
    if (included !== undefined) {
      ahead += ',"included":[';
      for await (const text of itemTexts(createRecordSource(included()), (made: ResourceObject) => made)) {
        yield ahead + text;
        ahead = ',';
      }
      ahead = ahead === ',' ? ']' : `${ahead}]`;
    }
    yield ahead + (await closing());
  } catch (error) {
    // What went wrong first is what the reader has to know.
    await source.close().catch(() => undefined);
    throw error;
  }
}

/**
 * The JSON text of a document whose primary data is an array, in chunks of about 64 Ki characters, from records that
 * come one at a time and are not kept. It is the text that `serialize` gives of the same records. Nothing is taken from
 * `records` before the reader asks for it, and a reader that stops ends them. What goes wrong later than this call,
 * breaks the stream off with the error; the text so far does not parse.
 *
 * `included` follows after the last record; what is kept for it are the related records, and of several copies of one
 * those that know more than the copies before. Of a resource that is primary data only its own record counts. `links`
 * and `meta` may be functions: these are called after the last record, and their members stand at the end.
 *
 * @param types The type of the primary data; for records of mixed types a list, and each record says its `type`.
 * @throws {TypeError} An option would break the specification; while reading: a record breaks a rule, for instance it
 * has no id or is given twice.
 * @see https://jsonapi.org/format/1.1/#document-structure
 */
export function serializeStream<
  A extends Api,
  Type extends TypeName<A>,
  const Options extends StreamOptions<A, Type>,
  Given extends object,
>(
  api: A,
  types: Type | readonly Type[],
  records: StreamedRecords<A, Type, Options, Given>,
  options: Options = {} as Options,
): DocumentStream {
  const given = readBuildOptions('serializeStream', options) as AnyStreamOptions;
  const early = earlyOptions(given);
  const resources = createResourceStream(api, typeNames(api, types), early);
  const envelope = settleEnvelope(early, true, asMade);
  const source = createRecordSource<object>(records);
  const chunks = documentChunks(source, resources, openingText(envelope), closingText(given, envelope));
  return createDocumentStream(chunks, source.close);
}
