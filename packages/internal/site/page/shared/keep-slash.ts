/**
 * Keeps `/` in an element. On other pages, the key opens the search. VitePress does not open it while a reader edits a text,
 * but it does not see the texts of editors in a shadow tree.
 */
export function keepSlash(parent: HTMLElement): void {
  parent.addEventListener('keydown', (event) => {
    if (event.key === '/') event.stopPropagation();
  });
}
