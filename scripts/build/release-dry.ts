/**
 * A release without publishing: raises the versions in a copy of the repository, builds and packs it there, publishes the tarballs dry to a
 * registry of its own, installs them in an empty project, and runs the example of the README. The repository does not change.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { readScriptOptions } from '../command-line/script-options.ts';
import { pinned } from '../packed/project.ts';
import { runTool, type ToolResult } from '../run-tool.ts';
import { folders, readPackages, root } from '../workspace.ts';

readScriptOptions({ command: 'npm run release:dry' });
const folder = mkdtempSync(join(tmpdir(), 'linkage-release-'));
const copy = join(folder, 'repository');
const tarballs = join(folder, 'tarballs');
const project = join(folder, 'project');

function must(step: string, { ok, output }: ToolResult): string {
  if (!ok) throw new Error(`${step}: ${output}`);
  console.log(`ok  ${step}`);
  return output;
}

async function copyRepository(): Promise<void> {
  const files = must('list the files', await runTool('git', ['ls-files'])).split('\n');
  for (const file of files) if (existsSync(join(root, file))) cpSync(join(root, file), join(copy, file));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  // The links between packages are relative: in the copy, they lead to the copy.
  for (const folder of folders.values()) {
    const modules = join(relative(root, folder), 'node_modules');
    if (existsSync(join(root, modules)))
      cpSync(join(root, modules), join(copy, modules), { recursive: true, verbatimSymlinks: true });
  }
  // `changeset version` reads the history of the branch.
  must('record the copy', await runTool('git', ['init', '--quiet', '--initial-branch=main'], copy));
}

/** The program of the README that listens, at a free port, and ends after one request to itself. */
function readmeProgram(): string {
  const [, code = ''] =
    /<!-- docs\/examples\/short-server\.ts -->\n```ts\n(.*?)```/s.exec(readFileSync(join(copy, 'README.md'), 'utf8')) ??
    [];
  if (!code.includes('http.createServer(') || !code.includes('.listen(3000)'))
    throw new Error('The README does not contain docs/examples/short-server.ts.');
  const request = `await new Promise((resolve) => host.once('listening', resolve));
const response = await fetch(\`http://localhost:\${host.address().port}/articles/1?include=author\`);
console.log(response.status, response.headers.get('content-type'), await response.text());
host.close();
host.closeAllConnections();
`;
  return code.replace('http.createServer(', 'const host = http.createServer(').replace('(3000)', '(0)') + request;
}

async function pack(): Promise<Readonly<Record<string, string>>> {
  must('build', await runTool(process.execPath, ['scripts/build/main.ts'], copy));
  mkdirSync(tarballs);
  const dependencies: Record<string, string> = {};
  for (const { name, folder: original, isPublic } of readPackages()) {
    if (!isPublic) continue;
    const copied = join(copy, relative(root, original));
    const { version } = JSON.parse(readFileSync(join(copied, 'package.json'), 'utf8'));
    must(`pack ${name} ${version}`, await runTool('pnpm', ['pack', '--pack-destination', tarballs], copied));
    const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
    if (version === '0.0.0' || !existsSync(join(tarballs, file))) throw new Error(`${name} has version ${version}.`);
    dependencies[name] = `file:${join(tarballs, file)}`;
  }
  return dependencies;
}

/** Runs `npm publish --dry-run` for each tarball. The registry is empty, and stores nothing. */
async function publishDry(dependencies: Readonly<Record<string, string>>): Promise<void> {
  const taken: string[] = [];
  const registry = createServer(({ method, url }, response) => {
    if (method !== 'GET') taken.push(`${method} ${url}`);
    response.writeHead(404, { 'Content-Type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => registry.once('listening', resolve));
  const { port } = registry.address() as AddressInfo;
  for (const [name, file] of Object.entries(dependencies)) {
    const options = ['--dry-run', '--provenance=false', `--registry=http://127.0.0.1:${port}`, '--loglevel=error'];
    const output = must(
      `publish ${name}, dry`,
      await runTool('npm', ['publish', file.slice('file:'.length), ...options], folder),
    );
    if (!output.includes(`+ ${name}@`)) throw new Error(output);
  }
  registry.close();
  if (taken.length > 0) throw new Error(`npm sent ${taken.join(', ')}.`);
}

try {
  await copyRepository();
  must('raise the versions', await runTool('changeset', ['version'], copy));
  const dependencies = await pack();
  await publishDry(dependencies);
  mkdirSync(project);
  const manifest = {
    private: true,
    type: 'module',
    dependencies: {
      ...pinned('@tanstack/query-core', 'drizzle-orm', 'fastify', 'koa', 'kysely', 'zod'),
      ...dependencies,
    },
  };
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
  must(
    'install',
    await runTool('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'], project),
  );
  const [anyPackage = ''] = readdirSync(join(project, 'node_modules', '@linkage'));
  const contents = readdirSync(join(project, 'node_modules', '@linkage', anyPackage));
  const missing = ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'package.json'].filter(
    (it) => !contents.includes(it),
  );
  if (missing.length > 0) throw new Error(`The tarball of ${anyPackage} lacks ${missing.join(', ')}.`);
  const changelog = readFileSync(join(copy, 'packages/server/CHANGELOG.md'), 'utf8');
  if (changelog.includes('Updated dependencies'))
    throw new Error(`A changelog lists updated dependencies:\n${changelog}`);
  writeFileSync(join(project, 'server.ts'), readmeProgram());
  const answer = must('run the README', await runTool(process.execPath, ['server.ts'], project));
  if (!answer.startsWith('200 application/vnd.api+json {') || !answer.includes('"included"')) throw new Error(answer);
  console.log('The release would work. Nothing was published.');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
