/** The strings of the playground as a project of Node: two commands start it. */

import { apiModule } from '../model/api-module.ts';
import type { Inputs } from '../model/question.ts';

/** The files of a project by their paths, or why there is none. */
export type Project = { readonly files: Readonly<Record<string, string>> } | { readonly mistake: string };

const server = `import { createServer as createHost } from 'node:http';
import { toNodeHandler } from '@linkage/node';
import { createMemorySources, createServer } from '@linkage/server';
import { api } from './api.mts';
import records from './records.json' with { type: 'json' };

const server = createServer(api, createMemorySources(api, records as never), { baseUrl: '/api' });

createHost(toNodeHandler(server, { prefix: '/api' })).listen(3000, 'localhost', () => {
  console.log('http://localhost:3000/apiTARGET');
});
`;

const guarded = `import { createServer as createHost } from 'node:http';
import { toNodeHandler } from '@linkage/node';
import { createMemorySources, createServer, unauthorized } from '@linkage/server';
import { api, accessByUser } from './api.mts';
import records from './records.json' with { type: 'json' };

type Rules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
const known: Readonly<Record<string, Rules>> = accessByUser;

/** Identifies the user. Replace this with the check of a token. */
function userOf(name: unknown): Rules {
  if (typeof name === 'string' && Object.hasOwn(known, name)) return known[name]!;
  throw unauthorized('Bearer', \`Send the name of a user: \${Object.keys(known).join(', ')}.\`);
}

const actions = ['read', 'fields', 'create', 'update', 'delete', 'updateRelationship'];
const access = [...api.types.keys()].map((type) => [
  type,
  Object.fromEntries(
    actions.map((action) => [action, (rules: Rules) => rules[type]?.[action] ?? action === 'fields']),
  ),
]);

const server = createServer(api, createMemorySources(api, records as never), {
  baseUrl: '/api',
  context: ({ headers }) => userOf(/^Bearer (\\S+)$/.exec(String(headers['authorization']))?.[1]),
  access: Object.fromEntries(access),
});

createHost(toNodeHandler(server, { prefix: '/api' })).listen(3000, 'localhost', () => {
  console.log("curl -H 'Authorization: Bearer USER' 'http://localhost:3000/apiTARGET'");
});
`;

const readme = `# An API from the playground of Linkage

    npm install
    npm start

You need Node 22.18 or later. \`api.mts\` declares the types, \`records.json\` contains the records, and \`server.mts\` serves both. The
records stay in memory: changes end with the process. Only this machine can reach the server.
`;

/** The packages of Linkage that a project imports. */
export const projectPackages: readonly string[] = ['core', 'node', 'server'];

/** Returns the files of the project. */
export function projectFiles({ declaration, records, target, user }: Inputs): Project {
  const api = apiModule(declaration);
  if (api === undefined) return { mistake: 'Name the API first: export const api = defineApi({ … }).' };
  try {
    JSON.parse(records.trim() === '' ? '{}' : records);
  } catch {
    return { mistake: 'The records must be JSON.' };
  }
  // A character of the target must not end the text in which it stands.
  const path = encodeURI(target.startsWith('/') ? target : `/${target}`)
    .replace(/['"\\`$]/g, encodeURIComponent)
    .replaceAll("'", '%27');
  const rules = declaration.split('const accessByUser = {')[1] ?? '';
  const first = /^\s*['"]?([\w-]+)/.exec(rules)?.[1] ?? '';
  const text = api.hasUsers
    ? guarded.replace('USER', () => (user !== undefined && /^[\w-]+$/.test(user) ? user : first))
    : server;
  const manifest = {
    name: 'linkage-api',
    private: true,
    type: 'module',
    engines: { node: '>=22.18' },
    scripts: { start: 'node server.mts' },
    dependencies: {
      // The packages are not on npm before the release, so the archive contains them.
      ...Object.fromEntries(projectPackages.map((it) => [`@linkage/${it}`, `file:packages/${it}`])),
      zod: '^4',
    },
  };
  return {
    files: {
      'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
      'api.mts': api.text,
      'records.json': records.trim() === '' ? '{}\n' : records,
      'server.mts': text.replace('TARGET', () => path),
      'README.md': readme,
    },
  };
}
