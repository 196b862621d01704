/** Marks the names in the examples of a page with their types. The page shows them on hover, on touch, and for the keyboard. */
import type { ShikiTransformer } from 'shiki';
import { typedNamesOf } from './example-types.ts';
import { shownLines } from './shown-lines.ts';

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
