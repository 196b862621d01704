import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Api } from '@linkage/core';
import { importError, isObject, usageError } from '@linkage/core/internal';
import type { ComparedApi } from '../files/compare-draft.ts';
import { findLine } from '../files/find-place.ts';
import type { LooseMapping } from '../files/mapped-columns.ts';
import type { OwnFile } from '../files/write-patch.ts';

/** An API in the files of a developer. */
export interface OwnApi extends ComparedApi {
  /** Returns where a part of the mapping stands, such as `mapping.films.attributes.title`. */
  readonly placeOf: (where: string) => { readonly file: string; readonly line: number };
  readonly files: Readonly<Record<'api.ts' | 'sources.ts', OwnFile>>;
}

/** Reads a module that exports `api`, `mapping`, and perhaps `ignored`. */
export async function readApi(file: string): Promise<OwnApi> {
  const module: unknown = await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
    throw importError(file, error, process.version);
  });
  const { api, mapping, ignored = [] } = module as Readonly<Record<string, unknown>>;
  if (!isObject(api) || !isObject(mapping) || !Array.isArray(ignored))
    throw usageError(`${file} must export \`api\` and \`mapping\`, and can export the list \`ignored\`.`);
  const files = await Promise.all(
    [file, join(dirname(file), 'api.ts')].map(async (name) => ({
      name,
      code: await readFile(name, 'utf8').catch(() => ''),
    })),
  );
  return {
    api: api as unknown as Api,
    mapping: mapping as LooseMapping,
    ignored: ignored.map(String),
    files: { 'api.ts': files[1] as OwnFile, 'sources.ts': files[0] as OwnFile },
    placeOf(where) {
      const path = where.split('.').slice(1);
      // A part that the mapping omits, such as an attribute with the name of its column, stands in the declaration.
      for (let length = path.length; length > 0; length--) {
        for (const { name, code } of files) {
          const line = findLine(code, path.slice(0, length));
          if (line !== undefined) return { file: name, line };
        }
      }
      return { file, line: 1 };
    },
  };
}
