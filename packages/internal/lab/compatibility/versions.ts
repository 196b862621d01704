/** The versions under test. Those of TypeScript and of the frameworks are the development dependencies of the workspace. */

/** The lowest Node of `engines`: from here on, `require` loads ES modules. */
export const lowestNode = '22.12.0';

/** The lowest TypeScript that reads the declarations. */
export const lowestTypeScript = '5.7';

/** Runtimes that come as npm packages of one program. The tests themselves run on the latest Node. */
export const runtimeVersions = { node: lowestNode, bun: '1.4.5', deno: '2.9.6' } as const;

/** Those beside npm, which other tests use. */
export const managerVersions = { pnpm: '12.21.0', yarn: '4.18.1', bun: runtimeVersions.bun } as const;

/** Test runners with module loaders of their own. ts-jest does not support TypeScript 7. */
export const runnerVersions = {
  jest: '30.5.2',
  '@jest/globals': '30.5.2',
  'ts-jest': '29.4.15',
  typescript: '5.9.3',
} as const;

/** The versions of Vitest whose types declare `expect` in another way, and the types of the global `expect` of Jest. */
export const vitestVersions = ['2.1.9', '3.2.7', '4.1.12', '5.1.2'] as const;
export const jestTypesVersion = '30.0.0';

/** Runs Workers without an account: it contains workerd. */
export const miniflareVersion = '4.20260730.0';
