/** Writes the code blocks of all pages from docs/examples and from the answers of its servers, docs/reference from the code, and docs/drawings. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.ts';
import { drawingFiles } from './drawings.ts';
import { fillAnswers, fillExamples } from './fill.ts';
import { readPages } from './markdown.ts';
import { referencePages } from './reference.ts';

mkdirSync(join(root, 'docs/reference'), { recursive: true });
for (const [path, text] of referencePages()) writeFileSync(join(root, path), text);

mkdirSync(join(root, 'docs/drawings'), { recursive: true });
for (const [path, text] of drawingFiles()) writeFileSync(join(root, path), text);

const pages = readPages(['README.md', 'docs/**/*.md', 'packages/{*,{adapters,sources,tools,internal}/*}/README.md']);
for (const { path, text } of pages) {
  const filled = await fillAnswers(fillExamples(text));
  if (filled === text) continue;
  writeFileSync(join(root, path), filled);
  console.log(`Written: ${path}`);
}
