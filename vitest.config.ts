import { defineConfig } from 'vitest/config';
import { totalsReporter } from './scripts/totals-reporter.ts';

export default defineConfig({
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts', 'docs/**/*.test.ts', 'scripts/**/*.test.ts'],
    reporters: ['default', totalsReporter],
    typecheck: {
      enabled: true,
      checker: 'tsc',
      include: ['packages/*/{src,test}/**/*.test-d.ts'],
      tsconfig: './tsconfig.json',
    },
  },
});
