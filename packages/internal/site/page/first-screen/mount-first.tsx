import { render } from 'preact';
import { createAsk } from '../playground/create-ask.ts';
import { keepSlash } from '../shared/keep-slash.ts';
import { SmallPlayground, type SmallSettings } from './small-playground.tsx';

/** Shows the small playground in an element. Returns a function that removes it. */
export function mountFirst(parent: HTMLElement, settings: SmallSettings): () => void {
  keepSlash(parent);
  // The declaration of the page ends on every machine, also on a slow one.
  const ask = createAsk(({ declaration }) => declaration !== settings.example.declaration);
  render(<SmallPlayground ask={ask} {...settings} />, parent);
  return () => render(null, parent);
}
