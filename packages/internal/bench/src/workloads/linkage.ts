/** The same workloads through Linkage, called as an application calls it: with fresh options each time. */
import * as core from '@linkage/core';
import { blogOf, compoundOptions } from './apis.ts';
import { articleAttributes } from './article.ts';
import type { FlatArticle } from './data.ts';
import { baseUrl, inputOf, type Workload } from './workload.ts';

export const compoundApi = blogOf(core);

const flatApi = core.defineApi({ articles: { attributes: articleAttributes } });

const flatOptions = () => ({ jsonapi: { version: '1.1' } }) as const;
const linkOptions = () => ({ jsonapi: { version: '1.1' }, baseUrl }) as const;

/** The text that `serialize` gives. */
export function serializeByLinkage(workload: Workload): string {
  const { kind } = workload;
  const options = kind === 'compound' ? compoundOptions() : workload.withLinks ? linkOptions() : flatOptions();
  const api = kind === 'compound' ? compoundApi : flatApi;
  return core.serialize(api as typeof flatApi, 'articles', inputOf(workload) as never, options as never);
}

/** The stream that `serializeStream` gives of flat articles. */
export function streamByLinkage(records: AsyncIterable<FlatArticle> | Iterable<FlatArticle>): core.DocumentStream {
  return core.serializeStream(flatApi, 'articles', records, flatOptions());
}

/** The linked objects that `deserialize` makes of a string. */
export function readByLinkage(text: string): readonly object[] {
  return core.deserialize(JSON.parse(text), { collection: true }).data;
}
