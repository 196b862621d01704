/**
 * Compiles the examples of the last version, and the application of its usual mistakes, with the declarations of now, and compares the
 * exports. What fails breaks the code of users, and needs a release note that says so.
 */
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readScriptOptions } from '../command-line/script-options.ts';
import { runTool } from '../run-tool.ts';
import { emitDeclarations } from '../types/declarations.ts';
import { readPackages, root } from '../workspace.ts';
import { allowsBreaks, breaksOf } from './breaks.ts';

readScriptOptions({ command: 'npm run check:breaks' });

const snapshot = 'packages/core/test/exports.snap.json';
const readText = (file: string): string => readFileSync(file, 'utf8');

async function git(...args: readonly string[]): Promise<string> {
  const { ok, output } = await runTool('git', args, root);
  return ok ? output.trim() : '';
}

const tag = await git('describe', '--tags', '--abbrev=0', '--match', '@linkage/core@*');
if (tag === '') {
  console.log('There is no last version: no tag is named @linkage/core@….');
} else {
  const folder = mkdtempSync(join(tmpdir(), 'linkage-last-'));
  try {
    const archive = join(folder, 'last.tar');
    await git('archive', '--output', archive, tag, 'docs/examples', 'docs/mistakes', snapshot);
    const files = join(folder, 'files');
    mkdirSync(files);
    await runTool('tar', ['-xf', archive, '-C', files]);
    writeFileSync(join(files, 'package.json'), '{ "type": "module" }');
    const examples = globSync('docs/examples/*.ts', { cwd: files }).filter((file) => !file.endsWith('.test.ts'));
    const { application } = await import(pathToFileURL(join(files, 'docs/mistakes/declaration-mistakes.ts')).href);
    const code = new Map<string, string>([
      ...examples.map((file) => [basename(file), readText(join(files, file))] as const),
      ['mistakes-application.ts', String(application)],
    ]);
    const paths = await emitDeclarations(readPackages().flatMap((it) => (it.isPublic ? [it.name] : [])));
    const last = { code, exports: JSON.parse(readText(join(files, snapshot))) };
    const breaks = await breaksOf(last, JSON.parse(readText(join(root, snapshot))), paths);
    const notes = globSync('.changeset/*.md', { cwd: root }).map((file) => readText(join(root, file)));
    const isAllowed = breaks.length === 0 || allowsBreaks(tag.slice(tag.lastIndexOf('@') + 1), notes);
    console.log([`Since ${tag}, ${breaks.length} things break.`, ...breaks].join('\n'));
    if (!isAllowed) {
      console.error(
        'Code of users would break: keep it working, or write a release note of the level major (npm run changeset).',
      );
      process.exitCode = 1;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
