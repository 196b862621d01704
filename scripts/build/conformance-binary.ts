/**
 * Builds `linkage-conformance` as one executable file that needs no Node of its user:
 * `node scripts/bootstrap.mjs run scripts/build/conformance-binary.ts <file>`. It runs on the platform that it was built on.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { packagePath, root } from '../workspace.ts';

/** Builds the file. The version is a constant of it, because it runs without its package. */
export async function buildBinary(file: string): Promise<void> {
  const source = packagePath('conformance');
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const folder = mkdtempSync(join(tmpdir(), 'linkage-binary-'));
  const [main, config] = [join(folder, 'main.mjs'), join(folder, 'sea.json')];
  try {
    await build({
      entryPoints: [join(source, 'src/cli/main.ts')],
      ...{ outfile: main, bundle: true, platform: 'node', format: 'esm', minify: true, logLevel: 'error' },
      absWorkingDir: root,
      plugins: [
        {
          name: 'version',
          setup({ onLoad }) {
            onLoad({ filter: /[\\/]own-version\.ts$/ }, () => ({
              contents: `export const version = ${JSON.stringify(version)};`,
            }));
          },
        },
      ],
    });
    const output = resolve(file);
    writeFileSync(config, JSON.stringify({ main, mainFormat: 'module', output, disableExperimentalSEAWarning: true }));
    execFileSync(process.execPath, ['--build-sea', config], { stdio: 'pipe' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const [file] = process.argv.slice(2);
if (import.meta.main) {
  if (file === undefined) throw new Error('The file to write is missing.');
  await buildBinary(file);
}
