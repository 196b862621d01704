import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { usageError } from '@linkage/core/internal';
import { appSamples } from '../app/app-samples.ts';
import { formatReport } from '../report/format-report.ts';
import type { CaseResult, Report } from '../report/report.ts';
import { leftoverText } from '../report/to-text.ts';
import { type Run, startRun } from '../run/run-conformance.ts';
import type { Samples } from '../samples/samples.ts';
import { readBaseline, withBaseline } from './baseline.ts';
import { readBaseUrl, readCount, readHeaders, readOrigins, readTimeout } from './headers.ts';
import { readJson } from './read-text.ts';
import type { Terminal } from './terminal.ts';

const options = {
  samples: { type: 'string' },
  app: { type: 'boolean' },
  only: { type: 'string' },
  skip: { type: 'string' },
  baseline: { type: 'string' },
  'update-baseline': { type: 'boolean' },
  most: { type: 'string' },
  seed: { type: 'string' },
  spec: { type: 'string' },
  'read-only': { type: 'boolean' },
  'allow-origin': { type: 'string', multiple: true },
  destructive: { type: 'boolean' },
  timeout: { type: 'string' },
  header: { type: 'string', multiple: true },
  'fail-on': { type: 'string' },
  'min-decided': { type: 'string' },
  levels: { type: 'string' },
  json: { type: 'boolean' },
  junit: { type: 'string' },
  html: { type: 'string' },
  summary: { type: 'string' },
  badge: { type: 'string' },
  quiet: { type: 'boolean' },
} as const;

/** The exit status if resources of the tests stayed on the server. */
const STAYED = 3;
/** The exit status if the user has ended the run, and nothing stayed: that of SIGINT. */
const ENDED = 130;

async function readSamples(file: string | undefined, isApp: boolean | undefined): Promise<Samples> {
  if (isApp && file !== undefined) throw usageError('--app has its own samples: omit --samples.');
  if (isApp) return appSamples;
  if (file === undefined) throw usageError('--samples is missing. `init` drafts a samples file.');
  return (await readJson(file, 'The samples file')) as Samples;
}

function progressOf({
  raw,
  error,
  isInteractive,
}: Terminal): (result: CaseResult, index: number, total: number) => void {
  let failed = 0;
  return ({ verdict }, index, total) => {
    if (verdict === 'failed') failed++;
    const text = `${index} of ${total} ${total === 1 ? 'case' : 'cases'}, ${failed} failed`;
    if (isInteractive) raw.error(`\r${text}${index === total ? '\n' : ''}`);
    else if (index % 100 === 0 || index === total) error(`${text}\n`);
  };
}

type Files = Readonly<Record<'junit' | 'html' | 'summary' | 'badge', string | undefined>>;

/** A run can take minutes, so a mistake in the path of a report is found before. */
function assertFolders(files: Files): void {
  for (const [option, file] of Object.entries(files)) {
    if (file !== undefined && !existsSync(dirname(file)))
      throw usageError(`--${option}: the folder ${dirname(file)} does not exist. Create it, or check the path.`);
  }
}

async function writeFiles(report: Report, files: Files): Promise<void> {
  for (const format of ['junit', 'html', 'summary', 'badge'] as const) {
    const file = files[format];
    const form = format === 'badge' && file?.endsWith('.json') ? 'badge-json' : format;
    if (file !== undefined) await writeFile(file, formatReport(report, form));
  }
}

const listOf = (text: string | undefined): readonly string[] | undefined => text?.split(',').map((it) => it.trim());

/** Reads an option that is one of a few words. */
function readWord<Word extends string>(
  name: string,
  given: string | undefined,
  words: readonly Word[],
): Word | undefined {
  const word = words.find((it) => it === given);
  if (given === undefined || word !== undefined) return word;
  throw usageError(`--${name} must be one of ${words.join(', ')}, but it is "${given}".`);
}

/** Ends a run. At first, it deletes what it created; at the second time, it only says what stays. */
function endRun(run: Run, stop: AbortController, { error, exit }: Terminal): void {
  if (stop.signal.aborted) {
    const leftovers = run.leftovers();
    error(`\n${leftoverText(leftovers)}`);
    exit(leftovers.length > 0 ? STAYED : ENDED);
    return;
  }
  stop.abort();
  error('\nThe run ends, and deletes what it created. Press Ctrl+C again to end at once.\n');
}

/** `conform`: returns the exit status. */
export async function conformCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const failOn = readWord('fail-on', values['fail-on'], ['must', 'should', 'recommended']);
  const url = readBaseUrl(positionals);
  if (values.badge !== undefined && (values.only ?? values.skip) !== undefined) {
    throw usageError('--badge needs a run of all cases: omit --only and --skip.');
  }
  const files = { junit: values.junit, html: values.html, summary: values.summary, badge: values.badge };
  assertFolders(files);
  const baseline = await readBaseline(values.baseline, values['update-baseline'] === true);
  const samples = await readSamples(values.samples, values.app);
  const headers = { ...samples.headers, ...readHeaders(values.header) };
  const stop = new AbortController();
  const run = startRun(
    url,
    { ...samples, headers },
    {
      only: listOf(values.only),
      skip: listOf(values.skip),
      most: readCount('most', values.most, 1),
      seed: readCount('seed', values.seed, 0),
      specification: readWord('spec', values.spec, ['1.0', '1.1']),
      levels: readWord('levels', values.levels, ['published', 'linkage']),
      failOn,
      baseline,
      minDecided: readCount('min-decided', values['min-decided'], 0),
      onWait: ({ seconds }) => terminal.error(`The server asks for a pause: ${Math.ceil(seconds)} s.\n`),
      readOnly: values['read-only'] === true,
      allowOrigins: readOrigins(values['allow-origin']),
      destructive: values.destructive === true,
      timeout: readTimeout(values.timeout),
      signal: stop.signal,
      ...(values.quiet ? {} : { onResult: progressOf(terminal) }),
    },
  );
  terminal.onStop(() => endRun(run, stop, terminal));
  const report = await run.report().catch((error: unknown) => {
    if (stop.signal.aborted) return undefined;
    throw error;
  });
  if (report === undefined) return ENDED;
  if (report.unreached > 0) {
    // A part of the cases must not become a report, a badge, or a baseline.
    terminal.out(formatReport(report, values.json ? 'json' : 'text'));
    return report.leftovers.length > 0 ? STAYED : ENDED;
  }
  if (report.results.length === 0) throw usageError(`--only names no case: ${values.only}`);
  const { judged, text } = await withBaseline(baseline, report);
  terminal.out(formatReport(judged, values.json ? 'json' : 'text'));
  await writeFiles(judged, files);
  if (text !== '') terminal.error(text);
  return judged.outcome.status;
}
