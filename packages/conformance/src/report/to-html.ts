import { escapeText } from '@linkage/core/internal';
import type { Exchange } from '../target/exchange.ts';
import { htmlStyle } from './html-style.ts';
import type { CaseResult, Counts, Report, SectionResult } from './report.ts';

const BODY = 4_000;
const escapeXml = (text: string): string => escapeText(text, 'xml');
const marks = {
  passed: '<span class="mark good">✓</span>',
  failed: '<span class="mark bad">✗</span>',
  undecided: '<span class="mark open">?</span>',
};

/** Backticks of titles become code. */
function prose(text: string): string {
  return escapeXml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function bar({ passed, failed, undecided }: Counts): string {
  const part = (count: number, name: string) => (count === 0 ? '' : `<i class="${name}" style="flex:${count}"></i>`);
  return `<div class="bar" aria-hidden="true">${part(passed, 'g')}${part(failed, 'b')}${part(undecided, 'o')}</div>`;
}

function bodyText(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function shortBody(body: string | undefined): string {
  if (body === undefined || body === '') return '';
  const text = bodyText(body);
  return `\n\n${text.length > BODY ? `${text.slice(0, BODY)}\n… ${text.length - BODY} more characters` : text}`;
}

function fieldsOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `\n${name}: ${/^(authorization|cookie|set-cookie)$/.test(name) ? '(hidden)' : value}`)
    .join('');
}

function exchangeHtml({ request, response, failure }: Exchange): string {
  const sent = `${request.method} ${request.url}${fieldsOf(request.headers)}${shortBody(request.body)}`;
  const came =
    response === undefined
      ? `no response: ${failure}`
      : `HTTP ${response.status}${fieldsOf(response.headers)}${shortBody(response.body)}`;
  return `<pre tabindex="0">${escapeText(sent, 'xml-lines')}</pre><pre tabindex="0">${escapeText(came, 'xml-lines')}</pre>`;
}

function failureHtml({ id, rows, level, title, spec, expected, came, exchanges }: CaseResult, index: number): string {
  const tags = `<span class="tag ${level}">${level.toUpperCase()}</span>${rows.map((row) => `<span class="tag">${row}</span>`).join('')}`;
  return `<details class="fail" id="${escapeXml(id)}"${index === 0 ? ' open' : ''}><summary>${tags}${prose(title)}</summary><div class="body"><dl>
<dt>Expected</dt><dd>${prose(expected ?? '')}</dd><dt>Came</dt><dd>${prose(came ?? '')}</dd>
<dt>Read</dt><dd><a href="${escapeXml(spec)}">${escapeXml(spec)}</a></dd><dt>Run alone</dt><dd><code>--only ${escapeXml(id)}</code></dd></dl>
${exchanges.slice(-3).map(exchangeHtml).join('')}</div></details>`;
}

function resultHtml({ id, rows, level, title, verdict, reason, came }: CaseResult): string {
  const more = verdict === 'failed' ? `<small><a href="#${escapeXml(id)}">${prose(came ?? '')}</a></small>` : '';
  const why = verdict === 'undecided' ? `<small>${prose(reason ?? '')}</small>` : '';
  return `<li>${marks[verdict]}${prose(title)} <span class="tag">${rows.join(' ')}</span><span class="tag">${level}</span>${more}${why}</li>`;
}

const countText = ({ passed, failed, undecided }: Counts): string =>
  [
    passed > 0 ? `${passed} passed` : '',
    failed > 0 ? `${failed} failed` : '',
    undecided > 0 ? `${undecided} undecided` : '',
  ]
    .filter((text) => text !== '')
    .join(' · ');

function tileHtml(section: SectionResult): string {
  return `<a class="tile${section.failed > 0 ? ' hot' : ''}" href="#section-${section.id}"><strong>${escapeXml(section.title)}</strong>${bar(section)}<small>${countText(section)}</small></a>`;
}

function sectionHtml(section: SectionResult, results: readonly CaseResult[]): string {
  const own = results.filter((result) => result.section === section.id);
  return `<details id="section-${section.id}"><summary><b>${escapeXml(section.title)}</b> · ${countText(section)}</summary><div class="body"><p class="sub"><a href="${escapeXml(section.spec)}">${escapeXml(section.spec)}</a></p><ul>${own.map(resultHtml).join('')}</ul></div></details>`;
}

function listHtml(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `<h2>${title}</h2><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}

/** Returns a report as one HTML page that loads nothing: works offline, light and dark, on phones, and without script. */
export function reportHtml(report: Report): string {
  const { target, startedAt, milliseconds, requests, summary, sections, results, leftovers, outside } = report;
  const failures = results.filter(({ verdict }) => verdict === 'failed');
  const title = `JSON:API 1.1 conformance of ${escapeXml(target)}`;
  const list = failures.length === 0 ? '<p class="good">No case failed.</p>' : failures.map(failureHtml).join('\n');
  const left = listHtml(
    'These resources stayed',
    leftovers.map(({ request, reason }) => `<code>${escapeXml(request)}</code><small>${prose(reason)}</small>`),
  );
  const other = listHtml('Not followed, because they are not below the base URL', outside.map(escapeXml));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><style>${htmlStyle}</style></head><body><main>
<h1>JSON:API 1.1 conformance</h1>
<p class="sub">${escapeXml(target)} · <time datetime="${startedAt}">${startedAt.slice(0, 16).replace('T', ' ')} UTC</time> · ${requests} requests in ${(milliseconds / 1000).toFixed(1)} s</p>
<section class="hero" aria-label="Summary"><div class="big"><div><b class="good">${summary.passed}</b> <span>passed</span></div><div><b class="${summary.failed > 0 ? 'bad' : 'good'}">${summary.failed}</b> <span>failed${summary.failed > 0 ? ` (${summary.failedByLevel.must} of them MUST)` : ''}</span></div><div><b class="open">${summary.undecided}</b> <span>undecided</span></div></div>${bar(summary)}</section>
<h2>Sections</h2><div class="grid">${sections.map(tileHtml).join('')}</div>
<h2>Failures</h2>${list}
${left}${other}<h2>All cases</h2>${sections.map((section) => sectionHtml(section, results)).join('\n')}
</main></body></html>
`;
}
