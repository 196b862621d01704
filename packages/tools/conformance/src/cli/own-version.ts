import { readFileSync } from 'node:fs';

/** The version of the package. A binary runs without its package, so its build puts the version here. */
export const version: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
