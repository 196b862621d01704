/**
 * Publishes all packages in two versions to a registry on this machine, and does what users do: install, add a package a year later, update,
 * and create a project, with npm, pnpm, and Yarn.
 */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readScriptOptions } from '../command-line/script-options.ts';
import { packTarballs } from '../packed/project.ts';
import { runAll, runTool, type ToolResult } from '../run-tool.ts';
import { packagePath, readPackages } from '../workspace.ts';

readScriptOptions({ command: 'npm run rehearse' });

const OLD = '1.0.0';
const NEW = '1.1.0';
/** The end of the error of a mix of versions. */
const SENTENCE = 'install-all-linkage-packages-in-one-version';
const YARN = '@yarnpkg/cli-dist@4.18.1';

const folder = mkdtempSync(join(tmpdir(), 'linkage-rehearsal-'));
const published: {
  readonly manifest: { readonly name: string; readonly version: string };
  readonly tarball: Buffer;
}[] = [];
let offered: readonly string[] = [OLD];

async function tar(...options: readonly string[]): Promise<void> {
  const { ok, output } = await runTool('tar', options);
  if (!ok) throw new Error(output);
}

async function publish(parent: string): Promise<void> {
  await tar('-czf', `${parent}.tgz`, '-C', parent, 'package');
  const manifest = JSON.parse(readFileSync(join(parent, 'package', 'package.json'), 'utf8'));
  published.push({ manifest, tarball: readFileSync(`${parent}.tgz`) });
}

/** Publishes a packed package in a version, as if it had been built in it. */
async function publishAs(name: string, tarball: string, built: string, version: string): Promise<void> {
  const parent = join(folder, 'published', `${name.replaceAll('/', '-')}-${version}`);
  mkdirSync(parent, { recursive: true });
  await tar('-xzf', tarball, '-C', parent);
  const replace = (file: string, from: string, to: string): void =>
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(from, to));
  replace(join(parent, 'package', 'package.json'), `"${built}"`, `"${version}"`);
  const dist = join(parent, 'package', 'dist');
  for (const file of globSync('**/*.js', { cwd: dist }))
    replace(join(dist, file), `/internal/${built}`, `/internal/${version}`);
  const internal = join(dist, 'internal', built);
  if (existsSync(internal)) renameSync(internal, join(dist, 'internal', version));
  await publish(parent);
}

/** Publishes a package that core uses, as it is installed here. */
async function publishInstalled(name: string): Promise<void> {
  const parent = join(folder, 'published', name.replaceAll('/', '-'));
  const options = { recursive: true, dereference: true };
  cpSync(join(packagePath('core'), 'node_modules', name), join(parent, 'package'), options);
  await publish(parent);
}

const registry = createServer(({ url = '' }, response) => {
  const name = decodeURIComponent(url.slice(1).split('/-/')[0] ?? '');
  const versions = published.filter((it) => it.manifest.name === name);
  const ours = versions.length > 1 ? versions.filter((it) => offered.includes(it.manifest.version)) : versions;
  const latest = ours.at(-1);
  if (latest === undefined) return response.writeHead(404, { 'Content-Type': 'application/json' }).end('{}');
  if (url.includes('/-/')) return response.end(ours.find((it) => url.endsWith(`-${it.manifest.version}.tgz`))?.tarball);
  const entries = ours.map(({ manifest, tarball }) => {
    const digest = (algorithm: string, encoding: 'hex' | 'base64') =>
      createHash(algorithm).update(tarball).digest(encoding);
    const dist = {
      tarball: `${address}/${name}/-/${name.split('/').at(-1)}-${manifest.version}.tgz`,
      shasum: digest('sha1', 'hex'),
      integrity: `sha512-${digest('sha512', 'base64')}`,
    };
    return [manifest.version, { ...manifest, dist }] as const;
  });
  // Managers can reject versions of the last days.
  const time = Object.fromEntries(entries.map(([version]) => [version, '2020-01-01T00:00:00.000Z']));
  const tags = { latest: latest.manifest.version };
  const document = { name, 'dist-tags': tags, versions: Object.fromEntries(entries), time };
  return response
    .writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' })
    .end(JSON.stringify(document));
}).listen(0, '127.0.0.1');
await new Promise((resolve) => registry.once('listening', resolve));
const address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;

type Command = readonly [program: string, ...options: string[]];

const yarn = join(folder, 'tools/node_modules/@yarnpkg/cli-dist/bin/yarn.js');
const project = ['my-api', '--database', 'none', '--framework', 'node'];
/** The manager, how it adds a package and creates a project, and what runs a program of a project. */
const managers: Readonly<Record<string, readonly [Command, add: Command, create: Command, node: Command]>> = {
  npm: [['npm'], ['install', '--no-audit'], ['create', '--yes', 'linkage', '--', ...project], [process.execPath]],
  pnpm: [['pnpm'], ['add'], ['create', 'linkage', ...project], [process.execPath]],
  yarn: [[process.execPath, yarn], ['add'], ['dlx', 'create-linkage', ...project], [process.execPath, yarn, 'node']],
};

