import { render } from 'preact';
import { keepSlash } from '../shared/keep-slash.ts';
import { startSandboxed } from '../shared/sandbox.ts';
import { createValidator, type Validate } from './bounded-validator.ts';
import declaredWorker from './declared-worker.ts?worker&url';
import { Validator } from './validator.tsx';

/** Shows the validator in an element. Returns a function that removes it. */
export function mount(parent: HTMLElement, base: string): () => void {
  const alone = createValidator(() => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }));
  const declared = createValidator(() => startSandboxed(declaredWorker));
  const validate: Validate = (question) => (question.declaration === undefined ? alone : declared)(question);
  keepSlash(parent);
  render(<Validator validate={validate} base={base} />, parent);
  return () => render(null, parent);
}
