import { strToU8, zipSync } from 'fflate';

/** Returns files as a ZIP archive, by their paths. Equal files have equal archives. */
export function zipOf(files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(files).map(([path, text]) => [path, strToU8(text)] as const);
  // The oldest date that archives can have, in the time zone of the reader, as archives have it.
  return zipSync(Object.fromEntries(entries), { mtime: new Date(1980, 0, 1) });
}