const program = (imported: string): string => `import { defineApi } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { z } from 'zod';
${imported}
const api = defineApi({ articles: { attributes: { title: z.string() } } });
const server = createServer(api, createMemorySources(api, { articles: [{ id: '1', title: 'Hello' }] }));
console.log((await server.handle({ method: 'GET', url: '/articles/1', headers: {} })).status);
`;

/** Returns the result of each step of a user. */
async function rehearse(name: string): Promise<readonly (readonly [step: string, result: string])[]> {
  const [[tool, ...first], add, create, [node, ...before]] = managers[name] as (typeof managers)[string];
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, '.npmrc'), `registry=${address}\n`);
  writeFileSync(join(path, 'package.json'), '{ "name": "rehearsal", "private": true, "type": "module" }\n');
  writeFileSync(join(path, 'yarn.lock'), '');
  writeFileSync(join(path, 'server.js'), program(''));
  writeFileSync(join(path, 'described.js'), program("import '@linkage/openapi';"));
  const manager = (...options: readonly string[]): Promise<ToolResult> => runTool(tool, [...first, ...options], path);
  const starts = async (file: string): Promise<string> => {
    const { ok, output } = await runTool(node, [...before, file], path);
    if (ok && output.endsWith('200')) return 'starts';
    return output.includes(SENTENCE) ? 'does not start: the error says to install one version' : `FAILS: ${output}`;
  };
  const added = async (file: string, ...names: readonly string[]): Promise<string> => {
    const { ok, output } = await manager(...add, ...names);
    if (ok) return starts(file);
    return /peer|ERESOLVE/.test(output) ? 'rejects the mix' : `FAILS: ${output}`;
  };
  const all = ['core', 'server', 'node'].map((it) => `@linkage/${it}`);
  offered = [OLD];
  const installed = await added('server.js', ...all, 'zod');
  offered = [OLD, NEW];
  // In a year, what pnpm knows of a package expires.
  rmSync(join(folder, '.cache'), { recursive: true, force: true });
  const mixed = await added('described.js', '@linkage/openapi');
  const same = await added('described.js', `@linkage/openapi@${OLD}`);
  const updated = await added('described.js', ...[...all, '@linkage/openapi'].map((it) => `${it}@latest`));
  const created = await manager(...create);
  const isCreated = existsSync(join(path, 'my-api/src/api.ts'));
  const onlyStarts = (result: string): string => (result === 'starts' ? result : `FAILS: ${result}`);
  return [
    [`install ${OLD}`, onlyStarts(installed)],
    [`add @linkage/openapi when ${NEW} is the newest`, mixed === 'starts' ? 'FAILS: a mix starts' : mixed],
    [`add @linkage/openapi ${OLD}`, onlyStarts(same)],
    ['update all', onlyStarts(updated)],
    ['create a project', isCreated ? 'creates it' : `FAILS: ${created.output}`],
  ];
}

try {
  await runAll([() => runTool(process.execPath, ['scripts/build/main.ts'])]);
  const tools = ['install', '--prefix', join(folder, 'tools'), '--no-audit', '--no-fund', '--loglevel=error', YARN];
  const hasYarn = (await runTool('npm', tools, folder)).ok;
  const tarballs = await packTarballs(join(folder, 'tarballs'));
  for (const version of [OLD, NEW])
    for (const it of readPackages())
      if (it.isPublic) await publishAs(it.name, tarballs[it.name] ?? '', it.version, version);
  for (const name of ['zod', '@noble/hashes', 'fast-json-stable-stringify']) await publishInstalled(name);
  // Managers keep caches and settings in the home folder, and `npm run` passes its settings in the environment.
  for (const name of Object.keys(process.env)) if (/^(?:npm|pnpm)_/i.test(name)) delete process.env[name];
  Object.assign(process.env, {
    HOME: folder,
    CI: 'true',
    YARN_ENABLE_TELEMETRY: '0',
    YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
    YARN_NPM_REGISTRY_SERVER: address,
    YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
  });
  for (const name of Object.keys(managers)) {
    if (name === 'yarn' && !hasYarn) {
      console.log(`SKIPPED: Yarn, because npm could not install ${YARN}.`);
      continue;
    }
    const steps = await rehearse(name);
    for (const [step, result] of steps) console.log(`${name.padEnd(5)} ${step.padEnd(48)} ${result}`);
    if (steps.some(([, result]) => result.startsWith('FAILS'))) process.exitCode = 1;
  }
} finally {
  registry.close();
  registry.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
}
