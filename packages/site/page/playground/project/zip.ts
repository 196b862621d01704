/** Files as a ZIP archive without compression, which every system can open. */

const table: Uint32Array = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** Returns the check sum of ZIP archives. */
function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (table[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

/** The date 1980-01-01, so that equal files have equal archives. */
const DATE = 0x21;
/** The flag for names in UTF-8. */
const UTF8 = 0x800;

function header(signature: number, fields: readonly (readonly [value: number, bytes: 2 | 4])[]): Uint8Array {
  const length = fields.reduce((sum, [, size]) => sum + size, 4);
  const view = new DataView(new ArrayBuffer(length));
  view.setUint32(0, signature, true);
  let offset = 4;
  for (const [value, size] of fields) {
    if (size === 2) view.setUint16(offset, value, true);
    else view.setUint32(offset, value, true);
    offset += size;
  }
  return new Uint8Array(view.buffer);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** Returns an archive with files, by their paths. @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
export function zipOf(files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const entries: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, bytes] = [encoder.encode(path), encoder.encode(text)];
    const shared = [
      ...([
        [20, 2],
        [UTF8, 2],
        [0, 2],
        [0, 2],
        [DATE, 2],
        [crc32(bytes), 4],
      ] as const),
      ...([
        [bytes.length, 4],
        [bytes.length, 4],
        [name.length, 2],
        [0, 2],
      ] as const),
    ] as const;
    const entry = joined([header(0x04034b50, shared), name, bytes]);
    const more = [
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [offset, 4],
    ] as const;
    directory.push(header(0x02014b50, [[20, 2], ...shared, ...more]), name);
    entries.push(entry);
    offset += entry.length;
  }
  const listing = joined(directory);
  const count = Object.keys(files).length;
  const end = header(0x06054b50, [
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [listing.length, 4],
    [offset, 4],
    [0, 2],
  ]);
  return joined([...entries, listing, end]);
}
