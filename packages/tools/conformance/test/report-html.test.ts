/** The HTML report in a real browser: light and dark, wide and on a phone. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatReport, type Report } from '../src/index.ts';
import { runBroken, sabotaged } from './sabotage/all.ts';

const browser = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);
const folder = mkdtempSync(join(tmpdir(), 'linkage-report-'));
const file = join(folder, 'report.html');
let report: Report;
let html = '';

/** Tells what the page looks like in its title, since `--dump-dom` prints the document. */
const probe = `<script>document.title = JSON.stringify({
  width: document.documentElement.scrollWidth, view: innerWidth, background: getComputedStyle(document.body).backgroundColor,
  failures: document.querySelectorAll('.finding').length, tiles: document.querySelectorAll('.tile').length }); parent.postMessage(document.title, '*')</script>`;
/** A window of a browser is at least 500 pixels wide; a frame can be as narrow as a phone. */
const phone = `<title></title><script>onmessage = ({ data }) => { document.title = data }</script>
  <body style="margin:0"><iframe src="report.html" style="width:390px;height:1400px;border:0"></iframe>`;

beforeAll(async () => {
  const broken = sabotaged.find(({ name }) => name === 'include without intermediates');
  if (broken === undefined) throw new Error('The broken server is gone.');
  writeFileSync(join(folder, 'phone.html'), phone);
  report = await runBroken(broken, ['INC', 'FET', 'CMP']);
  html = formatReport(report, 'html');
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
});

test('failures with one cause are one finding, with its cases, their clauses, and what to change below', () => {
  const { findings } = report;
  const many = findings.find(({ cases }) => cases.length > 1);
  expect(many?.cases).toEqual(['include-nothing-else-collection', 'include-nothing-else-resource']);
  expect(html.match(/<details class="finding"/g)).toHaveLength(findings.length);
  expect(html).toContain(`${many?.cause}: 2 cases</summary>`);
  for (const id of findings.flatMap(({ cases }) => cases)) {
    const [, shown = ''] = html.split(` id="${id}"`);
    const [facts = ''] = shown.split('</dl>');
    for (const name of ['Expected', 'Came', 'The specification says', 'To change', 'Read', 'Run alone']) {
      expect(facts, `${name} of ${id}`).toMatch(new RegExp(`<dt>${name}[^<]*</dt><dd>.`));
    }
    expect(shown.split('</details>')[0]).toMatch(
      /<pre tabindex="0">(GET|POST|PATCH|DELETE) .*<pre tabindex="0">HTTP /s,
    );
  }
});

test('a page without failures says so, and shows what was decided of each level', () => {
  const none = { ...report, findings: [], results: [] };
  expect(formatReport(none, 'html')).toContain('No case failed.');
  expect(html).toMatch(/MUST: \d+ of \d+ passed, \d+ % decided\. SHOULD: \d+ of/);
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
      expect(found.failures).toBe(report.findings.length);
      expect(found.tiles).toBeGreaterThan(2);
      // Nothing is wider than the screen.
      expect(found.width).toBeLessThanOrEqual(found.view);
      if (name === 'phone') expect(found.view).toBe(390);
    },
    120_000,
  );
});
