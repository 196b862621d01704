/** Builds the page once before the tests: they must see the page of the present sources. */
export async function setup(): Promise<void> {
  await import('../build-page.ts');
}
