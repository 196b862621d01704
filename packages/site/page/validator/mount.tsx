import { render } from 'preact';
import { createJudge } from './bounded-judge.ts';
import { Validator } from './validator.tsx';

/** Shows the validator in an element. Returns a function that removes it. */
export function mount(parent: HTMLElement, base: string): () => void {
  const judge = createJudge(() => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }));
  render(<Validator judge={judge} base={base} />, parent);
  return () => render(null, parent);
}
