import { describe } from 'vitest';
import { chromiumPath } from './browser.ts';

/** Declares tests in Chromium. They are skipped where the Debian package `chromium` is not installed, and then their title says so. */
export function inChromium(what: string, tests: () => void): void {
  if (chromiumPath === undefined) describe.skip(`${what} in Chromium (skipped: Chromium is not installed)`, tests);
  else describe(`${what} in Chromium`, tests);
}
