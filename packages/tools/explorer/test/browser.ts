import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page, type Request } from 'playwright-core';

export type { Browser, Page };

/** The Chromium of Debian. Tests that need a browser are skipped where it is not installed. */
export const chromiumPath: string | undefined = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);

/** Starts the browser. */
export async function startBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath ?? '', args: ['--no-sandbox', '--disable-gpu', ...args] });
}

/** A page, and what went wrong on it. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors of the console, exceptions, and requests to other hosts. */
  readonly problems: readonly string[];
}

/** How a page is shown, and whether its scripts run. */
export interface PageOptions {
  readonly width?: number;
  readonly dark?: boolean;
  readonly touch?: boolean;
  readonly scripts?: boolean;
}

/** Opens a page and notes everything that must not happen. */
export async function openPage(
  browser: Browser,
  url: string,
  { width = 1280, dark = false, touch = false, scripts = true }: PageOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    hasTouch: touch,
    javaScriptEnabled: scripts,
  });
  const page = await context.newPage();
  // Less than the limit of a test, whose error does not tell the step.
  page.setDefaultTimeout(60_000);
  const problems: string[] = [];
  page.on('console', (message) => {
    // The console notes each response of the API with an error status, too.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  const { origin } = new URL(url);
  page.on('request', (request) => {
    // `blob:null/` is a worker of a frame without an origin.
    if (!/^(?:data:|blob:null\/)/.test(request.url()) && !request.url().startsWith(`${origin}/`))
      problems.push(`request to ${request.url()}`);
  });
  await page.goto(url);
  return { page, problems };
}

/** Waits until no request is running, and the summary of the last one contains a string, such as its status. */
export async function answered(page: Page, text: string): Promise<void> {
  await page.locator('.answer[aria-busy=false]').getByRole('status').getByText(text).first().waitFor();
}

/** Notes the requests that write. Others, such as OPTIONS, tell the page what it can do, and can come at any time. */
export function writesOf<Note>(page: Page, note: (request: Request) => Note): readonly Note[] {
  const written: Note[] = [];
  page.on('request', (it) => /^(?:POST|PUT|PATCH|DELETE)$/.test(it.method()) && written.push(note(it)));
  return written;
}

/** Shows the document of the request as JSON. The page remembers it for the next documents. The keyboard is enough. */
export async function showJson(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'JSON' }).press('Space');
  await page.locator('.cm-content').waitFor();
}

/** Replaces the document in the editor. */
export async function writeDocument(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

/** Shows the response as a document. A list opens as a table, and the page remembers the choice for the next lists. */
export async function showDocument(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Document' }).click();
}

/** Opens the lists of types and requests, which are closed on a narrow window. */
export async function openMenu(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Menu', exact: true });
  if (!(await button.isVisible()) || (await button.getAttribute('aria-expanded')) === 'true') return;
  await button.press('Enter');
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the serious and critical findings of axe-core. */
export async function seriousIssues(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(async () => {
    // Without `resultTypes`, axe-core also describes each element that it has nothing against.
    // biome-ignore lint/suspicious/noExplicitAny: axe-core adds a global.
    const { violations } = await (globalThis as any).axe.run({ resultTypes: ['violations'] });
    return violations
      .filter(({ impact }: { impact: string }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }: { id: string; nodes: { target: string[] }[] }) =>
          `${id}: ${nodes.map((it) => it.target.join(' ')).join(', ')}`,
      );
  });
}
