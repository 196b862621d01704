/** Sends the curl commands of a page to the server that the page starts, and formats the answers. */

import { compactJson } from './compact-json.ts';
import { type CurlCommand, curlCommands } from './curl.ts';
import { type Block, blocksOf } from './markdown.ts';
import { runExample } from './run-example.ts';

/** A block that shows what a server responds, and what the server responds now. */
export interface Answer {
  readonly block: Block;
  readonly actual: string;
}

const namesShown = [
  'Location',
  'Content-Type',
  'ETag',
  'Vary',
  'Allow',
  'Accept-Patch',
  'Cache-Control',
  'WWW-Authenticate',
  'Idempotency-Replayed',
];

/** The status line and the headers that the pages talk about. */
function headOf(response: Response): string {
  const fields = namesShown.flatMap((name) => {
    const value = response.headers.get(name);
    // The value of an entity tag says nothing to a reader, and changes with the code.
    return value === null ? [] : [`${name}: ${name === 'ETag' ? '"…"' : value}`];
  });
  return [`HTTP/1.1 ${response.status} ${response.statusText}`, ...fields].join('\n');
}

async function answerTo(command: CurlCommand, origin: string): Promise<string> {
  const { url, method, headers, body } = command;
  const target = `${origin}${url.pathname}${url.search}`;
  const response = await fetch(target, { method, headers, body: body ?? null, redirect: 'manual' });
  const text = command.showsBody ? await response.text() : '';
  const shown = text.replaceAll(/"etag":"(?:[^"\\]|\\.)*"/g, '"etag":"\\"…\\""'); // see `headOf`
  const document = shown === '' ? '' : compactJson(JSON.parse(shown));
  return `${[...(command.showsHead ? [headOf(response)] : []), document].filter(Boolean).join('\n\n')}\n`;
}

/**
 * Returns the answers to the curl commands of a page, in order. A comment `server: docs/examples/…` above a shell block starts that
 * server for the commands from there on. Only the last command of a block has an answer: the `json` or `http` block after it.
 */
export async function answersOf(text: string): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  let running: Awaited<ReturnType<typeof runExample>> | undefined;
  let latest: string | undefined;
  try {
    for (const block of blocksOf(text)) {
      const [, server] = /^server: (\S+)$/.exec(block.comment ?? '') ?? [];
      if (server !== undefined) {
        await running?.stop();
        running = await runExample(server);
      }
      if (block.language === 'sh') {
        latest = undefined;
        for (const command of curlCommands(block.code)) {
          if (running === undefined) throw new Error(`No server is named above:\n${block.code}`);
          latest = await answerTo(command, running.origin);
        }
      } else if (latest !== undefined && (block.language === 'json' || block.language === 'http')) {
        answers.push({ block, actual: latest });
        latest = undefined;
      }
    }
  } finally {
    await running?.stop();
  }
  return answers;
}
