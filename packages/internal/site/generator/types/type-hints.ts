/** Marks the names in the examples of a page with their types. The page shows them on hover, on touch, and for the keyboard. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShikiTransformer } from 'shiki';
import { root } from '../../../../../scripts/workspace.ts';
import { typedNamesOf } from './example-types.ts';

/** A line of the example, and the number of columns that the page leaves out at its beginning. */
interface ShownLine {
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

/** The attribute of a code block that names its example. */
export const exampleMark = 'example:';

interface Decoration {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
  readonly properties: Readonly<Record<string, string>>;
}

/** The search removes tags without regard to quotation marks: an angle bracket in an attribute would end the tag. */
function escapeType(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('<', '%3C').replaceAll('>', '%3E');
}

/** Returns the marks of the names in the code of an example. */
export function typeMarks(reference: string, code: string): Decoration[] {
  const names = typedNamesOf(reference.split('#').at(0) ?? '');
  return shownLines(reference, code).flatMap(({ line, indentation }, position) =>
    names
      .filter((name) => name.line === line)
      .map(({ column, length, text }) => ({
        start: { line: position, character: column - indentation },
        end: { line: position, character: column - indentation + length },
        properties: { class: 'typed', 'data-type': escapeType(text) },
      })),
  );
}

/** Adds the types to each code block that is an example. */
export const typeHints: ShikiTransformer = {
  name: 'type-hints',
  preprocess(code, options) {
    const meta = String(options.meta?.__raw ?? '');
    const reference = meta.split(' ').find((word) => word.startsWith(exampleMark));
    if (reference === undefined) return;
    options.decorations = [...(options.decorations ?? []), ...typeMarks(reference.slice(exampleMark.length), code)];
  },
};
