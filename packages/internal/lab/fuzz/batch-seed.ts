import { createHash } from 'node:crypto';

/**
 * Returns the seed of a batch. It is a hash, not a sum: with seeds that follow each other, as those of days do, the batches of the
 * second run would be those of the first one. fast-check reads seeds below 2^31 as they are.
 */
export function batchSeed(seed: number, number: number): number {
  return createHash('sha256').update(`${seed} ${number}`).digest().readUInt32BE() >>> 1;
}
