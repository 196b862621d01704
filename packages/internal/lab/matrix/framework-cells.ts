/** Frameworks × runtimes: each example of a framework in each runtime, with the packed packages. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { attackAll, compareAnswers, exceptionsOf, type Findings } from './check-answers.ts';
import { type Direct, sendDirect } from './compare.ts';
import { sendTo } from './exchange.ts';
import { listeners } from './listen.ts';
import type { InstalledRuntime } from './runtimes.ts';
import { startChild } from './start-child.ts';

export interface FrameworkCell {
  readonly framework: string;
  readonly runtime: string;
  /** Answers that are not those of the server. */
  readonly answers: Findings;
  /** Answers to hostile requests that are not those of `node:http`. */
  readonly hostile: Findings;
}

/** The frameworks that a runtime serves: its own server, and all that need `node:http`. */
export function frameworksOn({ kind }: Pick<InstalledRuntime, 'kind'>): readonly string[] {
  return kind === 'node' ? Object.keys(listeners) : [kind, ...Object.keys(listeners)];
}

let loads = 0;

/** Loads the API anew, so that it has not seen the writes of other cells. */
export async function freshServer(folder: string): Promise<Direct> {
  loads += 1;
  return import(`${pathToFileURL(join(folder, 'articles.js')).href}?${loads}`);
}

export async function runFrameworkCell(
  runtime: InstalledRuntime,
  folder: string,
  framework: string,
): Promise<FrameworkCell> {
  const known = exceptionsOf(framework, runtime.kind);
  const name = `${runtime.kind} ${runtime.version}`;
  try {
    const { port, stop } = await startChild(runtime, folder, framework);
    try {
      const direct = sendDirect(await freshServer(folder));
      const answers = await compareAnswers(sendTo(port), direct, known);
      return { framework, runtime: name, answers, hostile: await attackAll(port, known) };
    } finally {
      stop();
    }
  } catch (error) {
    return { framework, runtime: name, answers: { start: [String(error)] }, hostile: {} };
  }
}
