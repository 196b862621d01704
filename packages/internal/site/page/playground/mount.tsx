import { render } from 'preact';
import { createBoundedWorker } from '../bounded-worker.ts';
import { keepSlash } from '../keep-slash.ts';
import { type AskSql, Playground } from './playground.tsx';
import type { Answer, Question } from './question.ts';

/** A calculation ends after this number of milliseconds. */
const TIME_LIMIT = 5_000;

/** SQLite can take long to load. */
const SQL_TIME_LIMIT = 30_000;

/** Creates the function that asks the worker with SQLite. It starts with the first question. */
function createSqlAsk(): AskSql {
  let report: (loaded: number) => void = () => undefined;
  const start = (): Worker => {
    const worker = new Worker(new URL('./sql/sql-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<{ readonly loaded?: number }>) => {
      if (data.loaded !== undefined) report(data.loaded);
    });
    return worker;
  };
  const ask = createBoundedWorker<Question, Answer>(start, {
    timeLimit: SQL_TIME_LIMIT,
    patience: TIME_LIMIT,
    late: (seconds) => ({ failure: `The statements took more than ${seconds} seconds, and were stopped.` }),
    broken: () => ({ failure: 'The worker with SQLite failed.' }),
  });
  return (question, onLoad) => {
    report = onLoad;
    return ask(question);
  };
}

/** Shows the playground in an element. Returns a function that removes it. */
export function mount(parent: HTMLElement): () => void {
  const ask = createBoundedWorker<Question, Answer>(
    () => new Worker(new URL('./playground-worker.ts', import.meta.url), { type: 'module' }),
    {
      timeLimit: TIME_LIMIT,
      late: (seconds) => ({ failure: `The calculation took more than ${seconds} seconds, and was stopped.` }),
      broken: () => ({ failure: 'The worker of the playground failed.' }),
    },
  );
  keepSlash(parent);
  render(<Playground ask={ask} askSql={createSqlAsk()} />, parent);
  return () => render(null, parent);
}
