/** Writes docs/compatibility.md from the cells that ran. */

import { costLimit } from '../type-cost/type-cost.ts';
import { type Exceptions, exceptions } from './additions.ts';
import { exceptionsOf } from './check-answers.ts';
import type { FrameworkCell } from './framework-cells.ts';
import { hostile } from './hostile.ts';
import type { ManagerCell } from './manager-cells.ts';
import { requests } from './requests.ts';
import type { RunnerCell } from './runner-cells.ts';
import type { CostCell, TypeCell } from './type-cells.ts';
import { lowestNode, lowestTypeScript } from './versions.ts';

export interface Matrix {
  readonly frameworks: readonly FrameworkCell[];
  readonly types: readonly TypeCell[];
  readonly costs: readonly CostCell[];
  readonly managers: readonly ManagerCell[];
  readonly runners: readonly RunnerCell[];
  /** Cells for which the time was too short, or whose program could not be installed. */
  readonly notRun: readonly string[];
}

const unique = (values: readonly string[]): readonly string[] => [...new Set(values)];

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** All faults of a matrix: the run fails if there is one. */
export function faultsOf({ frameworks, types, managers, runners }: Matrix): readonly string[] {
  const ofFrameworks = frameworks.flatMap(({ framework, runtime, answers, hostile: attacks }) =>
    Object.entries({ ...answers, ...attacks }).map(
      ([title, wrong]) => `${framework}, ${runtime}, ${title}: ${wrong.join('; ')}`,
    ),
  );
  const others = [
    ...types.map((it) => [`TypeScript ${it.typescript}, ${it.resolution}`, it.fault] as const),
    ...managers.map((it) => [`${it.manager} ${it.version}`, it.fault] as const),
    ...runners.map((it) => [it.runner, it.fault] as const),
  ];
  return [...ofFrameworks, ...others.flatMap(([name, fault]) => (fault === undefined ? [] : [`${name}: ${fault}`]))];
}

const mark = (fault: string | undefined, isThere: boolean): string =>
  isThere ? (fault === undefined ? 'yes' : 'no') : '–';

function exceptionCount(known: Exceptions, titles: readonly { readonly title: string }[]): number {
  return titles.filter(({ title }) => known[title] !== undefined).length;
}

function frameworkMark({ framework, runtime, answers, hostile: attacks }: FrameworkCell): string {
  if (Object.keys({ ...answers, ...attacks }).length > 0) return 'no';
  const [kind = ''] = runtime.split(' ');
  const count = exceptionCount(
    exceptionsOf(framework, kind),
    kind === 'workerd' ? requests : [...requests, ...hostile],
  );
  return count === 0 ? 'yes' : `yes, ${count} known`;
}

function frameworkTable({ frameworks }: Matrix): string {
  const runtimes = unique(frameworks.map((it) => it.runtime));
  const rows = unique(frameworks.map((it) => it.framework)).map((framework) => [
    `[${framework}](examples/frameworks/${framework}.ts)`,
    ...runtimes.map((runtime) => {
      const cell = frameworks.find((it) => it.framework === framework && it.runtime === runtime);
      return cell === undefined ? '–' : frameworkMark(cell);
    }),
  ]);
  return table(['Framework', ...runtimes], rows);
}

function typeTable({ types }: Matrix): string {
  const columns = unique(types.map((it) => it.resolution));
  const rows = [...unique(types.map((it) => it.typescript))].sort().map((typescript) => [
    typescript,
    ...columns.map((resolution) => {
      const cell = types.find((it) => it.typescript === typescript && it.resolution === resolution);
      return mark(cell?.fault, cell !== undefined);
    }),
  ]);
  return table(['TypeScript', ...columns.map((it) => `\`${it}\``)], rows);
}

function costParts({ costs }: Matrix): readonly string[] {
  const [first] = costs;
  if (first === undefined) return [];
  const text =
    `Type instantiations of an application whose API has ${first.types} types with five attributes and five relationships each. The limit is ` +
    `${costLimit.toLocaleString('en')} for TypeScript 5.9; \`npm run type-cost\` counts them here:`;
  const rows = [...costs].sort((a, b) => (a.typescript < b.typescript ? -1 : 1));
  return [
    text,
    table(
      ['TypeScript', 'Instantiations'],
      rows.map((it) => [it.typescript, it.instantiations.toLocaleString('en')]),
    ),
  ];
}

const differenceRows = (): readonly (readonly string[])[] =>
  Object.entries(exceptions).flatMap(([where, known]) =>
    Object.entries(known).map(([title, reason]) => [where, title, reason]),
  );

export function formatMatrix(matrix: Matrix): string {
  const { managers, runners, notRun } = matrix;
  const parts = [
    '<!-- Written by packages/internal/lab/matrix/main.ts; changes by hand are lost. -->\n\n# Compatibility',
    `\`npm run matrix\` packs the packages, installs them in empty projects, and writes this page. The lowest versions are Node ${lowestNode} and ` +
      `TypeScript ${lowestTypeScript}: see [versions and support](versions.md).`,
    `## Frameworks and runtimes\n\nEach cell is one of the [examples of frameworks](guide/framework-examples.md), which answers ${requests.length} requests as the ` +
      `server does, with the same status, header fields, and body, and ${hostile.length} hostile requests as \`node:http\` does. The last table has the known ` +
      'differences. workerd is behind a proxy, which would answer the hostile requests itself.',
    frameworkTable(matrix),
    '## TypeScript\n\nThe declarations and the examples, with `strict` and without `skipLibCheck`, by module resolution:',
    typeTable(matrix),
    ...costParts(matrix),
    '## Package managers\n\nEach installs the tarballs; then `import` and `require` load every package:',
    table(
      ['Package manager', 'Version', 'Works'],
      managers.map((it) => [it.manager, it.version, mark(it.fault, true)]),
    ),
    '## Test runners\n\n`validateDocument` and the matchers of `@linkage/conformance`. Jest needs `--experimental-vm-modules`: see\n' +
      '[troubleshooting](troubleshooting.md#jest-must-use-import-to-load-es-module).',
    table(
      ['Test runner', 'Works'],
      runners.map((it) => [it.runner, mark(it.fault, true)]),
    ),
    '## Known differences',
    table(['Framework or runtime', 'Request', 'Reason'], differenceRows()),
    ...(notRun.length === 0 ? [] : [`## Not in this run\n\n${notRun.map((it) => `- ${it}`).join('\n')}`]),
  ];
  return `${parts.join('\n\n')}\n`;
}
