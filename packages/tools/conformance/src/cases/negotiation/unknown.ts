/** An extension that no server supports. */
export const UNKNOWN_EXTENSION = 'https://example.com/conformance/unknown-extension';
/** A profile that no server supports. */
export const UNKNOWN_PROFILE = 'https://example.com/conformance/unknown-profile';
