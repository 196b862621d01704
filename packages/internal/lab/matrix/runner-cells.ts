/** Test runners whose module loaders are their own: the validator in Jest and in ts-jest, from CommonJS and from ES modules. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from '../../../../scripts/run-tool.ts';
import { fileDependencies, npmInstall, pinned, type Tarballs, writeProject } from './project.ts';
import { runnerVersions } from './versions.ts';

export interface RunnerCell {
  readonly runner: string;
  readonly fault: string | undefined;
}

const expectations = `
expect.extend(matchers);
test('the validator', () => {
  expect(validateDocument({ data: { type: 'articles', id: '1' } }).issues).toBeUndefined();
  expect(validateDocument({ data: { id: '1' } }).issues?.length).toBeGreaterThan(0);
  expect({ data: null }).toConform();
});
`;
const imported = `import { matchers } from '@linkage/conformance/vitest';
import { validateDocument } from '@linkage/core';
${expectations}`;
const required = `const { matchers } = require('@linkage/conformance/vitest');
const { validateDocument } = require('@linkage/core');
${expectations}`;
const typed = `import { type DocumentMatchers, matchers } from '@linkage/conformance/vitest';
import { validateDocument } from '@linkage/core';
import { expect, test } from '@jest/globals';
declare module 'expect' {
  interface Matchers<R> extends DocumentMatchers<R> {}
}
${expectations}`;

interface Setup {
  readonly file: string;
  readonly code: string;
  readonly type: 'module' | 'commonjs';
  readonly jest: object;
}

/** By the name in the table. */
export const runnerSetups: Readonly<Record<string, Setup>> = {
  'Jest, CommonJS': { file: 'validate.test.js', code: required, type: 'commonjs', jest: { transform: {} } },
  'Jest, ES modules': { file: 'validate.test.js', code: imported, type: 'module', jest: { transform: {} } },
  'ts-jest, CommonJS': {
    file: 'validate.test.ts',
    code: typed,
    type: 'commonjs',
    jest: { transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.json' }] } },
  },
  'ts-jest, ES modules': {
    file: 'validate.test.ts',
    code: typed,
    type: 'module',
    jest: {
      extensionsToTreatAsEsm: ['.ts'],
      transform: { '^.+\\.ts$': ['ts-jest', { useESM: true, tsconfig: 'tsconfig.json' }] },
    },
  },
};

/** Installs the runners. Returns why it is not possible, or undefined. */
export async function prepareRunners(folder: string, tarballs: Tarballs): Promise<string | undefined> {
  const { '@linkage/core': core = '', '@linkage/conformance': conformance = '' } = tarballs;
  const files = fileDependencies({ '@linkage/core': core, '@linkage/conformance': conformance });
  writeProject({ folder, dependencies: { ...runnerVersions, ...pinned('@types/node'), ...files } });
  const { ok, output } = await npmInstall(folder, '--legacy-peer-deps');
  return ok ? undefined : output;
}

export async function runRunnerCell(parent: string, runner: string): Promise<RunnerCell> {
  const { file, code, type, jest } = runnerSetups[runner] as Setup;
  // Below the folder with node_modules, so that one installation serves all.
  const folder = join(parent, runner.replaceAll(/\W+/g, '-').toLowerCase());
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type, jest: { rootDir: '.', ...jest } }));
  writeFileSync(join(folder, file), code);
  const module = type === 'module' ? 'esnext' : 'nodenext';
  const compilerOptions = { target: 'es2023', module, strict: true, types: ['node'], skipLibCheck: true };
  const resolution = { moduleResolution: module === 'esnext' ? 'bundler' : 'nodenext', isolatedModules: false };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, ...resolution } }),
  );
  const program = join(parent, 'node_modules', 'jest', 'bin', 'jest.js');
  const argv = ['--experimental-vm-modules', '--no-warnings', program, '--ci'];
  const { ok, output } = await runTool(process.execPath, argv, folder);
  return { runner, fault: ok ? undefined : output };
}
