/** Executes statements beside the page. Loads SQLite with the first question. */
import start, { type SqlJs } from 'sql.js';
import wasm from 'sql.js/dist/sql-wasm-browser.wasm?url';
import type { Inputs } from '../question.ts';
import { answerSql } from './answer-sql.ts';
import { readAll } from './read-all.ts';

let loading: Promise<SqlJs> | undefined;

async function load(): Promise<SqlJs> {
  const response = await fetch(wasm);
  if (!response.ok || response.body === null) throw new Error(`SQLite could not be loaded: status ${response.status}.`);
  return start({ wasmBinary: await readAll(response.body, (loaded) => postMessage({ id: 0, loaded })) });
}

addEventListener('message', async ({ data }: MessageEvent<Inputs & { readonly id: number }>) => {
  try {
    loading ??= load();
    postMessage({ id: data.id, ...(await answerSql(data, await loading)) });
  } catch (error) {
    loading = undefined;
    postMessage({ id: data.id, failure: error instanceof Error ? error.message : String(error) });
  }
});
// It has loaded.
postMessage({ id: 0 });
