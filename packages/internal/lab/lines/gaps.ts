/** A range of a source: lines from 1, columns from 0. */
interface Range {
  readonly start: Position;
  readonly end: Position;
}

interface Position {
  readonly line: number;
  readonly column: number | null;
}

/** The members of a report in the format of Istanbul that gaps are found in. */
export interface FileReport {
  readonly statementMap: Readonly<Record<string, Range>>;
  readonly s: Readonly<Record<string, number>>;
  readonly branchMap: Readonly<Record<string, { readonly loc: Range; readonly locations: readonly Partial<Range>[] }>>;
  readonly b: Readonly<Record<string, readonly number[]>>;
}

/** Code that no test runs. */
export interface Gap {
  /** The file, from the root. */
  readonly file: string;
  /** The first line of the code without its indentation. */
  readonly line: string;
  /** The branch of the line that does not run; undefined if the line does not run at all. */
  readonly branch?: string;
}

/** How much of some files the tests run. */
export interface Totals {
  readonly lines: number;
  readonly linesRun: number;
  readonly branches: number;
  readonly branchesRun: number;
}

/** The gaps and the totals of a file. Branches of lines that do not run do not count as well. */
export function readReport(
  file: string,
  source: string,
  report: FileReport,
): { readonly gaps: readonly Gap[]; readonly totals: Totals } {
  const strings = source.split('\n');
  const lines = new Map<number, number>();
  for (const [id, { start }] of Object.entries(report.statementMap)) {
    lines.set(start.line, Math.max(lines.get(start.line) ?? 0, report.s[id] ?? 0));
  }
  const missed = [...lines].filter(([, count]) => count === 0).map(([line]) => line);
  const textOf = (line: number): string => (strings[line - 1] ?? '').trim();
  const branches = Object.entries(report.branchMap).flatMap(([id, { loc, locations }]) =>
    locations.map((range, position) => ({ loc, range, count: report.b[id]?.[position] ?? 0 })),
  );
  const missedBranches = branches.filter(({ count, loc, range }) => {
    const line = range.start?.line ?? loc.start.line;
    return count === 0 && !missed.includes(line) && !missed.includes(loc.start.line);
  });
  const gaps = [
    ...missed.map((line) => ({ file, line: textOf(line) })),
    ...missedBranches.map(({ loc, range }) => ({
      file,
      line: textOf(loc.start.line),
      branch: branchText(strings, range),
    })),
  ];
  return {
    gaps,
    totals: {
      lines: lines.size,
      linesRun: lines.size - missed.length,
      branches: branches.length,
      branchesRun: branches.filter(({ count }) => count > 0).length,
    },
  };
}

/** The text of a branch on one line; the branch of an `if` without `else` does not have a string. */
function branchText(strings: readonly string[], { start, end }: Partial<Range>): string {
  if (start?.line === undefined || end?.line === undefined) return 'else';
  const covered = strings.slice(start.line - 1, end.line);
  const last = covered.length - 1;
  covered[last] = covered[last]?.slice(0, end.column ?? undefined) ?? '';
  covered[0] = covered[0]?.slice(start.column ?? 0) ?? '';
  return covered.join(' ').replaceAll(/\s+/g, ' ').trim() || 'else';
}
