import { render } from 'preact';
import { createBoundedWorker } from '../bounded-worker.ts';
import { Playground } from './playground.tsx';
import type { Answer, Question } from './question.ts';

/** A calculation ends after this number of milliseconds. */
const TIME_LIMIT = 5_000;

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
  render(<Playground ask={ask} />, parent);
  return () => render(null, parent);
}
