/** Programs that load every package, with `import` and with `require`, and serve a request. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from '../../../../scripts/run-tool.ts';
import { readPackages } from '../../../../scripts/workspace.ts';

const serve = `
const api = core.defineApi({ articles: { attributes: { title: z.string() } } });
const server = createServer(api, createMemorySources(api, { articles: [{ id: 1, title: 'Hello' }] }));
toFetchHandler(server)(new Request('http://localhost/articles/1')).then(async (response) => {
  const document = await response.json();
  if (document.data.attributes.title !== 'Hello') throw new Error(JSON.stringify(document));
  if (core.validateDocument(document).issues) throw new Error('not a document');
  console.log('served');
});
`;

/** All but the command that creates projects, which is not imported. */
const published = readPackages().filter(({ isPublic, name }) => isPublic && name !== 'create-linkage');
const names = JSON.stringify(published.map(({ name }) => name));

const imports = `import * as core from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { createMemorySources, createServer } from '@linkage/server';
import { z } from 'zod';
await Promise.all(${names}.map((name) => import(name)));
${serve}`;

const requires = `const core = require('@linkage/core');
const { toFetchHandler } = require('@linkage/fetch');
const { createMemorySources, createServer } = require('@linkage/server');
const { z } = require('zod');
for (const name of ${names}) require(name);
${serve}`;

/**
 * Loads the packages both ways. Returns what the program printed, if it failed.
 *
 * @param folder Has `node_modules` with the packages.
 */
export async function loadPackages(program: string, folder: string): Promise<string | undefined> {
  for (const [file, code] of Object.entries({ 'load.mjs': imports, 'load.cjs': requires })) {
    writeFileSync(join(folder, file), code);
    const { ok, output } = await runTool(program, [file], folder);
    if (!ok || !output.includes('served')) return `${file}: ${output}`;
  }
  return undefined;
}
