import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { openPage, type PageOptions, startBrowser, type WatchedPage } from './browser.ts';
import { type ServedExplorer, serveExplorer } from './served-explorer.ts';

/** An explorer with its API, for the tests of one block. It can be used while they run. */
export interface UsedExplorer {
  readonly origin: string;
  /** Opens the page at a hash, such as `#GET /articles`. */
  open(hash: string, options?: PageOptions): Promise<Page>;
}

/** Starts Chromium and an explorer before the tests of a block. After each test, its page must have had no problems. */
export function useExplorer(): UsedExplorer {
  let browser: Browser | undefined;
  let served: ServedExplorer | undefined;
  let opened: WatchedPage | undefined;
  beforeAll(async () => {
    [browser, served] = await Promise.all([startBrowser(), serveExplorer({ description: '/description.json' })]);
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });
  afterEach(async () => {
    await opened?.page.context().close();
    expect(opened?.problems).toEqual([]);
  });
  return {
    get origin() {
      return (served as ServedExplorer).origin;
    },
    async open(hash, options) {
      opened = await openPage(browser as Browser, `${(served as ServedExplorer).origin}/explorer${hash}`, options);
      return opened.page;
    },
  };
}
