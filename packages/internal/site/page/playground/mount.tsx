import { showIn } from '../shared/show-in.ts';
import { createAsk } from './create-ask.ts';
import { Playground } from './playground.tsx';

/** Shows the playground in an element. Returns a function that removes it. */
export function mount(parent: HTMLElement): () => void {
  return showIn(parent, <Playground ask={createAsk()} />);
}
