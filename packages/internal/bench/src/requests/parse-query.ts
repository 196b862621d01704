import * as core from '@linkage/core';
import { compare, type Task } from '../measuring/harness.ts';
import { comparisonTable, type Part, type RunOptions, type Table } from '../measuring/table.ts';
import { filteredQueryText, queriedOf, queryText } from '../workloads/apis.ts';

const api = queriedOf(core);

/** Reading the query parameters of a request; the first task is what the others are related to. */
export const parseQueryTasks: readonly Task[] = [
  { name: 'new URLSearchParams of the text', run: () => new URLSearchParams(queryText) },
  { name: 'parseQuery: 3 paths, 3 fieldsets, sort, page', run: () => core.parseQuery(api, 'articles', queryText) },
  { name: 'parseQuery: the same with two filters', run: () => core.parseQuery(api, 'articles', filteredQueryText) },
];

/** The part of the topic `requests` that is about query parameters. */
export const parseQueryPart: Part = { name: 'parse-query', run: measure };

async function measure({ isQuick }: RunOptions): Promise<Table> {
  const pace = { rounds: isQuick ? 3 : 9, milliseconds: isQuick ? 20 : 50, batch: 100 };
  return comparisonTable(
    '`parseQuery`, in relation to `new URLSearchParams` of the same text',
    await compare(parseQueryTasks, pace),
    [],
  );
}
