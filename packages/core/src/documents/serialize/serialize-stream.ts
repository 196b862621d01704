import { unchanged } from '../../internal/finish.ts';
import type { Api } from '../../schema/api.ts';
import type { TypeName } from '../../schema/infer.ts';
import { typeNames } from '../../schema/resource-type.ts';
import type { FieldsOf, Fitting } from '../build/build-document.ts';
import { readBuildOptions } from '../build/build-options.ts';
import { settleEnvelope } from '../build/check-options.ts';
import type { ResourceRecord } from '../record/record.ts';
import { documentChunks } from './document-chunks.ts';
import { createDocumentStream, type DocumentStream } from './document-stream.ts';
import { createRecordSource } from './record-source.ts';
import { createResourceStream } from './resource-stream.ts';
import { type AnyStreamOptions, closingText, earlyOptions, openingText, type StreamOptions } from './stream-options.ts';

/** The records from which a document can be streamed. */
export type StreamedRecords<A extends Api, Type extends TypeName<A>, Options, Given> =
  | AsyncIterable<Fitting<Given, ResourceRecord<A, Type, FieldsOf<Options>>>>
  | Iterable<Fitting<Given, ResourceRecord<A, Type, FieldsOf<Options>>>>;

/**
 * Returns the JSON text of a document whose primary data is an array, in chunks of about 64 Ki characters. Records
 * arrive one at a time and are not kept. The text equals the result of `serialize` for the same records. Reads no
 * record before the reader requests a chunk, and closes `records` if the reader stops. If an error occurs later than
 * this call, the stream fails with the error, and the text so far is not valid JSON.
 *
 * `included` follows the last record. Until then, the stream keeps all ids, to detect duplicates, and the related
 * records. If several records describe one resource, it keeps only records that add fields. For a resource of the
 * primary data, only its own record is used. `links` and `meta` can be functions: they are called after the last
 * record, and their members are at the end of the document.
 *
 * @param types The type of the primary data. For records of mixed types, an array of types; each record then must
 * contain its `type`.
 * @throws {TypeError} If an option would violate the specification. While reading: if a record violates a rule, for
 * example because it does not have an id or occurs twice.
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
  const checked = readBuildOptions('serializeStream', options) as AnyStreamOptions;
  const early = earlyOptions(checked);
  const resources = createResourceStream(api.rows ?? api, typeNames(api, types), early);
  const envelope = settleEnvelope(early, true, unchanged);
  const source = createRecordSource(records as AsyncIterable<object>);
  const chunks = documentChunks(source, resources, openingText(envelope), closingText(checked, envelope));
  return createDocumentStream(chunks, source.close);
}
