import { relative, resolve, sep } from 'node:path';
import type { DraftArguments } from './draft-arguments.ts';

/** The arguments of a draft for an ORM. `schema` is the module of its schema. */
export interface OrmArguments extends DraftArguments {
  readonly folder: string;
  readonly given: string | undefined;
  readonly indexes?: boolean | undefined;
  readonly foreignKeys?: boolean | undefined;
  readonly sample?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

/** Returns what a file in a folder imports. */
export function importPath(folder: string, file: string): string {
  const path = relative(resolve(folder), resolve(file)).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}
