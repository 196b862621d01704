/**
 * The tests of the libraries in workers whose built-in prototypes are frozen or forbidden: `npm run prototypes -- --suite`.
 * The environment variable `LINKAGE_PROTOTYPES` names the mode.
 */
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import base from '../../../vitest.config.ts';
import { suiteFolders } from './modes.ts';

export default defineConfig({
  root: join(import.meta.dirname, '../../..'),
  test: {
    ...base.test,
    include: suiteFolders.map((folder) => `${folder}{src,test}/**/*.test.ts`),
    exclude: ['**/node_modules/**'],
    typecheck: { enabled: false },
    pool: 'forks',
    setupFiles: ['packages/lab/prototypes/suite-setup.ts'],
    execArgv: process.env['LINKAGE_PROTOTYPES'] === 'forbidden' ? ['--disable-proto=throw'] : [],
  },
});
