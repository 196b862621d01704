import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProject, type ProjectChoices } from 'create-linkage';

const choices: ProjectChoices = { database: 'sqlite', framework: 'fastify' };
const folder = join(mkdtempSync(join(tmpdir(), 'linkage-')), 'my-api');

/** The paths of the files: README.md, package.json, src/api.ts, … */
export const files: readonly string[] = createProject(folder, choices);
