import { describe, expect, vi } from 'vitest';
import { chromiumPath, type Page } from './browser.ts';

/**
 * Declares tests in Chromium, unless something is missing, which their title says. Their limits are for a machine whose
 * processors have much other work.
 */
export function inChromiumUnless(missing: string | undefined, what: string, tests: () => void): void {
  vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } });
  const reason = chromiumPath === undefined ? 'Chromium is not installed' : missing;
  describe.skipIf(reason)(`${what} in Chromium${reason === undefined ? '' : ` (skipped: ${reason})`}`, tests);
}

/** Declares tests in Chromium. They are skipped where the Debian package `chromium` is not installed. */
export function inChromium(what: string, tests: () => void): void {
  inChromiumUnless(undefined, what, tests);
}

/** Expects that nothing is wider than the window. */
export async function expectNoOverflow(page: Page, width: number): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}
