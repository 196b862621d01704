/** The HTML report in a real browser: light and dark, wide and on a phone. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatReport } from '../src/index.ts';
import { runBroken, sabotaged } from './sabotage/all.ts';

const browser = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);
const folder = mkdtempSync(join(tmpdir(), 'linkage-report-'));
const file = join(folder, 'report.html');
let html = '';

/** Tells what the page looks like in its title, since `--dump-dom` prints the document. */
const probe = `<script>document.title = JSON.stringify({
  width: document.documentElement.scrollWidth, view: innerWidth, background: getComputedStyle(document.body).backgroundColor,
  failures: document.querySelectorAll('.fail').length, tiles: document.querySelectorAll('.tile').length }); parent.postMessage(document.title, '*')</script>`;
/** A window of a browser is at least 500 pixels wide; a frame can be as narrow as a phone. */
const phone = `<title></title><script>onmessage = ({ data }) => { document.title = data }</script>
  <body style="margin:0"><iframe src="report.html" style="width:390px;height:1400px;border:0"></iframe>`;

beforeAll(async () => {
  const broken = sabotaged.find(({ name }) => name === 'include without intermediates');
  if (broken === undefined) throw new Error('The broken server is gone.');
  writeFileSync(join(folder, 'phone.html'), phone);
  html = formatReport(await runBroken(broken, ['INC', 'FET', 'CMP']), 'html');
  writeFileSync(
    file,
    html.replace('</body>', () => `${probe}</body>`),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function open(page: string, ...options: readonly string[]): string {
  const usual = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--hide-scrollbars',
    '--disable-extensions',
    `--user-data-dir=${folder}/profile`,
  ];
  const given = [...usual, ...options, pathToFileURL(join(folder, page)).href];
  return execFileSync(browser ?? '', given, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 60_000 });
}

test('the page loads nothing, and escapes what a server sent', () => {
  expect(html).not.toMatch(/<(script|link|img|iframe)\b|url\(|@import/);
  expect(html.match(/<details class="fail"/g)?.length).toBeGreaterThan(3);
});

const title = browser === undefined ? 'in Chromium (SKIPPED, because no Chromium is installed)' : 'in Chromium';
describe.skipIf(browser === undefined)(title, () => {
  test.each([
    ['light', 'report.html', 1100, 'rgb(246, 247, 249)', []],
    ['phone', 'phone.html', 500, 'rgb(246, 247, 249)', ['--virtual-time-budget=5000']],
    ['dark', 'report.html', 500, 'rgb(18, 22, 29)', ['--force-dark-mode', '--blink-settings=preferredColorScheme=0']],
  ] as const)(
    '%s, %s, %i pixels wide',
    (name, page, width, background, options) => {
      const picture = join(folder, `${name}.png`);
      open(page, `--window-size=${width},900`, ...options, `--screenshot=${picture}`);
      expect(statSync(picture).size).toBeGreaterThan(10_000);
      const [, seen = '{}'] =
        /<title>(\{.*?\})<\/title>/.exec(open(page, `--window-size=${width},900`, ...options, '--dump-dom')) ?? [];
      const found = JSON.parse(seen.replaceAll('&quot;', '"'));
      expect(found).toMatchObject({ background, failures: expect.any(Number) });
      expect(found.failures).toBeGreaterThan(3);
      expect(found.tiles).toBeGreaterThan(2);
      // Nothing is wider than the screen.
      expect(found.width).toBeLessThanOrEqual(found.view);
      if (name === 'phone') expect(found.view).toBe(390);
    },
    120_000,
  );
});
