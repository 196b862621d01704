import { escapeText } from '@linkage/core/internal';
import type { Exchange } from '../target/exchange.ts';
import { failureFacts } from './failure-lines.ts';
import { htmlStyle } from './html-style.ts';
import {
  type CaseResult,
  type Counts,
  countText,
  type Finding,
  type Report,
  type SectionResult,
  shareOf,
} from './report.ts';

const BODY = 4_000;
const escapeXml = (text: string): string => escapeText(text, 'xml');
const marks = {
  passed: '<span class="mark good">✓</span>',
  failed: '<span class="mark bad">✗</span>',
  undecided: '<span class="mark open">?</span>',
  absent: '<span class="mark">–</span>',
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

const linkHtml = (url: string): string => `<a href="${escapeXml(url)}">${escapeXml(url)}</a>`;

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

const factHtml = ([name, text]: readonly [name: string, text: string]): string =>
  `<dt>${escapeXml(`${name.charAt(0).toUpperCase()}${name.slice(1)}`)}</dt><dd>${name === 'read' || name === 'examples' ? linkHtml(text) : prose(text)}</dd>`;

/** Writes the facts and the last requests of a case. */
function factsHtml(result: CaseResult): string {
  const facts = failureFacts(result).map(factHtml).join('\n');
  return `<dl>${facts}\n<dt>Run alone</dt><dd><code>--only ${escapeXml(result.id)}</code></dd></dl>
${result.exchanges.slice(-3).map(exchangeHtml).join('')}`;
}

/** One part of the list of failures: its title, and the text below it. */
interface Fold {
  readonly id: string;
  readonly level: string;
  readonly rows: readonly string[];
  readonly title: string;
  readonly body: string;
}

function foldHtml({ id, level, rows, title, body }: Fold, name: string, index: number): string {
  const tags = [
    `<span class="tag ${level}">${level.toUpperCase()}</span>`,
    ...rows.map((row) => `<span class="tag">${row}</span>`),
  ];
  return `<details class="${name}" id="${escapeXml(id)}"${index === 0 ? ' open' : ''}><summary>${tags.join('')}${prose(title)}</summary><div class="body">${body}</div></details>`;
}

/** Writes one cause with its cases below. A cause with one case is that case. */
function findingHtml(
  { cause, level, cases }: Finding,
  results: ReadonlyMap<string, CaseResult>,
  index: number,
): string {
  const own = cases.flatMap((id) => results.get(id) ?? []);
  const folds = own.map((result): Fold => ({ ...result, body: factsHtml(result) }));
  const [first, ...others] = folds;
  if (first === undefined) return '';
  if (others.length === 0)
    return foldHtml(
      { ...first, title: cause.startsWith(first.title) ? cause : `${cause}: ${first.title}` },
      'finding',
      index,
    );
  const body = `${folds.map((fold, at) => foldHtml(fold, 'fail', at)).join('\n')}<p>To run all of these cases: <code>--only ${escapeXml(cases.join(','))}</code></p>`;
  const title = `${cause}: ${cases.length} cases`;
  return foldHtml({ id: `cause-${index + 1}`, level, rows: first.rows.slice(0, 1), title, body }, 'finding', index);
}

function resultHtml({ id, rows, level, title, verdict, reason, came }: CaseResult): string {
  const more = verdict === 'failed' ? `<small><a href="#${escapeXml(id)}">${prose(came ?? '')}</a></small>` : '';
  const why = reason !== undefined ? `<small>${prose(reason ?? '')}</small>` : '';
  return `<li>${marks[verdict]}${prose(title)} <span class="tag">${rows.join(' ')}</span><span class="tag">${level}</span>${more}${why}</li>`;
}

function tileHtml(section: SectionResult): string {
  return `<a class="tile${section.failed > 0 ? ' hot' : ''}" href="#section-${section.id}"><strong>${escapeXml(section.title)}</strong>${bar(section)}<small>${countText(section, ' · ')}</small></a>`;
}

function sectionHtml(section: SectionResult, results: readonly CaseResult[]): string {
  const own = results.filter((result) => result.section === section.id);
  return `<details id="section-${section.id}"><summary><b>${escapeXml(section.title)}</b> · ${countText(section, ' · ')}</summary><div class="body"><p class="sub">${linkHtml(section.spec)}</p><ul>${own.map(resultHtml).join('')}</ul></div></details>`;
}

function listHtml(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `<h2>${title}</h2><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}

/** Returns a report as one HTML page that loads nothing: works offline, light and dark, on phones, and without script. */
export function reportHtml(report: Report): string {
  const { target, startedAt, milliseconds, requests, summary, sections, results, findings, leftovers, outside } =
    report;
  const { causes, notices, outcome } = report;
  const told = [...(outcome.tooLittle === undefined ? [] : [outcome.tooLittle]), ...notices];
  const byId = new Map(results.map((result) => [result.id, result]));
  const title = `JSON:API 1.1 conformance of ${escapeXml(target)}`;
  const list = findings.map((finding, index) => findingHtml(finding, byId, index)).join('\n');
  const left = listHtml(
    'These resources stayed',
    leftovers.map(({ request, reason }) => `<code>${escapeXml(request)}</code><small>${prose(reason)}</small>`),
  );
  const open = listHtml(
    'Why cases are undecided',
    causes.map(({ cases, reason, remedy }) => `${cases} × ${prose(reason)}<small>${prose(remedy)}</small>`),
  );
  const other = listHtml('Not followed, because they are not below the base URL', outside.map(escapeXml));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><style>${htmlStyle}</style></head><body><main>
<h1>JSON:API 1.1 conformance</h1>
<p class="sub">${escapeXml(target)} · <time datetime="${startedAt}">${startedAt.slice(0, 16).replace('T', ' ')} UTC</time> · ${requests} requests in ${(milliseconds / 1000).toFixed(1)} s</p>
<section class="hero" aria-label="Summary"><div class="big"><div><b class="good">${summary.passed}</b> <span>passed</span></div><div><b class="${summary.failed > 0 ? 'bad' : 'good'}">${summary.failed}</b> <span>failed${summary.failed > 0 ? ` (${summary.failedByLevel.must} of them MUST)` : ''}</span></div><div><b class="open">${summary.undecided}</b> <span>undecided</span></div></div>${bar(summary)}
${told.map((text) => `<p class="bad">${prose(text)}</p>`).join('')}
<p>${outcome.failures.length} failures count, ${outcome.known.length} are known. ${summary.absent} cases are about what the server does not have.</p>
<p class="share">MUST: ${shareOf(summary.byLevel.must)}. SHOULD: ${shareOf(summary.byLevel.should)}.</p></section>
<h2>Failures by cause</h2>${list === '' ? '<p class="good">No case failed.</p>' : list}
${open}${left}${other}<h2>Sections</h2><div class="grid">${sections.map(tileHtml).join('')}</div>
<h2>All cases</h2>${sections.map((section) => sectionHtml(section, results)).join('\n')}
</main></body></html>
`;
}
