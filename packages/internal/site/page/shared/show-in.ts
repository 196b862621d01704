import { type ComponentChild, render } from 'preact';

/**
 * Shows something in an element. Returns a function that removes it. Keeps `/` in the element: on other pages, the key opens the search.
 * VitePress does not open it while a reader edits a string, but it does not see the strings of editors in a shadow tree.
 */
export function showIn(parent: HTMLElement, shown: ComponentChild): () => void {
  parent.addEventListener('keydown', (event) => {
    if (event.key === '/') event.stopPropagation();
  });
  render(shown, parent);
  return () => render(null, parent);
}
