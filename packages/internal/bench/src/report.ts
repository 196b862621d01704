import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chart } from './chart.ts';
import type { Table } from './measuring/table.ts';
import { versions } from './peers/versions.ts';
import { topics } from './topics.ts';

const folder = join(import.meta.dirname, '../../../../docs');

/**
 * Writes docs/benchmarks.md and its chart.
 *
 * @param commit The commit that was measured: `measuredCommit()`.
 */
export function writeReport(results: ReadonlyMap<string, readonly Table[]>, machine: string, commit: string): void {
  writeFileSync(join(folder, 'benchmarks.svg'), chart((results.get('serialize') ?? []).slice(0, 4)));
  writeFileSync(join(folder, 'benchmarks.md'), reportText(results, machine, commit));
}

/** Returns the text of docs/benchmarks.md. */
export function reportText(results: ReadonlyMap<string, readonly Table[]>, machine: string, commit: string): string {
  return `${[...introduction(machine, commit), ...sections(results)].join('\n\n')}\n`;
}

function introduction(machine: string, commit: string): readonly string[] {
  const libraries = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    '<!-- Written by `npm run bench`; changes by hand are lost. -->',
    '# Benchmarks',
    '![Time of each library in relation to hand-written code](benchmarks.svg)',
    `Measured at commit \`${commit}\` on ${machine}. Compared: ${libraries.join(', ')}.`,
    'Ratios are relations of times in one run: 1 is the first row of a table, less is better. Times alone say nothing' +
      ' about another machine. Tasks take turns in shuffled rounds; a ratio is taken inside a round, and the median' +
      ' of the rounds is given, with the range in which half of them lie. Differences below a tenth are noise. Before' +
      ' anything is measured, outputs are compared with those of the hand-written code. Linkage is measured from its' +
      ' sources (V8 sees the same functions in the built bundle), and gets fresh options in every call.',
    'To run this yourself: `npm run bench`; one topic: `npm run bench -- validate`; roughly: `-- --quick`. The other' +
      ' libraries are installed into a folder of their own when they are needed.',
  ];
}

function sections(results: ReadonlyMap<string, readonly Table[]>): readonly string[] {
  return [...results].flatMap(([name, tables]) => {
    const { title, text } = topics[name] ?? { title: name, text: '' };
    return [`## ${title}`, text, ...tables.map(markdownTable)];
  });
}

/** A table with its title and remarks, as the formatter of this project writes it. */
export function markdownTable({ title, columns, rows, remarks }: Table): string {
  const lines = [['', ...columns], ...rows.map(({ name, cells }) => [name, ...cells])];
  const widths = ['', ...columns].map((_, column) => Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)));
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  const [head = '', ...body] = lines.map((line) => lineOf(line, widths));
  const list = remarks.map((remark) => `- ${remark}`);
  return [`### ${title}`, '', head, lineOf(rule, widths), ...body, ...(list.length > 0 ? ['', ...list] : [])].join(
    '\n',
  );
}

function lineOf(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((cell, column) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
  );
  return `| ${padded.join(' | ')} |`;
}
