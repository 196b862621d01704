import { existsSync, readFileSync } from 'node:fs';

/** Material that lies beside the project, when it does: nothing of it is copied into the project. */
export function sharedPath(path: string): URL {
  return new URL(`../../../../shared/${path}`, import.meta.url);
}

/** Why a test that needs the material is skipped, or false when it is there. */
export function isMissing(path: string): boolean {
  return !existsSync(sharedPath(path));
}

/** A file of the material as text. */
export function readShared(path: string): string {
  return readFileSync(sharedPath(path), 'utf8');
}

/** A JSON file of the material. */
export function readSharedJson<Content>(path: string): Content {
  return JSON.parse(readShared(path)) as Content;
}
