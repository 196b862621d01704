/** One change to one source file. */
export interface Mutant {
  /** The file, from the root. */
  readonly file: string;
  /** The number of the line where the change starts. */
  readonly line: number;
  /** Where the change starts in the source. */
  readonly start: number;
  /** The lines of the change without their indentation, as they are and as they become. */
  readonly original: string;
  readonly mutated: string;
  /** The whole file with the change. */
  readonly text: string;
}

/** A piece of a source and what is to stand there instead. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The mutant that a replacement makes of a source. */
export function applyReplacement(file: string, source: string, { start, end, text }: Replacement): Mutant {
  const from = source.lastIndexOf('\n', start - 1) + 1;
  const newline = source.indexOf('\n', end);
  const to = newline < 0 ? source.length : newline;
  return {
    file,
    line: source.slice(0, start).split('\n').length,
    start,
    original: oneLine(source.slice(from, to)),
    mutated: oneLine(source.slice(from, start) + text + source.slice(end, to)),
    text: source.slice(0, start) + text + source.slice(end),
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
