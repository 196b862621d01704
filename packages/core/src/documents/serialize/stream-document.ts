import { unchanged } from '../../internal/finish.ts';
import type { Api } from '../../schema/api.ts';
import { resourceType } from '../../schema/resource-type.ts';
import { createRenderContext } from '../build/assemble.ts';
import { type AnyBuildOptions, readBuildOptions } from '../build/build-options.ts';
import { settleEnvelope } from '../build/check-options.ts';
import { resourcePlan } from '../compound/resource-plan.ts';
import { type ResourceParts, writeResource } from '../compound/write-resource.ts';
import { idOf } from '../record/record-id.ts';
import { documentChunks } from './document-chunks.ts';
import { createDocumentStream, type DocumentStream } from './document-stream.ts';
import { createRecordSource } from './record-source.ts';
import { type AnyStreamOptions, closingText, earlyOptions, openingText } from './stream-options.ts';
import { createStreamedIds } from './streamed-ids.ts';

/** A record of a resource, and its type. */
export interface TypedRecord {
  readonly type: string;
  readonly record: object;
}

/** The records of a streamed document. */
export interface DocumentRecords {
  readonly type: string;
  /** The records of the primary data. */
  readonly primary: AsyncIterable<object>;
  /**
   * The included resources, each once and without those of the primary data. Called after the last record of the primary data.
   * Undefined if the document has no `included`.
   */
  readonly included: (() => AsyncIterable<TypedRecord>) | undefined;
}

/**
 * Streams a document like `serializeStream`, for a user that follows the include paths itself: related resources in
 * records only become linkage. Keeps only the ids of the primary data.
 *
 * @throws {TypeError} If an option would violate the specification. While reading: if a record violates a rule.
 */
export function streamDocument(api: Api, records: DocumentRecords, options: AnyStreamOptions): DocumentStream {
  const { type, primary, included } = records;
  const checked = readBuildOptions('streamDocument', options) as AnyStreamOptions;
  const early: AnyBuildOptions = earlyOptions(checked);
  const context = createRenderContext(api, early, 'text');
  const ids = createStreamedIds();
  const render = (name: string, record: object, isPrimary: boolean): ResourceParts => {
    const plan = resourcePlan(context.documentPlan, resourceType(api, name));
    const id = idOf(plan.type, record);
    if (isPrimary) ids.add(name, id);
    return writeResource(context, plan, id, record, undefined);
  };
  async function* renderIncluded(open: () => AsyncIterable<TypedRecord>): AsyncGenerator<ResourceParts> {
    for await (const { type: name, record } of open()) yield render(name, record, false);
  }
  const resources = {
    add: (record: object) => render(type, record, true),
    included: included && (() => renderIncluded(included)),
  };
  const envelope = settleEnvelope(early, true, unchanged);
  const source = createRecordSource<object>(primary);
  const chunks = documentChunks(source, resources, openingText(envelope), closingText(checked, envelope));
  return createDocumentStream(chunks, source.close);
}
