import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { draftSamples } from '../draft/draft-samples.ts';
import { samplesFromOpenApi } from '../draft/open-api.ts';
import type { Samples } from '../samples/samples.ts';
import { readBaseUrl, readHeaders } from './headers.ts';
import type { Terminal } from './terminal.ts';

const options = {
  types: { type: 'string' },
  openapi: { type: 'string' },
  header: { type: 'string', multiple: true },
  out: { type: 'string' },
} as const;

/** Merges two drafts. Members from the server win, except `create` and `update`, which only the OpenAPI document knows. */
function merged(described: Samples, shown: Samples): Samples {
  const names = new Set([...Object.keys(described.types), ...Object.keys(shown.types)]);
  const types = [...names].map((name) => {
    const [left, right] = [described.types[name], shown.types[name]];
    const { create = right?.create, update = right?.update } = left ?? {};
    return [name, { ...left, ...right, ...(create && { create }), ...(update && { update }) }] as const;
  });
  return { ...shown, types: Object.fromEntries(types) };
}

async function describedBy(from: string): Promise<Samples> {
  const text = /^https?:\/\//.test(from) ? await (await fetch(from)).text() : await readFile(from, 'utf8');
  return samplesFromOpenApi(JSON.parse(text));
}

/** `init`: returns the exit status. */
export async function initCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const url = readBaseUrl(positionals);
  const headers = readHeaders(values.header);
  const described = values.openapi === undefined ? undefined : await describedBy(values.openapi);
  const listed = values.types?.split(',').map((it) => it.trim());
  const paths =
    described && Object.entries(described.types).map(([name, { collection }]) => (collection ?? `/${name}`).slice(1));
  const types = listed ?? paths;
  const shown = await draftSamples(url, { ...(types === undefined ? {} : { types }), headers });
  const text = `${JSON.stringify(described === undefined ? shown : merged(described, shown), null, 2)}\n`;
  if (values.out === undefined) terminal.out(text);
  else {
    await writeFile(values.out, text);
    terminal.error(`Wrote ${values.out}. Look at \`create\` and \`update\` of each type before you run \`conform\`.\n`);
  }
  return 0;
}
