import { decimalId } from '../internal/decimal-id.ts';

/** Marks of one type: bits by the number that an id is, or by the id. */
interface TypeMarks {
  byNumber: Int32Array | undefined;
  readonly byText: Map<string, { marks: number }>;
}

/**
 * Marks on identities, each a bit. Most ids are small numbers: their marks stand side by side in an array, which is read
 * faster than a map, above all when a document no longer fits into the processor's cache.
 */
export interface IdentityMarks {
  readonly types: Map<string, TypeMarks>;
  /** How many more numbers the arrays may have room for. Ids beyond are kept as text: no id claims memory by its size. */
  room: number;
  /** The types asked for last: mostly a resource and its target take turns. */
  type: string | undefined;
  ofType: TypeMarks | undefined;
  typeBefore: string | undefined;
  ofTypeBefore: TypeMarks | undefined;
}

/** Up to here making arrays takes longer than they save. */
const FEW = 64;
const FIRST_SIZE = 64;
const GROWTH = 4;
const MOST_ROOM = 2 ** 22;

/** No marks, with room for the numbers that a document of so many resources may have. */
export function createIdentityMarks(resources: number): IdentityMarks {
  return {
    types: new Map(),
    room: resources <= FEW ? 0 : Math.min(GROWTH * resources + 1024, MOST_ROOM),
    type: undefined,
    ofType: undefined,
    typeBefore: undefined,
    ofTypeBefore: undefined,
  };
}

function marksOf(index: IdentityMarks, type: string): TypeMarks {
  if (type === index.type) return index.ofType as TypeMarks;
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
 * The array with a place for a number; undefined when there is no room for it. Once there is none there never will be,
 * since sizes are powers of two and room only shrinks: so an id is not kept in both ways.
 */
function arrayFor(index: IdentityMarks, ofType: TypeMarks, number: number): Int32Array | undefined {
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

/** Adds marks to an identity, and gives those it had before. */
export function addMarks(index: IdentityMarks, type: string, id: string, marks: number): number {
  const ofType = marksOf(index, type);
  const number = decimalId(id);
  const array = number < 0 ? undefined : arrayFor(index, ofType, number);
  if (array !== undefined) {
    const before = array[number] as number;
    array[number] = before | marks;
    return before;
  }
  const known = ofType.byText.get(id);
  if (known === undefined) {
    ofType.byText.set(id, { marks });
    return 0;
  }
  const before = known.marks;
  known.marks = before | marks;
  return before;
}
