/** The same workloads through Linkage, called as an application calls it: with fresh options each time. */
import * as core from '@linkage/core';
import { blogOf, compoundOptions } from './apis.ts';
import { articleAttributes } from './article-attributes.ts';
import type { FlatArticle, Person } from './data.ts';
import { baseUrl, inputOf, type Workload } from './workload.ts';

export const compoundApi = blogOf(core);

export const flatApi = core.defineApi({ articles: { attributes: articleAttributes } });

export const flatOptions = () => ({ jsonapi: { version: '1.1' } }) as const;
export const linkOptions = () => ({ jsonapi: { version: '1.1' }, baseUrl }) as const;

type Write<Result> = (api: never, type: 'articles', records: never, options: object) => Result;

/** Calls `serialize` or `buildDocument` with a workload. */
function write<Result>(call: Write<Result>, workload: Workload): Result {
  const { kind } = workload;
  const options = kind === 'compound' ? compoundOptions() : workload.withLinks ? linkOptions() : flatOptions();
  return call((kind === 'compound' ? compoundApi : flatApi) as never, 'articles', inputOf(workload) as never, options);
}

/** The text that `serialize` gives. */
export const serializeByLinkage = (workload: Workload): string => write(core.serialize, workload);

/** The frozen document that `buildDocument` gives. */
export const buildByLinkage = (workload: Workload): object => write(core.buildDocument, workload);

/** The stream that `serializeStream` gives of flat articles. */
export function streamByLinkage(records: AsyncIterable<FlatArticle> | Iterable<FlatArticle>): core.DocumentStream {
  return core.serializeStream(flatApi, 'articles', records, flatOptions());
}

/** The same with the authors included. */
export function streamAuthoredByLinkage(
  records: AsyncIterable<FlatArticle & { readonly author: Person }>,
): core.DocumentStream {
  return core.serializeStream(compoundApi, 'articles', records, { jsonapi: { version: '1.1' }, include: ['author'] });
}

/** The linked objects that `deserialize` makes of a text. */
export function readByLinkage(text: string): readonly object[] {
  return core.deserialize(JSON.parse(text), { collection: true }).data;
}
