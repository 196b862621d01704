/** The version of `ServerDescription` that this release compares completely. */
export const KNOWN_CONTRACT = 3;
