import type { ComparedTask, Comparison } from './harness.ts';

/** A table of results, ready to print. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** Remarks about the figures, such as omitted or differing peers. */
  readonly remarks: readonly string[];
}

export interface Row {
  readonly name: string;
  readonly cells: readonly string[];
  /** The figure that a chart shows; undefined where there is none. */
  readonly ratio?: number;
}

/** One way to run a topic, in a process of its own. */
export interface Part {
  readonly name: string;
  readonly run: (options: RunOptions) => Promise<Table>;
}

export interface RunOptions {
  /** Fewer and shorter rounds: for a look, not for a claim. */
  readonly isQuick: boolean;
  readonly withPeers: boolean;
}

/** The cells of a ratio of rounds, and of the range in which half of them lie. */
export function ratioCells({
  ratio,
  lower,
  upper,
}: Pick<ComparedTask, 'ratio' | 'lower' | 'upper'>): readonly string[] {
  return [formatNumber(ratio), `${formatNumber(lower)} to ${formatNumber(upper)}`];
}

/** The table of a comparison; its first row is what the ratios refer to. */
export function comparisonTable(title: string, { rows, noise }: Comparison, remarks: readonly string[]): Table {
  const noisy = `Slices with other programs busy: ${Math.round(noise * 100)} %.`;
  return {
    title,
    columns: ['ratio', 'half of the rounds', 'best time'],
    rows: rows.map((row) => ({ name: row.name, ratio: row.ratio, cells: [...ratioCells(row), formatTime(row.best)] })),
    remarks: noise > 0.1 ? [...remarks, noisy] : remarks,
  };
}

export function formatNumber(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

export function formatTime(microseconds: number): string {
  if (microseconds >= 1e6) return `${formatNumber(microseconds / 1e6)} s`;
  return microseconds >= 1000 ? `${formatNumber(microseconds / 1000)} ms` : `${formatNumber(microseconds)} µs`;
}
