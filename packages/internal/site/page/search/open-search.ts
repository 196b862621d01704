/** The name under which VitePress keeps the text of the search for the next time. */
const KEPT = 'vitepress:local-search-filter';

/** Opens the search of VitePress with a text. */
export function openSearch(text: string): void {
  sessionStorage.setItem(KEPT, text);
  document.querySelector<HTMLElement>('.DocSearch-Button')?.click();
}
