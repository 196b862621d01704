import { startSandboxed } from '../shared/sandbox.ts';
import { showIn } from '../shared/show-in.ts';
import { createValidator, type Validate } from './bounded-validator.ts';
import declaredWorker from './declared-worker.ts?worker&url';
import { Validator } from './validator.tsx';

/** Shows the validator in an element. Returns a function that removes it. */
export function mount(parent: HTMLElement, base: string): () => void {
  const alone = createValidator(() => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }));
  const declared = createValidator(() => startSandboxed(declaredWorker));
  const validate: Validate = (question) => (question.declaration === undefined ? alone : declared)(question);
  return showIn(parent, <Validator validate={validate} base={base} />);
}
