import { strToU8, unzipSync, zipSync } from 'fflate';

/** The build replaces the name with the URL of the packages, which are not on npm before the release. Empty after it. */
declare const SITE_PACKAGES: string;

/** Returns files as a ZIP archive, by their paths. Equal files have equal archives. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(files).map(
    ([path, content]) => [path, typeof content === 'string' ? strToU8(content) : content] as const,
  );
  // The oldest date that archives can have, in the time zone of the reader, as archives have it.
  return zipSync(Object.fromEntries(entries), { mtime: new Date(1980, 0, 1) });
}

/** Returns the archive of a project, in a folder: programs that unpack do not create one. */
export function projectZip(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array<ArrayBuffer> {
  return zipOf(Object.fromEntries(Object.entries(files).map(([path, content]) => [`linkage-api/${path}`, content])));
}

/** Returns the archive of a project with the packages that it needs. */
export async function packedProject(files: Readonly<Record<string, string>>): Promise<Uint8Array<ArrayBuffer>> {
  if (SITE_PACKAGES === '') return projectZip(files);
  const response = await fetch(SITE_PACKAGES);
  return projectZip({ ...files, ...unzipSync(new Uint8Array(await response.arrayBuffer())) });
}
