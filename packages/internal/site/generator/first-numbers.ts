/** The three numbers of the first page, from the pages that say how they were measured. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../../scripts/workspace.ts';
import type { FirstNumber } from '../page/first-screen/first-screen-data.ts';

/** Returns the parts of a string. @throws {Error} If the page does not have it any more. */
function partsOf(file: string, pattern: RegExp): readonly string[] {
  const found = pattern.exec(readFileSync(join(root, 'docs', file), 'utf8'));
  if (found === null) throw new Error(`docs/${file} does not contain ${pattern}, which the first page shows.`);
  return found.slice(1);
}

/** Returns the numbers. */
export function firstNumbers(): readonly FirstNumber[] {
  const [table = ''] = partsOf(
    'benchmarks.md',
    /^### 100 articles, each with author and 5 comments, .*\n([\s\S]*?)(?=^###)/m,
  );
  const ratios = [...table.matchAll(/^\| ([^|]+?) +\| +([\d.]+) /gm)].map(
    ([, name = '', ratio]) => [name, Number(ratio)] as const,
  );
  const own = ratios.find(([name]) => name === 'Linkage')?.[1] ?? Number.NaN;
  const others = ratios.filter(([name]) => !/^(Linkage|hand-written|JSON\.)/.test(name)).map(([, ratio]) => ratio);
  const [, about = '', tested = ''] = partsOf(
    'coverage.md',
    /Of (\d+) requirements (\d+) are about what a server answers; requests test (\d+)/,
  );
  const [inputs = '', findings = ''] = partsOf(
    'reliability.md',
    /\| ([\d,]+) broken and nearly valid inputs of \d+ kinds: (\d+) findings/,
  );
  return [
    {
      number: `${own.toFixed(1)}×`,
      text: `the time of hand-written code for a document of 620 resources. The next library: ${Math.min(...others).toFixed(1)}×`,
      page: 'benchmarks.html',
    },
    {
      number: `${tested} of ${about}`,
      text: 'requirements of JSON:API 1.1 for servers are tested with requests',
      page: 'coverage.html',
    },
    {
      number: inputs,
      text: `broken inputs: ${findings} failures, leaks, or invalid responses`,
      page: 'reliability.html',
    },
  ];
}
