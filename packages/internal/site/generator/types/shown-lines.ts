/** Finds the lines of an example that a page shows. `exampleCode` leaves out markers of regions and indentation. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../../../scripts/workspace.ts';

/** A line of the example, and the number of columns that the page leaves out at its beginning. */
export interface ShownLine {
  readonly line: number;
  readonly indentation: number;
}

const marker = /^[ \t]*\/\/ #(?:region|endregion)/;

/** Returns the lines of a file or region that a page shows as this code. Empty if the code is not that of the reference. */
export function shownLines(reference: string, code: string): readonly ShownLine[] {
  const [file = '', region] = reference.split('#');
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const start = region === undefined ? 0 : lines.findIndex((line) => line.trim() === `// #region ${region}`) + 1;
  const numbers = [...lines.keys()].slice(start).filter((number) => !marker.test(lines[number] ?? ''));
  const first = numbers.findIndex((number) => lines[number]?.trim() !== '');
  const shown = code.trimEnd().split('\n');
  const found = shown.map((text, position) => {
    const line = numbers[first + position] ?? -1;
    const whole = lines[line] ?? '';
    return { line, indentation: whole.length - text.length, isEqual: whole.trimEnd().endsWith(text.trimEnd()) };
  });
  return found.every(({ isEqual }) => isEqual)
    ? found.map(({ line, indentation }) => ({ line, indentation: Math.max(indentation, 0) }))
    : [];
}
