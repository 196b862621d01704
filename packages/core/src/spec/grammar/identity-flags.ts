const ZERO = 0x30;
/** Numbers of nine digits are less than 2^30, so V8 stores them as small integers on every platform. */
const MAX_DIGITS = 9;

/**
 * Returns the number that an id spells, or -1. The id must contain one to nine decimal digits, without a sign or
 * leading zeros, so two ids with the same number are the same text.
 */
export function decimalId(id: string): number {
  const { length } = id;
  if (length === 0 || length > MAX_DIGITS) return -1;
  let number = 0;
  for (let index = 0; index < length; index++) {
    const digit = id.charCodeAt(index) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return length > 1 && id.charCodeAt(0) === ZERO ? -1 : number;
}

/** The flags of one type: bits by the number that an id spells, or by the id. */
interface TypeFlags {
  byNumber: Int32Array | undefined;
  readonly byText: Map<string, { flags: number }>;
}

/**
 * Flags of identities, each a bit. Most ids are small numbers. Their flags are in an array, which is faster to read
 * than a map, especially if the document does not fit into the processor's cache.
 */
export interface IdentityFlags {
  readonly types: Map<string, TypeFlags>;
  /**
   * The number of elements that the arrays can still grow by. Ids beyond are stored as text, so a large id cannot claim
   * memory.
   */
  room: number;
  /** The last two types looked up: lookups often alternate between a resource and its target. */
  type: string | undefined;
  ofType: TypeFlags | undefined;
  typeBefore: string | undefined;
  ofTypeBefore: TypeFlags | undefined;
}

/** Up to this number of resources, creating arrays takes longer than they save. */
const SMALL_DOCUMENT = 64;
const FIRST_SIZE = 64;
const GROWTH = 4;
const MAX_ROOM = 4_194_304;

/** Creates empty flags, with space for the numeric ids of a document with so many resources. */
export function createIdentityFlags(resources: number): IdentityFlags {
  return {
    types: new Map(),
    room: resources <= SMALL_DOCUMENT ? 0 : Math.min(GROWTH * resources + 1024, MAX_ROOM),
    type: undefined,
    ofType: undefined,
    typeBefore: undefined,
    ofTypeBefore: undefined,
  };
}

function flagsOf(index: IdentityFlags, type: string): TypeFlags {
  if (type === index.type) return index.ofType as TypeFlags;
  let found = type === index.typeBefore ? index.ofTypeBefore : index.types.get(type);
  if (found === undefined) {
    found = { byNumber: undefined, byText: new Map() };
    index.types.set(type, found);
  }
  index.typeBefore = index.type;
  index.ofTypeBefore = index.ofType;
  index.type = type;
  index.ofType = found;
  return found;
}

/**
 * Returns the array with an element for a number, or undefined if there is not enough space. Sizes are powers of two
 * and the space only shrinks, so an id is never stored both ways.
 */
function arrayFor(index: IdentityFlags, ofType: TypeFlags, number: number): Int32Array | undefined {
  const { byNumber } = ofType;
  const length = byNumber === undefined ? 0 : byNumber.length;
  if (number < length) return byNumber;
  const size = Math.max(FIRST_SIZE, GROWTH * length, 2 ** (32 - Math.clz32(number)));
  if (size - length > index.room) return undefined;
  index.room -= size - length;
  const larger = new Int32Array(size);
  if (byNumber !== undefined) larger.set(byNumber);
  ofType.byNumber = larger;
  return larger;
}

/** Sets flags of an identity and returns its previous flags. */
export function setFlags(index: IdentityFlags, type: string, id: string, flags: number): number {
  const ofType = flagsOf(index, type);
  const number = decimalId(id);
  const array = number < 0 ? undefined : arrayFor(index, ofType, number);
  if (array !== undefined) {
    const before = array[number] as number;
    array[number] = before | flags;
    return before;
  }
  const known = ofType.byText.get(id);
  if (known === undefined) {
    ofType.byText.set(id, { flags });
    return 0;
  }
  const before = known.flags;
  known.flags = before | flags;
  return before;
}
