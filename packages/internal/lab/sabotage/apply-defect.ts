import { readFileSync } from 'node:fs';
import { parseSync, type Span, Visitor } from 'oxc-parser';
import { packageFiles, packagePath } from '../../../../scripts/workspace.ts';
import type { Change, Defect } from './defect.ts';

/** A source file with a defect. */
export interface BrokenSource {
  /** The file, from the folder of its package. */
  readonly file: string;
  /** The file with the defect, and as it is. */
  readonly text: string;
  readonly source: string;
}

interface Mark {
  readonly file: string;
  readonly source: string;
  /** Where the marked line begins and ends. */
  readonly line: Span;
}

/** Returns each marked line of the sources by the id in its comment; two lines for an id that occurs twice. */
export function readMarks(): ReadonlyMap<string, readonly Mark[]> {
  const marks = new Map<string, readonly Mark[]>();
  for (const path of packageFiles('src/**/*.ts')) {
    const source = readFileSync(packagePath(path), 'utf8');
    for (const found of source.matchAll(/^(.*)\/\/ sabotage: (.*)\n/gm)) {
      const [whole, code = '', ids = ''] = found;
      const start = found.index + (code.trim() === '' ? whole.length : 0);
      const mark = { file: path, source, line: { start, end: source.indexOf('\n', start) } };
      for (const id of ids.split(', ')) marks.set(id, [...(marks.get(id) ?? []), mark]);
    }
  }
  return marks;
}

/**
 * Returns the source that a defect breaks.
 *
 * @throws {Error} If not exactly one line has the mark, or the change does not fit the line.
 */
export function applyDefect({ id, change }: Defect, marks: ReadonlyMap<string, readonly Mark[]>): BrokenSource {
  const [mark, ...others] = marks.get(id) ?? [];
  if (mark === undefined) throw new Error(`No source has the comment "// sabotage: ${id}".`);
  if (others.length > 0) throw new Error(`More than one line has the comment "// sabotage: ${id}".`);
  const { file, source, line } = mark;
  const broken = changed(source.slice(line.start, line.end), () => conditionOf(mark), line.start, change);
  const text = source.slice(0, line.start) + broken + source.slice(line.end);
  if (text === source) throw new Error(`The change of "${id}" does not change its line in ${file}.`);
  return { file, text, source };
}

function changed(line: string, condition: () => Span, start: number, change: Change): string {
  if (change === 'remove') return '';
  if (typeof change !== 'string') {
    const [from, to] = change;
    return typeof from === 'string' ? line.replace(from, () => to) : line.replace(from, to);
  }
  const found = condition();
  return `${line.slice(0, found.start - start)}${change === 'always'}${line.slice(found.end - start)}`;
}

/** Returns the first condition that begins and ends in the marked line. */
function conditionOf({ file, source, line }: Mark): Span {
  const found: Span[] = [];
  const add = ({ test }: { readonly test: Span }): number => found.push(test);
  new Visitor({ IfStatement: add, ConditionalExpression: add }).visit(parseSync(file, source).program);
  const inside = found.filter(({ start, end }) => start >= line.start && end <= line.end);
  const [first] = inside.sort((left, right) => left.start - right.start);
  if (first === undefined) throw new Error(`The marked line in ${file} does not have a condition.`);
  return first;
}
