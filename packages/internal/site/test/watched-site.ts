import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { openPage, type PageOptions, startBrowser, type WatchedPage } from '../../../tools/explorer/test/browser.ts';
import { type ServedSite, serveSite } from './serve-site.ts';

/** Opens a path of the site, or a complete URL, in a new page. */
type Open = (path: string, options?: PageOptions) => Promise<Page>;

/**
 * Serves a built site and starts Chromium for the tests of a group. Each test fails if one of its pages had an error, violated the
 * content security policy, or sent a request to another host (D8).
 */
export function watchSite(folder: string): { readonly open: Open; readonly siteUrl: () => string } {
  let browser: Browser;
  let served: ServedSite;
  const opened: WatchedPage[] = [];

  beforeAll(async () => {
    [browser, served] = await Promise.all([startBrowser(), serveSite(folder)]);
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });
  afterEach(async () => {
    const problems = opened.flatMap((it) => it.problems);
    await Promise.all(opened.splice(0).map(({ page }) => page.context().close()));
    expect(problems).toEqual([]);
  });
  const open: Open = async (path, options) => {
    const watched = await openPage(browser, path.startsWith('/') ? served.url + path : path, options);
    opened.push(watched);
    return watched.page;
  };
  return { open, siteUrl: () => served.url };
}
