import { render } from 'preact';
import { createBoundedWorker } from '../bounded-worker.ts';
import { keepSlash } from '../keep-slash.ts';
import type { Answer, Question } from '../playground/question.ts';
import { SmallPlayground, type SmallSettings } from './small-playground.tsx';

/** A calculation ends after this number of milliseconds. */
const TIME_LIMIT = 5_000;

/** Shows the small playground in an element. Returns a function that removes it. */
export function mountFirst(parent: HTMLElement, settings: SmallSettings): () => void {
  const ask = createBoundedWorker<Question, Answer>(
    () => new Worker(new URL('../playground/playground-worker.ts', import.meta.url), { type: 'module' }),
    {
      timeLimit: TIME_LIMIT,
      late: (seconds) => ({ failure: `The calculation took more than ${seconds} seconds, and was stopped.` }),
      broken: () => ({ failure: 'The worker of the playground failed.' }),
    },
  );
  keepSlash(parent);
  render(<SmallPlayground ask={ask} {...settings} />, parent);
  return () => render(null, parent);
}
