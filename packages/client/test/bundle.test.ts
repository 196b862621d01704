/** C21: a bundle of the client is small, and contains neither a schema nor the code of transactions. */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
/** The size to reach is 6 KiB. Options with suggestions take 0.7 KiB, filters 0.5, linked resources 0.65, errors 0.3, checks of queries 0.15, redirects and endless links 0.4, documents of the type `application/json` 0.25, actions 0.15, the check of profiles 0.05, the table of operators 0.1, answers that are restored from plain data 0.1, and `urls`, `refresh`, and `retryOn` 0.02, dates 0.03, and the error for a related resource without an id 0.05. */
const LIMIT = 8 * 1024 + 460;

test('createClient takes at most 8 KiB and 460 bytes, and only these modules of core', async () => {
  const names = 'createClient';
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root,
    plugins: [
      {
        name: 'entry',
        resolveId: (source) => (source === 'entry' ? '\0entry' : undefined),
        load: (id) => (id === '\0entry' ? `export { ${names} } from '@linkage/client';` : undefined),
      },
    ],
    build: {
      write: false,
      minify: true,
      target: 'es2023',
      rollupOptions: { input: 'entry', preserveEntrySignatures: 'strict' },
    },
  });
  const [output] = [result].flat();
  const chunks = output !== undefined && 'output' in output ? output.output : [];
  const modules = chunks.flatMap((it) => (it.type === 'chunk' ? Object.entries(it.modules) : []));
  const used = modules.filter(([, { renderedLength }]) => renderedLength > 0).map(([id]) => id.replace(`${root}/`, ''));
  const code = chunks.map((it) => (it.type === 'chunk' ? it.code : '')).join('\n');
  expect(used).toContain('packages/client/src/send.ts');
  expect(used.filter((id) => !id.startsWith('packages/client/src/')).sort()).toMatchInlineSnapshot(`
    [
      "packages/core/src/error/json-api-error.ts",
      "packages/core/src/internal/describe-value.ts",
      "packages/core/src/internal/members.ts",
      "packages/core/src/internal/options.ts",
      "packages/core/src/media-type/media-type.ts",
      "packages/core/src/query/condition-parts.ts",
      "packages/core/src/query/filter-value.ts",
      "packages/core/src/query/format-filter.ts",
      "packages/core/src/query/format-value.ts",
      "packages/core/src/query/parameter-text.ts",
      "packages/core/src/query/query-text.ts",
      "packages/core/src/requests/build/references.ts",
      "packages/core/src/requests/build/resource-input.ts",
      "packages/core/src/requests/deserialize/link-resources.ts",
      "packages/core/src/requests/deserialize/resource-table.ts",
      "packages/core/src/schema/filter-operator.ts",
      "packages/core/src/schema/url/resource-urls.ts",
      "packages/core/src/spec/document/own-json.ts",
    ]
  `);
  expect(used).not.toContain('packages/client/src/atomic.ts');
  expect(code).not.toContain('~standard');
  expect(gzipSync(code).byteLength).toBeLessThanOrEqual(LIMIT);
});
