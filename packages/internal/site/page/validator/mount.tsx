import { render } from 'preact';
import { keepSlash } from '../keep-slash.ts';
import { createValidator } from './bounded-validator.ts';
import { Validator } from './validator.tsx';

/** Shows the validator in an element. Returns a function that removes it. */
export function mount(parent: HTMLElement, base: string): () => void {
  const validate = createValidator(() => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }));
  keepSlash(parent);
  render(<Validator validate={validate} base={base} />, parent);
  return () => render(null, parent);
}
