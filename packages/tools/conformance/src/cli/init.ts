import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { draftSamples } from '../draft/draft-samples.ts';
import { samplesFromOpenApi } from '../draft/open-api.ts';
import { trySamples } from '../draft/try-samples.ts';
import type { GatewayOptions } from '../gateway/gateway.ts';
import type { Samples } from '../samples/samples.ts';
import { readBaseUrl, readHeaders, readOrigins, readTimeout } from './headers.ts';
import { readJson } from './read-text.ts';
import type { Terminal } from './terminal.ts';

const options = {
  types: { type: 'string' },
  openapi: { type: 'string' },
  try: { type: 'boolean' },
  header: { type: 'string', multiple: true },
  'allow-origin': { type: 'string', multiple: true },
  timeout: { type: 'string' },
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

/** Reads an OpenAPI document. The headers of the user are sent to the origin of the server alone. */
async function describedBy(from: string, base: string, headers: Readonly<Record<string, string>>): Promise<Samples> {
  const isOwn = URL.canParse(from) && new URL(from).origin === new URL(base).origin;
  return samplesFromOpenApi(await readJson(from, 'The OpenAPI document', isOwn ? headers : {}));
}

/** Tries the create requests of a draft, and says what came of them. */
async function tried(
  url: string,
  draft: Samples,
  headers: Readonly<Record<string, string>>,
  options: GatewayOptions,
  { error }: Terminal,
): Promise<Samples> {
  const { samples, said } = await trySamples(url, { ...draft, headers }, options);
  for (const text of said) error(`${text}\n`);
  const { headers: _, ...others } = samples;
  return others;
}

/** `init`: returns the exit status. */
export async function initCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const url = readBaseUrl(positionals);
  const headers = readHeaders(values.header);
  const described = values.openapi === undefined ? undefined : await describedBy(values.openapi, url, headers);
  const listed = values.types?.split(',').map((it) => it.trim());
  const paths =
    described && Object.entries(described.types).map(([name, { collection }]) => (collection ?? `/${name}`).slice(1));
  const types = listed ?? paths;
  const given = { allowOrigins: readOrigins(values['allow-origin']), timeout: readTimeout(values.timeout) };
  const shown = await draftSamples(url, {
    ...(types === undefined ? {} : { types }),
    headers,
    ...given,
    onProgress: (collection, index, total) => terminal.error(`Collection ${index} of ${total}: ${collection}\n`),
  });
  const draft = described === undefined ? shown : merged(described, shown);
  const text = `${JSON.stringify(values.try ? await tried(url, draft, headers, given, terminal) : draft, null, 2)}\n`;
  if (values.out === undefined) terminal.out(text);
  else {
    await writeFile(values.out, text);
    terminal.error(`Wrote ${values.out}. Look at \`create\` and \`update\` of each type before you run \`conform\`.\n`);
  }
  return 0;
}
