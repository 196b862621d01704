/** The cost of the types of a large API: how often the compiler instantiates a type for it, which is the same on each machine. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Compilation, compile } from '../../../../scripts/types/compiler.ts';

/** The number of resource types. Each has five attributes and five relationships. */
export const typeCount = 300;

/** The maximum of instantiations, by TypeScript 5.9. */
export const costLimit = 355_000;

/** The declaration of an API. Each relationship has the targets that its number chooses, so that the types form one graph. */
export function declaration(count: number): string {
  const types = Array.from({ length: count }, (_, index) => {
    const target = (step: number): string => `'type${(index * 7 + step * 13 + 1) % count}'`;
    return `  type${index}: {
    attributes: {
      name: z.string(),
      size: attribute(z.int().default(0), { sort: true, filter: true }),
      createdAt: attribute(z.iso.datetime(), { write: false }),
      open: z.boolean().nullable(),
      tags: z.array(z.string()),
    },
    relationships: {
      owner: toOne(${target(1)}, { sort: true, filter: true }),
      parent: toOne(${target(2)}),
      members: toMany(${target(3)}),
      notes: toMany(${target(4)}, { filter: true }),
      subject: toOne([${target(5)}, ${target(6)}]),
    },
  },`;
  });
  return `import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { z } from 'zod';

export const api = defineApi({
${types.join('\n')}
});
`;
}

/** An application with such an API: documents out and in, a source by hand, and a server with rules. */
const application = `import { buildDocument, parseCreate, parseQuery, serialize } from '@linkage/core';
import { createMemorySources, createServer, type DataSource } from '@linkage/server';
import { api } from './api.ts';

const record = { id: 1, name: 'x', size: 1, createdAt: '', open: null, tags: [], owner: 1 };
export const document = buildDocument(api, 'type0', record, { include: ['owner'] });
export const text = serialize(api, 'type0', [record], { include: ['parent.members'] });
export const input = parseCreate(api, 'type0', {});
export const query = parseQuery(api, 'type0', 'include=owner');
export const source: DataSource<typeof api, 'type1'> = { find: () => [{ id: 1, name: 'x' }] };
export const server = createServer(api, { ...createMemorySources(api, {}), type1: source }, {
  context: () => ({ name: 'x' }),
  defaultAccess: 'allow', access: { type0: { read: (user) => user.name === 'x' } },
  defaultIncludes: { type0: ['owner'] },
});
`;

/** The maximum for the same API in a whole application, by TypeScript 5.9. */
export const wholeLimit = 750_000;

/** The instantiations that rules of one kind can take for each type: `read` with conditions, and `update` with the record. */
export const ruleLimits = { read: 900, update: 150 } as const;

/** The time that an editor may take after each edit of the rules of 150 types, two for each. A slow machine takes several times as many seconds. */
export const editLimits = { types: 150, instantiations: 302_000, seconds: 0.8, slowness: 5 } as const;

const rulesOf = {
  read: "read: (user) => [{ field: 'owner', values: [user.id] }, { or: [{ field: 'name', values: [user.name] }, { field: 'parent.size', operator: 'gt', values: [1] }] }]",
  update: 'update: (user, { record }) => record.owner?.id === user.id',
} as const;

/** A module that declares a value for each type. */
function moduleOf(count: number, type: string, value: string): string {
  const types = Array.from({ length: count }, (_, index) => `  type${index}: { ${value} },`);
  return `import type { AccessRules, WriteHooks } from '@linkage/server';
import type { MyApi } from './api.ts';
interface User { readonly id: string; readonly name: string }
export const values: ${type} = {
${types.join('\n')}
};
`;
}

/** A module with rules of some kinds for each type. */
export function rulesModule(count: number, kinds: readonly (keyof typeof rulesOf)[]): string {
  return moduleOf(count, 'AccessRules<MyApi, User>', kinds.map((kind) => rulesOf[kind]).join(', '));
}

const wholeServer = `import { createMemorySources, createServer } from '@linkage/server';
import { api } from './api.ts';
import { values as hooks } from './hooks.ts';
import { values as access } from './rules.ts';

export const server = createServer(api, createMemorySources(api, {}), { context: () => ({ id: '1', name: 'x' }), access, hooks });
`;
const wholeClient = `import { createClient } from '@linkage/client';
import type { MyApi } from './api.ts';

const client = createClient<MyApi>({ baseUrl: '/api' });
export const names = client.list('type0', { include: ['owner'], sort: ['size'] }).then(({ data }) => data[0]?.owner?.name);
export const saved = client.update('type1', '1', { attributes: { name: 'x' } });
`;

/** The declaration of an API with a name. */
export function namedDeclaration(count: number): string {
  return `${declaration(count).replace('export const api =', 'const declared =')}type Declared = typeof declared;
export interface MyApi extends Declared {}
export const api: MyApi = declared;
`;
}

/** Writes a whole application into a folder, and returns its files: an API with a name, two rules and a hook of each type, a server, and a client. */
export function writeWhole(folder: string, count: number = typeCount): readonly string[] {
  mkdirSync(folder, { recursive: true });
  const hook = 'update: { before: ({ record, input }) => (record.name === input.attributes.name ? undefined : input) }';
  const modules = {
    'api.ts': namedDeclaration(count),
    'rules.ts': rulesModule(count, ['read', 'update']),
    'hooks.ts': moduleOf(count, 'WriteHooks<MyApi, User>', hook),
    'server.ts': wholeServer,
    'client.ts': wholeClient,
  };
  for (const [name, text] of Object.entries(modules)) writeFileSync(join(folder, name), text);
  return Object.keys(modules);
}

/** Writes the application into a folder, and returns its files. */
export function writeApplication(folder: string, count: number = typeCount): readonly string[] {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'api.ts'), declaration(count));
  writeFileSync(join(folder, 'application.ts'), application);
  return ['api.ts', 'application.ts'];
}

/**
 * Returns the number of instantiations. TypeScript 7 checks files in several threads, of which each instantiates the same
 * types: with one thread, the numbers can be compared.
 *
 * @throws {Error} If the application does not compile.
 */
export async function countInstantiations(compilation: Compilation, major: number): Promise<number> {
  const output = await compile({ ...compilation, flags: major < 7 ? [] : ['--singleThreaded'] });
  const count = /^Instantiations:\s+(\d+)/m.exec(output)?.[1];
  if (count === undefined || output.includes('error TS')) throw new Error(output);
  return Number(count);
}
