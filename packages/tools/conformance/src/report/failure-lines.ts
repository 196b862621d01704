import { detailsOf, type Exchange } from '../target/exchange.ts';
import type { CaseResult } from './report.ts';

const MAX_BODY = 600;
/** The page with a wrong and a right exchange for each requirement. */
const PAGE = 'https://github.com/linkage-js/linkage/blob/main/docs/requirements.md';

const short = (body: string | undefined): string =>
  body === undefined || body === '' ? '' : body.length > MAX_BODY ? `${body.slice(0, MAX_BODY)}…` : body;

const shown = ['accept', 'content-type', 'if-match', 'location', 'allow'];

function fieldLines(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers)
    .filter(([name]) => shown.includes(name))
    .map(([name, value]) => `${name}: ${value}`);
}

function documentOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Returns what the errors of the response say, as one line; empty if there are none. */
function serverSays({ response }: Exchange): string {
  return response === undefined ? '' : detailsOf({ document: documentOf(response.body) });
}

/** Returns an exchange as lines: the request and the response, each with the headers that matter, and the beginning of its body. */
function exchangeLines(exchange: Exchange): readonly string[] {
  const { request, response, failure } = exchange;
  const sent = [`${request.method} ${request.url}`, ...fieldLines(request.headers), short(request.body)];
  const came =
    response === undefined
      ? [`no response: ${failure}`]
      : [`HTTP ${response.status}`, ...fieldLines(response.headers), short(response.body)];
  return [
    ...sent.filter((line) => line !== '').map((line) => `> ${line}`),
    ...came.filter((line) => line !== '').map((line) => `< ${line}`),
  ];
}

/** Returns the facts of a failure by their names: what was expected and came, what the specification says, and what must change. */
export function failureFacts({
  rows,
  expected,
  came,
  clause,
  change,
  since,
  levels,
  spec,
  exchanges,
}: CaseResult): readonly (readonly [name: string, text: string])[] {
  const last = exchanges.at(-1);
  const says = last === undefined ? '' : serverSays(last);
  return [
    ['expected', expected ?? ''],
    ['came', came ?? ''],
    ['the server says', says],
    [`the specification says${since === undefined ? '' : ` (since ${since})`}`, clause ?? ''],
    ['to change', change ?? ''],
    [
      'level',
      levels === undefined
        ? ''
        : `${levels.published} in the published text, ${levels.linkage} in the text that Linkage follows`,
    ],
    ['read', spec],
    ['examples', `${PAGE}#${(rows.at(0) ?? '').toLowerCase()}`],
  ].filter((fact): fact is [string, string] => fact[1] !== '');
}

/** Returns the lines about a failure: its facts, and the last exchange. */
export function failureLines(result: CaseResult): readonly string[] {
  const last = result.exchanges.at(-1);
  return [
    ...failureFacts(result).map(([name, text]) => `${name}: ${text}`),
    ...(last === undefined ? [] : exchangeLines(last)),
  ];
}
