import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the serious and critical findings of axe-core. It throws if the page changes while it looks, so it can look again. */
export async function seriousIssues(page: Page, looks = 3): Promise<readonly string[]> {
  await page.evaluate(axe);
  try {
    return await findIssues(page);
  } catch (error) {
    if (looks === 1) throw error;
    await page.waitForTimeout(500);
    return seriousIssues(page, looks - 1);
  }
}

function findIssues(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: axe-core adds a global.
    const { violations } = await (globalThis as any).axe.run();
    return violations
      .filter(({ impact }: { impact: string }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }: { id: string; nodes: { target: string[] }[] }) =>
          `${id}: ${nodes.map((it) => it.target.join(' ')).join(', ')}`,
      );
  });
}

/** Returns the names of the editors with lines that end outside of their boxes. */
export async function cutEditors(page: Page): Promise<readonly (string | null)[]> {
  return page
    .locator('.cm-scroller')
    .evaluateAll((boxes) =>
      boxes
        .filter((box) => box.scrollWidth > box.clientWidth)
        .map((box) => box.querySelector('.cm-content')?.getAttribute('aria-label') ?? null),
    );
}

/** Replaces the document in the editor, as pasting it does. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.locator('.validator .panes .cm-content').focus();
  await page.keyboard.press('Control+A');
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    const content = document.querySelector('.validator .panes > div')?.shadowRoot?.querySelector('.cm-content');
    content?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}
