/** `parseCreate` of an ordinary request, compared with the unavoidable work: `JSON.parse` and the schemas' own time. */
import { parseCreate, parseCreateAsync } from '@linkage/core';
import { compare, type Task } from '../measuring/harness.ts';
import { comparisonTable, type Part, type RunOptions, type Table } from '../measuring/table.ts';
import { articleAttributes } from '../workloads/article-attributes.ts';
import { compoundApi } from '../workloads/linkage.ts';
import { createRequest } from './create-request.ts';

const api = compoundApi;
const schemas = Object.entries(articleAttributes);

/** The unavoidable work of a program: parses the text and calls each schema. */
function parseByHand(): unknown {
  const { data } = JSON.parse(createRequest);
  const values: Record<string, unknown> = {};
  for (const [name, schema] of schemas) {
    const result = schema['~standard'].validate(data.attributes[name]);
    if (result instanceof Promise || result.issues !== undefined) throw new Error(`${name} is not valid.`);
    values[name] = result.value;
  }
  return values;
}

/** `parseCreate` must take at most 3 times the unavoidable work, which is the first task. */
export const parseCreateTasks: readonly Task[] = [
  { name: 'JSON.parse and the schemas', run: parseByHand },
  { name: 'JSON.parse alone', run: () => JSON.parse(createRequest) },
  { name: 'parseCreate', run: () => parseCreate(api, 'articles', createRequest) },
  { name: 'parseCreateAsync', run: () => parseCreateAsync(api, 'articles', createRequest), isAsync: true },
];

/** The part of the topic `requests` that is about request documents. */
export const parseCreatePart: Part = { name: 'parse-create', run: measure };

async function measure({ isQuick }: RunOptions): Promise<Table> {
  const pace = { rounds: isQuick ? 3 : 9, milliseconds: isQuick ? 20 : 50, batch: 100 };
  return comparisonTable(
    '`parseCreate` with ten attributes, in relation to `JSON.parse` and the schemas alone',
    await compare(parseCreateTasks, pace),
    [],
  );
}
