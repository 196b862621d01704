import { readFileSync } from 'node:fs';
import { parseSync, type Span, Visitor } from 'oxc-parser';
import { packagePath } from '../../../../scripts/workspace.ts';
import type { Change, Defect } from './defect.ts';

/** A source file with a defect. */
export interface BrokenSource {
  /** The file, from the folder of its package. */
  readonly file: string;
  /** The file with the defect, and as it is. */
  readonly text: string;
  readonly source: string;
}

/** A line of a source. */
interface Place {
  readonly file: string;
  readonly source: string;
  /** Where the line begins and ends. */
  readonly line: Span;
}

/**
 * Returns the place of a line: the end of the only part of the source with this text.
 *
 * @throws {Error} If the source has no such part, or several.
 */
function placeOf({ id, line: [file, text] }: Defect, source: string): Place {
  const at = source.indexOf(text);
  if (at === -1) throw new Error(`${file} does not have the line of "${id}": ${text}`);
  if (source.includes(text, at + 1)) throw new Error(`${file} has the line of "${id}" more than once: ${text}`);
  const end = source.indexOf('\n', at + text.length);
  return { file, source, line: { start: source.lastIndexOf('\n', at + text.length - 1) + 1, end } };
}

/**
 * Returns the source that a defect breaks.
 *
 * @throws {Error} If its line is not in the source once, or the change does not fit the line.
 */
export function applyDefect(
  defect: Defect,
  source: string = readFileSync(packagePath(defect.line[0]), 'utf8'),
): BrokenSource {
  const { id, change } = defect;
  const place = placeOf(defect, source);
  const { file, line } = place;
  const broken = changed(source.slice(line.start, line.end), () => conditionOf(place), line.start, change);
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

/** Returns the first condition that begins and ends in the line. */
function conditionOf({ file, source, line }: Place): Span {
  const found: Span[] = [];
  const add = ({ test }: { readonly test: Span }): number => found.push(test);
  new Visitor({ IfStatement: add, ConditionalExpression: add }).visit(parseSync(file, source).program);
  const inside = found.filter(({ start, end }) => start >= line.start && end <= line.end);
  const [first] = inside.sort((left, right) => left.start - right.start);
  if (first === undefined) throw new Error(`The line in ${file} does not have a condition.`);
  return first;
}
