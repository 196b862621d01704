import { createAsk } from '../playground/create-ask.ts';
import { showIn } from '../shared/show-in.ts';
import { SmallPlayground, type SmallSettings } from './small-playground.tsx';

/** Shows the small playground in an element. Returns a function that removes it. */
export function mountFirst(parent: HTMLElement, settings: SmallSettings): () => void {
  // The declaration of the page ends on every machine, also on a slow one.
  const ask = createAsk(({ declaration }) => declaration !== settings.example.declaration);
  return showIn(parent, <SmallPlayground ask={ask} {...settings} />);
}
