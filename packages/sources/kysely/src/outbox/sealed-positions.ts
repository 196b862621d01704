/** Turns positions into strings that say nothing, and back. Positions count all events, also those that a reader cannot see. */
export interface SealedPositions {
  readonly seal: (position: number) => Promise<string>;
  /** Returns undefined for a string that was not made with this key. */
  readonly unseal: (text: string) => Promise<number | undefined>;
}

const NONCE = 12;
/** The length of all strings: the position, with as many characters as the largest one, and its tag. */
const SEALED = NONCE + 16 + 16;
const TEXT: RegExp = /^[\w-]{59}$/;

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (it) => it.charCodeAt(0));
}

/** Seals positions with AES-GCM, by the hash of a key. */
export function sealedPositions(key: string): SealedPositions {
  const encoder = new TextEncoder();
  const name = 'AES-GCM' as const;
  let imported: Promise<CryptoKey> | undefined;
  const keyOf = async (): Promise<CryptoKey> => {
    const hash = await crypto.subtle.digest('SHA-256', encoder.encode(key));
    return crypto.subtle.importKey('raw', hash, name, false, ['encrypt', 'decrypt']);
  };
  const ofKey = (): Promise<CryptoKey> => (imported ??= keyOf());
  return {
    async seal(position) {
      const iv = crypto.getRandomValues(new Uint8Array(NONCE));
      const text = encoder.encode(String(position).padStart(16));
      const sealed = new Uint8Array(await crypto.subtle.encrypt({ name, iv }, await ofKey(), text));
      const all = btoa(String.fromCharCode(...iv, ...sealed));
      return all.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    },
    async unseal(text) {
      if (!TEXT.test(text)) return undefined;
      const all = bytesOf(text);
      if (all.length !== SEALED) return undefined;
      const [iv, sealed] = [all.subarray(0, NONCE), all.subarray(NONCE)];
      try {
        const position = await crypto.subtle.decrypt({ name, iv }, await ofKey(), sealed);
        return Number(new TextDecoder().decode(new Uint8Array(position)));
      } catch {
        return undefined;
      }
    },
  };
}
