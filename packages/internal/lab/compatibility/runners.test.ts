/** Test runners whose module loaders are their own: the validator in Jest and in ts-jest, from CommonJS and from ES modules. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { fileDependencies, npmInstall, pinned, writeProject } from '../../../../scripts/packed/project.ts';
import { runTool } from '../../../../scripts/run-tool.ts';
import { emptyFolder, isSkipped, must, PATIENCE, skipped, tarballsFor } from './installed.ts';
import { runnerVersions } from './versions.ts';

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
  interface Matchers<R extends void | Promise<void>, T = unknown> extends DocumentMatchers<R> {}
}
${expectations}`;

interface Setup {
  readonly file: string;
  readonly code: string;
  readonly type: 'module' | 'commonjs';
  readonly jest: object;
}

/** The projects, by the name of the runner. */
const setups: Readonly<Record<string, Setup>> = {
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

/** Writes a project below a folder with `node_modules`, so that one installation serves all. Returns its folder. */
function writeSetup(parent: string, name: string, { file, code, type, jest }: Setup): string {
  const folder = join(parent, name.replaceAll(/\W+/g, '-').toLowerCase());
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type, jest: { rootDir: '.', ...jest } }));
  writeFileSync(join(folder, file), code);
  const module = type === 'module' ? 'esnext' : 'nodenext';
  const compilerOptions = {
    ...{ target: 'es2023', module, strict: true, types: ['node'], skipLibCheck: true, isolatedModules: false },
    moduleResolution: module === 'esnext' ? 'bundler' : 'nodenext',
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  return folder;
}

describe.skipIf(isSkipped)(`with packed packages${skipped}`, () => {
  let parent = '';
  beforeAll(async () => {
    parent = emptyFolder('runners');
    const { '@linkage/core': core = '', '@linkage/conformance': conformance = '' } = await tarballsFor('runners');
    const files = fileDependencies({ '@linkage/core': core, '@linkage/conformance': conformance });
    writeProject({ folder: parent, dependencies: { ...runnerVersions, ...pinned('@types/node'), ...files } });
    must(await npmInstall(parent, '--legacy-peer-deps'));
  }, PATIENCE.install);

  test.each(Object.entries(setups))(
    '%s runs the validator and the matchers',
    async (name, setup) => {
      const folder = writeSetup(parent, name, setup);
      const program = join(parent, 'node_modules', 'jest', 'bin', 'jest.js');
      const argv = ['--experimental-vm-modules', '--no-warnings', program, '--ci'];
      const { ok, output } = await runTool(process.execPath, argv, folder);
      expect(ok, output).toBe(true);
    },
    PATIENCE.run,
  );
});
