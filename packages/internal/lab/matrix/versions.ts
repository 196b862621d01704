/** The versions that the matrix runs with. */

/** The lowest Node of `engines`: from here on, `require` loads ES modules. */
export const lowestNode = '22.12.0';

/** The lowest TypeScript that reads the declarations; `npm test` checks with it. */
export const lowestTypeScript = '5.7';

/** Versions of the npm package `node`, which contains the program. */
export const nodeVersions: readonly string[] = [lowestNode, '22.23.3', '24.9.0', '26.10.0'];

/** Runtimes that come as npm packages of one program. */
export const otherRuntimes: Readonly<Record<'bun' | 'deno', string>> = { bun: '1.4.5', deno: '2.9.6' };

/** The lowest and the latest first, in case the time is short. */
export const typeScriptVersions: readonly string[] = ['5.7.3', '7.0.2', '6.0.3', '5.9.3'];

/** Pairs of `module` and `moduleResolution` of tsconfig.json. */
export const resolutions: readonly (readonly [module: string, resolution: string])[] = [
  ['nodenext', 'nodenext'],
  ['node16', 'node16'],
  ['esnext', 'bundler'],
];

export const packageManagers: Readonly<Record<'npm' | 'pnpm' | 'yarn' | 'bun', string>> = {
  npm: '12.2.0',
  pnpm: '12.21.0',
  yarn: '4.18.1',
  bun: otherRuntimes.bun,
};

/** Test runners with module loaders of their own. ts-jest does not support TypeScript 7. */
export const runnerVersions: Readonly<Record<string, string>> = {
  jest: '30.5.2',
  '@jest/globals': '30.5.2',
  'ts-jest': '29.4.15',
  typescript: '5.9.3',
};

/** Runs Workers without an account: it contains workerd. */
export const miniflareVersion = '4.20260730.0';
