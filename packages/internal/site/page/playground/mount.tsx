import { render } from 'preact';
import { keepSlash } from '../shared/keep-slash.ts';
import { createAsk } from './create-ask.ts';
import { Playground } from './playground.tsx';

/** Shows the playground in an element. Returns a function that removes it. */
export function mount(parent: HTMLElement): () => void {
  keepSlash(parent);
  render(<Playground ask={createAsk()} />, parent);
  return () => render(null, parent);
}
