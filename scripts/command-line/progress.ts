import { stripVTControlCharacters } from 'node:util';

/** Shows how far a run is. */
export interface Progress {
  /** Prints a line that stays. */
  line(text: string): void;
  /** Shows the current activity in the last line of a terminal. Does nothing elsewhere. */
  status(text: string): void;
}

/** The part of a stream that progress needs. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Creates the progress for a stream: with a line that changes on a terminal, with plain lines elsewhere. */
export function createProgress(output: Output): Progress {
  const clear = output.isTTY === true ? '\r\u001b[K' : '';
  return {
    line: (text) => void output.write(`${clear}${text}\n`),
    status: (text) => {
      const width = (output.columns ?? 80) - 1;
      if (clear !== '') output.write(`${clear}${stripVTControlCharacters(text).slice(0, width)}`);
    },
  };
}
