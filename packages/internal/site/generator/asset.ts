import { createHash } from 'node:crypto';

/** A file that the build adds to the site. */
export interface Asset {
  /** The path in the site: it changes with the content, so that browsers can keep the file forever. */
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** Returns a file such as `compiler.js` with its path. */
export function assetOf(name: string, content: Asset['content']): Asset {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
  return { name: `assets/${name.replace('.', `-${hash}.`)}`, content };
}
