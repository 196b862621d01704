/** Returns bytes as a string in base64. */
export function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Returns the bytes of a string in base64. Undefined if `base64Of` does not return this text for any bytes. */
export function bytesOf(text: string): Uint8Array | undefined {
  try {
    const binary = atob(text);
    return btoa(binary) === text ? Uint8Array.from(binary, (unit) => unit.charCodeAt(0)) : undefined;
  } catch {
    return undefined;
  }
}
