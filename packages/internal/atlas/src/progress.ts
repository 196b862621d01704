import { SingleBar } from 'cli-progress';

/** Reports the progress of a long task. */
export interface Progress {
  say(what: string): void;
  start(total: number): void;
  advance(steps: number): void;
  stop(): void;
}

/** The stream for the progress. */
interface Screen extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
}

function createBar(screen: Screen): Progress {
  const format = 'Importing {bar} {percentage} % of {total} records, {duration} s';
  // An interrupted import cannot restore the terminal, so do not change line wrapping and the cursor.
  const untouched = { linewrap: true, hideCursor: false };
  const shape = { barCompleteChar: '█', barIncompleteChar: '░', barsize: 30 };
  const bar = new SingleBar({ format, stream: screen, ...shape, ...untouched });
  return {
    say: (what) => void screen.write(`${what}\n`),
    start: (total) => bar.start(total, 0),
    advance: (steps) => bar.increment(steps),
    stop: () => bar.stop(),
  };
}

/** Writes a line for every tenth, for logs and pipes. */
function createLines(screen: Screen): Progress {
  let total = 0;
  let done = 0;
  return {
    say: (what) => void screen.write(`${what}\n`),
    start(records) {
      total = records;
      done = 0;
    },
    advance(steps) {
      const tenths = Math.floor((done * 10) / total);
      done += steps;
      const now = Math.floor((done * 10) / total);
      if (now > tenths) screen.write(`Importing: ${now * 10} % of ${total} records\n`);
    },
    stop: () => undefined,
  };
}

/** Shows a bar on a terminal, and lines elsewhere. */
export function createProgress(screen: Screen): Progress {
  return screen.isTTY === true ? createBar(screen) : createLines(screen);
}
